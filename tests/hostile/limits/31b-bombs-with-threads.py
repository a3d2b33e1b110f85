# The same with 300 threads.
# run: $GRADE --jobs 2
# expect: stopped stopped
# says: it had more than 24 processes and threads
import json
import signal
import sys
import threading
import time

X = json.load(sys.stdin)["X"]
signal.alarm(60)
for i in range(300):
    threading.Thread(target=time.sleep, args=(30,), daemon=True).start()
time.sleep(30)
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
