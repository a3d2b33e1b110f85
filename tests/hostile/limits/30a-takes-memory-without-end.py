# Takes memory, up to 1 GiB, and uses it. 128 MiB are allowed.
# expect: stopped stopped
# says: it used more than 128 MiB of memory
import json
import sys
import time

X = json.load(sys.stdin)["X"]
parts = []
for i in range(64):
    parts.append(b"x" * (16 << 20))
time.sleep(20)
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
