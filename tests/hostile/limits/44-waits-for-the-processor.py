# Right, and slow as on a machine with much else to do: what counts is how long it computes.
# expect: pass pass
import json
import sys
import time

X = json.load(sys.stdin)["X"]
time.sleep(1.5)
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
