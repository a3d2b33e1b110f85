# Locks all that it will ever have in memory, and has 300 MiB.
# expect: stopped stopped
import ctypes
import json
import mmap
import sys
import time

X = json.load(sys.stdin)["X"]
libc = ctypes.CDLL(None)
libc.mlockall(7)
libc.mlockall(2)
held = mmap.mmap(-1, 300 << 20, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x8000)
time.sleep(0.3)
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
