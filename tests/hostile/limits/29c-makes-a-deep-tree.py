# Leaves folders in folders, up to 3000 deep, that nobody may open, and one that may not even be listed.
# The scratch is gone afterwards all the same.
# expect: pass pass
import json
import os
import sys
import time

X = json.load(sys.stdin)["X"]
os.mkdir("closed", 0o000)
depth = 0
while depth < 3000 and time.process_time() < 0.3:
    os.mkdir("deep")
    os.chdir("deep")
    depth += 1
for i in range(depth):
    os.chdir("..")
    os.chmod("deep", 0o000)
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
