"""Sinusoidal positions: reads one request on standard input, prints one reply."""
import json
import math
import sys


def encoding(length, d_model):
    """A row for each position; lists of rows."""
    return [[0.0] * d_model for _ in range(length)]  # yours to write


request = json.load(sys.stdin)
rows = encoding(request["length"], request["d_model"])
print(json.dumps({"encoding": rows}))
