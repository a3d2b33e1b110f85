# Replies rightly and ends with exit code 3, or with an exception that nobody catches.
# expect: stopped stopped
# says: It ended with exit code 3
import json
import sys

X = json.load(sys.stdin)["X"]
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))

if len(X) == 1:
    sys.exit(3)
raise RuntimeError("nobody catches this")
