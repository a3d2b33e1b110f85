# Makes itself unreadable for others, and shares 300 MiB with its children by way of a device.
# expect: stopped stopped
# says: it used more than 128 MiB of memory
import ctypes
import json
import mmap
import os
import sys
import time

X = json.load(sys.stdin)["X"]
ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)
file = os.open("/dev/zero", os.O_RDWR)
held = mmap.mmap(file, 300 << 20, mmap.MAP_SHARED)
for at in range(0, 300 << 20, 1 << 20):
    held[at:at + (1 << 20)] = bytes(1 << 20)
    held.madvise(mmap.MADV_DONTNEED)
time.sleep(0.5)
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
