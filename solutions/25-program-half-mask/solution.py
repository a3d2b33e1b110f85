"""The second half sees the first half only: reads n, prints the n × n mask."""
import sys


def half_mask(n):
    """1 where the token of the row may see the token of the column, else 0; lists of rows."""
    first = (n + 1) // 2
    return [[0 if i >= first and j >= first else 1 for j in range(n)] for i in range(n)]


n = int(sys.stdin.readline())
for row in half_mask(n):
    print(*row)
