# Files in memory that have no name: 1 MiB in each of 40, again in each of eight children.
# expect: stopped stopped
import json
import os
import sys
import time

X = json.load(sys.stdin)["X"]
for child in range(8):
    if os.fork() == 0:
        for i in range(40):
            os.write(os.dup(os.memfd_create(str(i))), bytes(1 << 20))
        time.sleep(20)
        os._exit(0)
for child in range(8):
    if os.wait()[1] != 0:
        sys.exit("there are no such files")
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
