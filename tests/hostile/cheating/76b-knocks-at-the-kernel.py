# Asks for parts of the kernel that run what a program gives them, hold its memory or keep what it says.
# expect: pass pass
# silent: let in
import ctypes
import json
import os
import platform
import sys

X = json.load(sys.stdin)["X"]
call = ctypes.CDLL(None).syscall
room = ctypes.create_string_buffer(256)
IO_URING_SETUP, FSPICK, MEMFD_SECRET = 425, 433, 447
calls = {"io_uring": (IO_URING_SETUP, 4, room), "fspick": (FSPICK, -100, b"/", 0),
         "memfd_secret": (MEMFD_SECRET, 0)}
if platform.machine() == "x86_64":
    calls |= {"bpf": (321, 0, room, 72), "userfaultfd": (323, 1), "userfaultfd, all": (323, 0),
              "keys": (250, 1, None), "a key": (248, b"user", b"attn-hostile", b"x", 1, -2),
              "events": (298, room, 0, -1, -1, 0), "another kernel": (246, 0, 0, None, 0),
              "notes of files": (294, 0), "notes of all files": (300, 0, 0),
              "messages of the kernel": (103, 3, room, 100), "a module": (175, room, 1, b""),
              "a descriptor": (438, os.pidfd_open(os.getpid()), 0, 0)}
for name, words in calls.items():
    if call(*words) >= 0:
        sys.exit("let in: " + name)
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
