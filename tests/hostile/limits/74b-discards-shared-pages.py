# Takes 300 MiB of memory that it shares with nobody, and discards the pages, which stay.
# expect: stopped stopped
import json
import mmap
import sys
import time

X = json.load(sys.stdin)["X"]
held = []
for i in range(300):
    held.append(mmap.mmap(-1, 1 << 20))
    held[-1].write(bytes(1 << 20))
    held[-1].madvise(mmap.MADV_DONTNEED)
time.sleep(0.2)
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
