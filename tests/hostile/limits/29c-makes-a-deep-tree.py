# Leaves folders in folders, 3000 deep, that nobody may open, and one that may not even be listed.
# The scratch is gone afterwards all the same.
# expect: pass pass
import json
import os
import sys

X = json.load(sys.stdin)["X"]
os.mkdir("closed", 0o000)
for i in range(3000):
    os.mkdir("deep")
    os.chdir("deep")
for i in range(3000):
    os.chdir("..")
    os.chmod("deep", 0o000)
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
