# Sleeps for longer than it may run.
# expect: stopped pass
# says: It was stopped after 4 s
import json
import sys
import time

X = json.load(sys.stdin)["X"]
if len(X) == 1:
    time.sleep(60)
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
