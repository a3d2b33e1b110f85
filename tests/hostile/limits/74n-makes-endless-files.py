# Empty files, each of which takes more of the kernel than its bytes: as many as there may be.
# only: bubblewrap
# expect: pass pass
# silent: made
import json
import os
import sys
import time

X = json.load(sys.stdin)["X"]
n = 0
try:
    while time.process_time() < 0.8:
        os.mknod(str(n))
        n += 1
except OSError:
    pass
if n > 10000:
    sys.exit(f"made {n} files")
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
