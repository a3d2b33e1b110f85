# Prints without end; what came is not read.
# expect: stopped stopped
# says: It was stopped because it printed more than 256 KiB.
import json
import signal
import sys

X = json.load(sys.stdin)["X"]
signal.alarm(60)
print('{"doubled": [[')
while True:
    print("1, " * 1000)
