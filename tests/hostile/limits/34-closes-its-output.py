# Replies, closes standard output and goes on for 20 s: that is no end.
# expect: stopped pass
# says: It was stopped after 4 s
import json
import os
import sys
import time

X = json.load(sys.stdin)["X"]
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
sys.stdout.flush()
os.close(1)
if len(X) == 1:
    time.sleep(20)
os._exit(0)
