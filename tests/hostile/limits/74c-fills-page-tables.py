# Reads one byte every 2 MiB of 200 GiB: no page of its own, but a page of a table for each.
# expect: stopped stopped
# says: it used more than 128 MiB of memory
import ctypes
import json
import mmap
import sys
import time

X = json.load(sys.stdin)["X"]
held = mmap.mmap(-1, 200 << 30, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000, mmap.PROT_READ)
held.madvise(mmap.MADV_NOHUGEPAGE)
for at in range(0, 200 << 30, 2 << 20):
    held[at]
time.sleep(0.2)
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
