# Removes and renames devices, makes links and devices of its own, and mounts over them.
# only: bubblewrap
# expect: pass pass
# silent: did
import ctypes
import json
import os
import stat
import sys

X = json.load(sys.stdin)["X"]
libc = ctypes.CDLL(None, use_errno=True)


def mount():
    if libc.mount(b"/bin/sh", b"/dev/null", None, 4096, None) != 0:
        raise OSError(ctypes.get_errno(), "mount")


for what in (lambda: os.unlink("/dev/null"), lambda: os.rename("/dev/full", "/dev/null"),
             lambda: os.symlink("/bin/sh", "/dev/attn-hostile"),
             lambda: os.link("/dev/null", "/dev/shm/attn-hostile"),
             lambda: os.mknod("/tmp/disk", stat.S_IFBLK | 0o666, os.makedev(254, 0)),
             lambda: os.mknod("/tmp/memory", stat.S_IFCHR | 0o666, os.makedev(1, 1)), mount):
    try:
        what()
    except OSError:
        continue
    sys.exit("did what it must not")
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
