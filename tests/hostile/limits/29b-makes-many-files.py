# Makes 6000 files of one byte, or as many as there is room and time for, and replies.
# expect: pass pass
import json
import sys
import time

X = json.load(sys.stdin)["X"]
try:
    for i in range(6000):
        if time.process_time() > 0.5:
            break
        with open(str(i), "w") as file:
            file.write("x")
except OSError:
    pass
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
