# Sets the times of devices to now, which whoever may write to them may do, root or not: the next run
# sees that somebody was there.
# only: bubblewrap
# expect: pass pass
# silent: touched
import json
import os
import sys
import time

X = json.load(sys.stdin)["X"]
for device in ("/dev/full", "/dev/zero", "/dev/null", "/dev/random", "/dev/tty"):
    try:
        os.utime(device)
    except OSError:
        continue
    sys.exit("touched " + device)
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
