# Leaves what it learnt for its next run, wherever it can write: files, a key of shared memory, and a
# server in the background. The next run finds nothing. This is what also limits alone keep.
# expect: pass pass
import json
import os
import signal
import socket
import sys
import time

X = json.load(sys.stdin)["X"]
places = [os.path.join(os.environ[name], "attn-hostile") for name in ("HOME", "TMPDIR")]
places += [os.path.join(os.path.dirname(os.path.abspath(__file__)), "attn-hostile")]
places += [os.path.expanduser("~/.cache/attn-hostile")]
for place in sorted(set(places)):
    if os.path.exists(place):
        sys.exit("found " + place)
    try:
        os.makedirs(os.path.dirname(place), exist_ok=True)
        open(place, "w").close()
    except OSError:
        pass
with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
    try:
        server.bind("\0attn-hostile-server-@PORT@")
    except OSError:
        sys.exit("found the server")
    if os.fork() == 0:
        os.setsid()
        signal.alarm(60)
        server.listen()
        time.sleep(60)
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
