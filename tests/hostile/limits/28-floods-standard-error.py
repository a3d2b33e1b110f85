# Fills standard error: much before a right reply, which counts, and then without end, which is
# ended as any other program that does not end.
# expect: pass stopped
# says: noise
import json
import signal
import sys

X = json.load(sys.stdin)["X"]
signal.alarm(60)
sys.stderr.write("noise " * 1_000_000)
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
sys.stdout.flush()
while len(X) > 1:
    sys.stderr.write("noise " * 10_000)
