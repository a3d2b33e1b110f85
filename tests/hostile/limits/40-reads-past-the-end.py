# Reads standard input for ever, though it has ended.
# expect: stopped stopped
# says: It was stopped after computing for 1 s
import json
import signal
import sys

X = json.load(sys.stdin)["X"]
signal.alarm(60)
while True:
    sys.stdin.read()
