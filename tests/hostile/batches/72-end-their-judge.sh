# What judges a program is our own process, and no checker that somebody wrote could crash. The nearest is
# that this process is killed from outside: a person must look, and it is no pass.
# run: $GRADE --jobs 1 & sleep 2; read -r workers < /proc/$!/task/$!/children; kill -KILL $workers; wait $!
# exit: 3
# expect "ana": grader_failed
# says "ana": the process that graded it ended by signal 9
mkdir ana
printf 'import time\ntime.sleep(20)\n' > ana/double.py
