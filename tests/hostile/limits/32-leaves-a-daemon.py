# Leaves a daemon of a session of its own and replies rightly: full marks at once, and no daemon.
# expect: pass pass
import json
import os
import signal
import sys
import time

X = json.load(sys.stdin)["X"]
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        signal.alarm(60)
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        os.closerange(0, 3)
        time.sleep(60)
    os._exit(0)
os.wait()
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
