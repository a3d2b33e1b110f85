# Memory that is shared by way of a device: 300 MiB, of which it keeps a page in sight each time.
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
libc.munmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t)
file = os.open("/dev/zero", os.O_RDWR)
for i in range(300):
    place = libc.mmap(None, 1 << 20, 3, 1, file, 0)
    ctypes.memset(place, 1, 1 << 20)
    libc.munmap(place + 4096, (1 << 20) - 4096)
time.sleep(0.2)
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
