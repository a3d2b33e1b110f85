# Takes 300 MiB of memory that is still there when no process shows it any more, and replies.
# expect: stopped stopped
import ctypes
import json
import sys

X = json.load(sys.stdin)["X"]
libc = ctypes.CDLL(None, use_errno=True)
libc.shmat.restype = ctypes.c_void_p
for i in range(300):
    number = libc.shmget(0, 1 << 20, 0o1600)
    if number < 0:
        sys.exit("there is no such memory")
    place = libc.shmat(number, None, 0)
    libc.shmctl(number, 0, None)
    ctypes.memset(place, 1, 1 << 20)
    if i % 100 != 0:
        continue
    libc.shmdt(ctypes.c_void_p(place))
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
