# What was handed in belongs to another exercise: the student is told what was found. (An exercise
# carries no version that a file could be older than: a changed exercise is graded anew.)
# run: $GRADE --exercise double
# expect "ana": missing
# says "ana": You handed in attention-by-hand.txt
# expect "bob": pass pass
mkdir ana bob
printf 'exercise = attention-by-hand\nA = 1 2\n' > ana/attention-by-hand.txt
cp ../course/solutions/01-double/solution.py bob/double.py
printf 'exercise = something-else\n' > bob/notes.txt
