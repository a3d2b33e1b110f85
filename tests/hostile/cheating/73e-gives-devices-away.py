# Gives devices to somebody else, or to their owner once more, which leaves a time.
# only: bubblewrap
# expect: pass pass
# silent: gave
import json
import os
import sys

X = json.load(sys.stdin)["X"]
for device in ("/dev/full", "/dev/zero", "/dev/null", "/dev/random", "/dev/urandom", "/dev/tty"):
    for owner in ((-1, -1), (1000, 1000), (0, 0), (os.getuid(), os.getgid())):
        try:
            os.chown(device, *owner)
        except OSError:
            continue
        sys.exit(f"gave {device} to {owner}")
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
