# Keeps what it learnt as a key of the kernel, in each of the rings that a process can have. The class is
# graded in a session with keys of its own, as a login has them: neither the next run nor another
# program finds one of them.
# expect: pass pass
# silent: found
# run: python3 -c "import ctypes, os; call = ctypes.CDLL(None).syscall; call(250, 1, None); call(248, b'user', b'attn-hostile', b'of the teacher', 14, -3); os.execvp('sh', ['sh', '-c', '$GRADE --jobs 1'])"
import ctypes
import json
import platform
import sys

X = json.load(sys.stdin)["X"]
call = ctypes.CDLL(None).syscall
if platform.machine() == "x86_64":
    ADD_KEY, KEYCTL, SEARCH = 248, 250, 10
    for ring in (-3, -4, -5, -1, -2):
        if call(KEYCTL, SEARCH, ring, b"user", b"attn-hostile", 0) >= 0:
            sys.exit("found a key in ring %d" % ring)
    for ring in (-3, -1, -2):
        call(ADD_KEY, b"user", b"attn-hostile", b"left", 4, ring)
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
