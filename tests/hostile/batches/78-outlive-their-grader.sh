# The grader is killed while a program runs whose child is in a session of its own and deaf to signals. It
# ends all the same; and so it does when the program runs again.
# run: timeout --foreground --signal=KILL 1.5 $GRADE --jobs 1; $GRADE --jobs 1 --resume
# expect "ana": stopped stopped
# tells: grading ended in the middle of ana
mkdir ana
cat > ana/double.py <<'EOF'
import os, signal, sys, time
if sys.stdin.read().count("[") > 2:
    sys.exit(1)
if os.fork() == 0:
    os.setsid()
    for number in range(1, 32):
        if number not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(number, signal.SIG_IGN)
    time.sleep(60)
time.sleep(2.5)
sys.exit(1)
EOF
