"""Lesson: CG, DCG and nDCG, the gains of grades and the weights of ranks."""
