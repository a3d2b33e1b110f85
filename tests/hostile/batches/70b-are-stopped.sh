# Ctrl-C in the middle, and on: nobody is to blame for it.
# run: timeout --signal=INT 3 $GRADE --jobs 1; $GRADE --jobs 1 --resume
# expect "ana": pass pass
# expect "bob": pass pass
# expect "chi": stopped unreadable
# tells: stopped. To go on:
# tells not: in the middle of
mkdir ana bob chi
cp ../course/solutions/01-double/solution.py ana/double.py
cp ../course/solutions/01-double/solution.py bob/double.py
printf 'import sys, time\nif sys.stdin.read().count("[") == 2: time.sleep(20)\n' > chi/double.py
