# The grader is killed in the middle. What it marked is kept, it goes on, and says on whom it was killed.
# run: timeout --foreground --signal=KILL 3 $GRADE --jobs 1; $GRADE --jobs 1 --resume
# expect "ana": pass pass
# expect "bob": pass pass
# expect "chi": stopped unreadable
# tells: grading ended in the middle of chi
mkdir ana bob chi
cp ../course/solutions/01-double/solution.py ana/double.py
cp ../course/solutions/01-double/solution.py bob/double.py
printf 'import sys, time\nif sys.stdin.read().count("[") == 2: time.sleep(20)\n' > chi/double.py
