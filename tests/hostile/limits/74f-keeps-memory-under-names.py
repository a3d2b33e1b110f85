# Memory that processes share by a name: as much as there is room in its scratch.
# only: bubblewrap
# expect: pass pass
# silent: room for
import json
import os
import sys

X = json.load(sys.stdin)["X"]
written = 0
for i in range(40):
    try:
        file = os.open(f"/dev/shm/attn-hostile-{i}", os.O_RDWR | os.O_CREAT)
        os.unlink(f"/dev/shm/attn-hostile-{i}")
        written += os.write(file, bytes(1 << 20))
    except OSError:
        break
if written > 16 << 20:
    sys.exit(f"room for {written} bytes")
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
