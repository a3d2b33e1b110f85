# A-SECRET-OF-THE-COURSE: nobody who is graded may read this.
import json
import sys

X = json.load(sys.stdin)["X"]
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
