# Takes from everybody the right to open a device, and so from those who are graded after it.
# only: bubblewrap
# expect: stopped stopped
# says: Read-only file system
import json
import os
import sys

X = json.load(sys.stdin)["X"]
taken, why = [], ""
for device in ("full", "zero", "random", "urandom", "tty", "null"):
    try:
        os.chmod("/dev/" + device, 0)
        taken.append(device)
    except OSError as error:
        why = error.strerror
if not taken:
    sys.exit(why)
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
