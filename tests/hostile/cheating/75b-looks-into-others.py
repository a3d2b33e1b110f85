# Looks into the process that it runs under, and into the first of all, in every way that there is; only
# their memory, as a file, is open to it where limits are all that there is.
# only: bubblewrap
# expect: pass pass
# silent: looked
import ctypes
import json
import os
import sys

X = json.load(sys.stdin)["X"]
libc = ctypes.CDLL(None)
room = ctypes.create_string_buffer(8)
here = (ctypes.c_void_p * 2)(ctypes.addressof(room), 8)
there = (ctypes.c_void_p * 2)(ctypes.addressof(room), 8)
for process in {1, os.getppid()}:
    if libc.ptrace(0x4206, process, None, None) == 0 or libc.ptrace(16, process, None, None) == 0:
        sys.exit("looked as a debugger does")
    for read in (libc.process_vm_readv, libc.process_vm_writev):
        if read(process, here, 1, there, 1, 0) >= 0:
            sys.exit("looked into its memory")
    for name in ("mem", "comm", "oom_score_adj", "clear_refs", "coredump_filter"):
        try:
            os.close(os.open(f"/proc/{process}/{name}", os.O_RDWR))
        except OSError:
            continue
        sys.exit("looked at " + name)
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
