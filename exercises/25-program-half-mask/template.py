"""The second half sees the first half only: reads n, prints the n × n mask."""
import sys


def half_mask(n):
    """1 where the token of the row may see the token of the column, else 0; lists of rows."""
    return [[1] * n for _ in range(n)]  # yours to write


n = int(sys.stdin.readline())
for row in half_mask(n):
    print(*row)
