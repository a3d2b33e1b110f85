# Another answer in every run. Programs are not run twice for the same request: one reply that is not
# right is enough.
# expect: wrong wrong
import json
import random
import sys

X = json.load(sys.stdin)["X"]
print(json.dumps({"doubled": [[2 * x + random.random() + 0.1 for x in row] for row in X]}))
