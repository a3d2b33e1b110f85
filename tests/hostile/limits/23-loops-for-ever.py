# Computes for ever on the first request; the others are tried all the same.
# expect: stopped pass
# says: It was stopped after computing for 1 s
import json
import signal
import sys

X = json.load(sys.stdin)["X"]
signal.alarm(60)
while len(X) == 1:
    pass
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
