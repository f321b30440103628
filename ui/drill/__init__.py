"""The drill: exercises, their solutions, the judgement of answers, the sheet, and the page.

A level and a seed determine an exercise. A URL holds a sheet as a level, a seed and the answers to
one exercise after the other. Everything else is computed from these.
"""
