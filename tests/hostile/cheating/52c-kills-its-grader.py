# Ends the process that grades it, whose number it looks up. Limits alone cannot keep that: its own mark
# needs a person then, and nobody else's is changed.
# exit in limits: 3
# expect: stopped stopped
# expect in limits: grader_failed
# says in limits: ended by signal
import json
import os
import signal
import sys
import time

X = json.load(sys.stdin)["X"]
signal.alarm(60)
with open(f"/proc/{os.getppid()}/stat") as facts:
    grader = int(facts.read().rpartition(")")[2].split()[1])
for number in (signal.SIGTERM, signal.SIGKILL):
    os.kill(grader or os.getppid(), number)
time.sleep(0.2)
sys.exit(1)
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
