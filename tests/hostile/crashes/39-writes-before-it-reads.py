# Writes 200 KB before it reads: nobody waits for the other.
# expect: pass pass
import json
import sys

print(" " * 200_000, flush=True)
X = json.load(sys.stdin)["X"]
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
