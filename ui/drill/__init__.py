"""The drill: exercises, how they are worked out and judged, the sheet they stand on, the page.

An exercise is a function of a level and a seed. A sheet is a level, a seed and the answers given to
one exercise after the other, which an address holds; all else is worked out from them again.
"""
