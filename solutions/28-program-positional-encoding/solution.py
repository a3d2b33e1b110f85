"""Sinusoidal positions: reads one request on standard input, prints one reply."""
import json
import math
import sys


def wave(position, column, d_model):
    pair = column // 2
    angle = position / 10000 ** (2 * pair / d_model)
    return math.sin(angle) if column % 2 == 0 else math.cos(angle)


def encoding(length, d_model):
    """A row for each position; lists of rows."""
    return [[wave(pos, j, d_model) for j in range(d_model)] for pos in range(length)]


request = json.load(sys.stdin)
rows = encoding(request["length"], request["d_model"])
print(json.dumps({"encoding": rows}))
