# Ignores every signal that can be ignored, waiting and computing.
# expect: stopped stopped
# says: It was stopped after
import json
import signal
import sys
import time

X = json.load(sys.stdin)["X"]
signal.alarm(60)
for number in set(signal.Signals) - {signal.SIGALRM, signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(number, signal.SIG_IGN)
while True:
    if len(X) == 1:
        time.sleep(1)
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
