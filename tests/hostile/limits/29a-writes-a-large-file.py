# Writes 12 GB into one file: the kernel stops it at the first MiB.
# expect: stopped stopped
# says: File too large
import json
import sys

X = json.load(sys.stdin)["X"]
with open("large", "wb") as file:
    for i in range(12_000):
        file.write(bytes(1_000_000))
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
