# Prints a prompt before its reply.
# expect: unreadable unreadable
# says: Enter n:
import json
import sys

X = json.load(sys.stdin)["X"]
print("Enter n: ", end="")
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
