# Leaves a number for the next run as the time when a device was changed.
# only: bubblewrap
# expect: pass pass
# silent: found
import json
import os
import sys

X = json.load(sys.stdin)["X"]
for device in ("/dev/full", "/dev/zero", "/dev/null", "/dev/urandom", "/dev/tty"):
    if os.stat(device).st_mtime_ns % 1000 == 437:
        sys.exit("found what an earlier run left at " + device)
    try:
        os.utime(device, ns=(123456789000000437, 123456789000000437))
    except OSError:
        pass
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
