"""Two programs timed in turns, and how much memory this process holds: for the scripts beside it."""

import pathlib
import statistics
import sys
import time

PAUSE = 0.3  # seconds; threads that wait for work by spinning have stopped by then


def timed(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def print_ratios(title, rounds, theirs, ours, unit="s", places=2):
    """Prints a row of a table: medians, and the ratio within a round with its middle half.

    `theirs` and `ours` return seconds; who comes first changes from round to round.
    """
    times = []
    for round_ in range(rounds):
        pair = {}
        order = [("theirs", theirs), ("ours", ours)]
        for name, seconds in order[::-1] if round_ % 2 else order:
            time.sleep(PAUSE)
            pair[name] = seconds()
        times.append((pair["theirs"], pair["ours"]))
    low, middle, high = statistics.quantiles([a / b for a, b in times], n=4)
    scale = {"s": 1, "ms": 1e3}[unit]
    medians = [statistics.median(column) * scale for column in zip(*times)]
    print(f"| {title} | {medians[0]:.3g} {unit} | {medians[1]:.3g} {unit} | {middle:.{places}f} |"
          f" {low:.{places}f} to {high:.{places}f} |", flush=True)


def process_bytes(name):
    """A line of /proc/self/status, VmRSS or VmHWM."""
    for line in pathlib.Path("/proc/self/status").read_text().splitlines():
        if line.startswith(name + ":"):
            return int(line.split()[1]) * 1024
    sys.exit("/proc/self/status does not tell how much memory is in use")
