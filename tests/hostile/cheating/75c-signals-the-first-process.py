# Stops and ends the first process of its sandbox, as far as that can be told by a signal.
# only: bubblewrap
# expect: pass pass
import ctypes
import json
import os
import signal
import sys

X = json.load(sys.stdin)["X"]
first = os.pidfd_open(1)
for number in (signal.SIGSTOP, signal.SIGTSTP, signal.SIGTERM, signal.SIGUSR1, signal.SIGKILL):
    for send in (lambda: os.kill(1, number), lambda: signal.pidfd_send_signal(first, number)):
        try:
            send()
        except OSError:
            pass
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
