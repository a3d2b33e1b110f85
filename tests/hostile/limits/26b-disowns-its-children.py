# One child after the other computes, and nobody asks how they ended: the kernel adds their time to
# nobody's. Together that is more than one may.
# expect: stopped pass
# says: It was stopped after computing for 1 s
import json
import os
import signal
import sys
import time

X = json.load(sys.stdin)["X"]
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for child in range(10 if len(X) == 1 else 0):
    process = os.fork()
    if process == 0:
        while time.process_time() < 0.5:
            pass
        os._exit(0)
    while os.path.exists("/proc/%d" % process):
        time.sleep(0.01)
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
