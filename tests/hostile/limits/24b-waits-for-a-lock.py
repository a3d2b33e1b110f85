# Waits for a lock that nobody gives back, and then for a signal that nobody sends.
# expect: stopped stopped
# says: It was stopped after 4 s
import json
import signal
import sys
import threading

X = json.load(sys.stdin)["X"]
signal.alarm(60)
if len(X) == 1:
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()
signal.pause()
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
