# Gives a page to a pipe and may forget it: with 2 MiB around each, pipes would keep gigabytes.
# expect: pass pass
# silent: gave
import ctypes
import json
import os
import sys

X = json.load(sys.stdin)["X"]
page = ctypes.create_string_buffer(4096)
words = (ctypes.c_void_p * 2)(ctypes.addressof(page), 4096)
reading, writing = os.pipe()
if ctypes.CDLL(None).vmsplice(writing, words, ctypes.c_size_t(1), 0) > 0:
    sys.exit("gave a page")
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
