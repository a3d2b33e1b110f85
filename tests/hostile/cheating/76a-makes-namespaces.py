# Makes itself a user with all rights in a namespace of its own, enters others, and mounts: memory that is
# a file system, and what it must not see.
# expect: pass pass
# silent: did
import ctypes
import json
import os
import sys

X = json.load(sys.stdin)["X"]
libc = ctypes.CDLL(None)
user = os.open("/proc/self/ns/user", os.O_RDONLY)
for what in (lambda: libc.unshare(0x10000000), lambda: libc.unshare(0x20000),
             lambda: libc.unshare(0x40000000), lambda: libc.setns(user, 0),
             lambda: libc.mount(b"none", b"/tmp", b"tmpfs", 0, None),
             lambda: libc.mount(b"none", b"/dev/null", None, 4096 | 32, None),
             lambda: libc.umount2(b"/dev/null", 2), lambda: libc.chroot(b"."),
             lambda: libc.syscall(430, b"tmpfs", 0), lambda: libc.syscall(428, -100, b"/", 1)):
    if what() >= 0:
        sys.exit("did it")
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
