# Ends every process that it may, takes hold of others as a debugger does, and gives itself more room.
# It reaches none but its own. (Limits alone do not keep it from ending ours, so that it is not run so.)
# only: bubblewrap
# expect: stopped stopped
# silent: took hold
import ctypes
import json
import os
import resource
import signal
import sys

X = json.load(sys.stdin)["X"]
signal.alarm(60)
libc = ctypes.CDLL(None)
for process in [os.getppid(), *range(2, 400)]:
    if process != os.getpid() and libc.ptrace(16, process, None, None) == 0:
        if process not in (1, os.getppid()):
            print("took hold of", process, file=sys.stderr)
for what in (resource.RLIMIT_CPU, resource.RLIMIT_FSIZE, resource.RLIMIT_NOFILE):
    try:
        resource.setrlimit(what, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    except (OSError, ValueError):
        pass
os.kill(-1, signal.SIGKILL)
sys.exit(1)
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
