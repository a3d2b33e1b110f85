# Writes attributes to devices and to folders of the system.
# only: bubblewrap
# expect: pass pass
# silent: labelled
import json
import os
import sys

X = json.load(sys.stdin)["X"]
for place in ("/dev/full", "/dev/null", "/dev", "/proc", "/usr", "/bin/sh", "/"):
    for kind in ("user", "trusted", "security"):
        try:
            os.setxattr(place, kind + ".attn-hostile", b"left")
        except OSError:
            continue
        sys.exit(f"labelled {place}")
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
