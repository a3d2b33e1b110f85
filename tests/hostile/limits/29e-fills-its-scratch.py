# Fills TMPDIR with 64 files that are each allowed. In bubblewrap there is room for 16 MiB of them;
# limits alone do not keep that, and it is cleared away.
# expect: stopped stopped
# expect in limits: pass pass
# says in bubblewrap: No space left on device
import json
import os
import sys

X = json.load(sys.stdin)["X"]
for i in range(64):
    with open(os.path.join(os.environ["TMPDIR"], str(i)), "wb") as file:
        file.write(bytes(1 << 20))
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
