# The same where only a sandbox keeps it: /tmp, /dev/shm, and shared memory by number.
# only: bubblewrap
# expect: pass pass
import ctypes
import json
import os
import sys

X = json.load(sys.stdin)["X"]
libc = ctypes.CDLL(None, use_errno=True)
if libc.shmget(0x6174746E, 4096, 0) >= 0:
    sys.exit("found shared memory")
libc.shmget(0x6174746E, 4096, 0o1600)
for place in ("/tmp/attn-hostile", "/dev/shm/attn-hostile", "/var/tmp/attn-hostile", "/run/attn-hostile", "/attn-hostile",
              "/program/attn-hostile", "/dev/attn-hostile", "/dev/mqueue/attn-hostile"):
    if os.path.exists(place):
        sys.exit("found " + place)
    try:
        open(place, "w").close()
    except OSError:
        pass
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
