# Replies, takes the descriptor by which the first process of the sandbox tells how a program ended, says
# there that all is well, and crashes.
# expect: stopped stopped
import ctypes
import json
import os
import sys
import time

X = json.load(sys.stdin)["X"]
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}), flush=True)
call = ctypes.CDLL(None).syscall
PIDFD_OPEN, PIDFD_GETFD = 434, 438
first = call(PIDFD_OPEN, 1, 0)
for number in range(20):
    taken = call(PIDFD_GETFD, first, number, 0)
    try:
        if "eventfd" in os.readlink(f"/proc/self/fd/{taken}"):
            os.write(taken, (1).to_bytes(8, sys.byteorder))
    except OSError:
        pass
time.sleep(0.2)
os.abort()
