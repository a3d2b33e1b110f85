# Ends the process that started it. It ends with it.
# expect: stopped stopped
import json
import os
import signal
import sys
import time

X = json.load(sys.stdin)["X"]
signal.alarm(60)
for number in (signal.SIGTERM, signal.SIGKILL):
    os.kill(os.getppid(), number)
time.sleep(0.2)
sys.exit(1)
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
