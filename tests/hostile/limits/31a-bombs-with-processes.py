# A fork bomb, of 300 processes at most; the honest program that is graded beside it gets its marks.
# run: $GRADE --jobs 2
# expect: stopped stopped
# says: it had more than 24 processes and threads
import json
import os
import signal
import sys
import time

X = json.load(sys.stdin)["X"]
signal.alarm(60)
for i in range(300):
    try:
        if os.fork() == 0:
            signal.alarm(60)
            time.sleep(30)
            os._exit(0)
    except OSError:
        pass
time.sleep(30)
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
