# Makes 60000 mappings of a page each, and again in a child: what the kernel keeps about them is more
# than they are, and whoever looks through them sees nothing else meanwhile.
# expect: stopped stopped
# says: it used more than 128 MiB of memory
import ctypes
import json
import os
import sys
import time

X = json.load(sys.stdin)["X"]
libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long)
libc.mprotect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
n = 60000
place = libc.mmap(None, n * 4096, 0, 0x4022, -1, 0)
for i in range(0, n, 2):
    libc.mprotect(place + i * 4096, 4096, 1)
if os.fork() == 0:
    time.sleep(20)
    os._exit(0)
time.sleep(0.5)
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
