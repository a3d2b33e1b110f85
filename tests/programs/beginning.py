"""How each program of this folder in Python begins. MISTAKE says which mistake it makes."""
import json
import math
import sys

MISTAKE = "none"


def transposed(M):
    return [list(column) for column in zip(*M)]


def product(A, B):
    columns = list(zip(*B))
    return [[sum(a * b for a, b in zip(row, column)) for column in columns] for row in A]


def exponential(x):
    """As in C++ and NumPy: infinity where Python would stop."""
    return math.exp(x) if x < 709 else math.inf


def divided(a, b):
    """The same for a division by 0."""
    if b == 0:
        return math.nan if a == 0 else math.copysign(math.inf, a)
    return a / b
