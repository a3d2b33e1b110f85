# Prints the replies to every request that it can think of.
# expect: unreadable unreadable
# says: One JSON object was expected
import json
import sys

X = json.load(sys.stdin)["X"]
for seed in range(1000):
    print(json.dumps({"doubled": [[(seed + 2 * x) % 200 for x in row] for row in X]}))
