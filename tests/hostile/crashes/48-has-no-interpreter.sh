# A language whose interpreter is not here: that is not the student's fault.
# exit: 3
# expect "ana": grader_failed
# says "ana": there is no program an-interpreter-that-nobody-has
mkdir ana
echo "print 2 X" > ana/double.lost
