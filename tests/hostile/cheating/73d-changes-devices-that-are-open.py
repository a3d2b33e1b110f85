# The same by descriptors, and by their names in /proc.
# only: bubblewrap
# expect: pass pass
# silent: changed
import json
import os
import sys

X = json.load(sys.stdin)["X"]
for device in ("/dev/full", "/dev/zero", "/dev/null"):
    for flags in (os.O_RDONLY, os.O_WRONLY, os.O_PATH):
        file = os.open(device, flags)
        names = (file, f"/proc/self/fd/{file}")
        for name in names:
            for change in (lambda: os.chmod(name, 0o640), lambda: os.utime(name),
                           lambda: os.utime(name, (1, 1)), lambda: os.chown(name, 1000, 1000)):
                try:
                    change()
                except OSError:
                    continue
                sys.exit(f"changed {device}")
        os.close(file)
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
