# Ten children compute for half a second each: together that is more than one may.
# expect: stopped pass
# says: It was stopped after computing for 1 s
import json
import os
import sys
import time

X = json.load(sys.stdin)["X"]
for child in range(10 if len(X) == 1 else 0):
    if os.fork() == 0:
        while time.process_time() < 0.5:
            pass
        os._exit(0)
for child in range(10 if len(X) == 1 else 0):
    os.wait()
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
