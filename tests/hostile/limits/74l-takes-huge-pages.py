# One byte in each of 150 huge pages.
# expect: stopped stopped
import json
import mmap
import sys
import time

X = json.load(sys.stdin)["X"]
try:
    held = mmap.mmap(-1, 300 << 20, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x40000)
except OSError:
    held = mmap.mmap(-1, 300 << 20, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    held.madvise(mmap.MADV_HUGEPAGE)
for at in range(0, 300 << 20, 4096):
    held[at] = 1
time.sleep(0.2)
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
