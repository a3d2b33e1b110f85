# Sends what nobody reads, through as many sockets as it may have, in twelve processes.
# expect: stopped stopped
# says: it used more than 128 MiB of memory
import json
import os
import socket
import sys
import time

X = json.load(sys.stdin)["X"]
reading, writing = os.pipe()
for child in range(12):
    if os.fork() == 0:
        pairs = [socket.socketpair() for i in range(25)]
        for one in [one for pair in pairs for one in pair]:
            one.setblocking(False)
            try:
                while True:
                    one.send(bytes(1 << 16))
            except OSError:
                pass
        os.write(writing, b"x")
        time.sleep(20)
        os._exit(0)
for child in range(12):
    os.read(reading, 1)
time.sleep(0.3)
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
