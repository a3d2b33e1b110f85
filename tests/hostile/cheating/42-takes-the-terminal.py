# Looks for the terminal of whoever grades, to type into it. There is none for it.
# run: script --quiet --return --command "$GRADE --jobs 1 > /dev/null 2>&1" /dev/null
# expect: pass pass
import fcntl
import json
import os
import sys
import termios

X = json.load(sys.stdin)["X"]
for file in (0, 1, 2):
    try:
        fcntl.ioctl(file, termios.TIOCSTI, b"!")
        sys.exit("it typed into a terminal")
    except OSError:
        pass
try:
    os.open("/dev/tty", os.O_RDWR)
    sys.exit("it has a terminal")
except OSError:
    pass
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
