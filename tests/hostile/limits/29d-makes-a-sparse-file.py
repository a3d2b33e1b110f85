# Asks for a file of 1 TiB in which there is nothing.
# expect: stopped stopped
# says: File too large
import json
import sys

X = json.load(sys.stdin)["X"]
with open("sparse", "wb") as file:
    file.truncate(1 << 40)
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
