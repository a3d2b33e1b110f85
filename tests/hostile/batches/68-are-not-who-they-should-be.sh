# Students on the roster without a folder, a folder without a student, a file in nobody's folder.
# run: $GRADE --roster roster.csv
# expect "ana": pass pass
# expect "ill": missing
# expect "stranger": pass pass
# tells: students 4 (3 handed in work to be graded)
# not looked at: lost.txt
mkdir ana stranger
cp ../course/solutions/01-double/solution.py ana/double.py
cp ../course/solutions/01-double/solution.py stranger/double.py
echo "who am I" > lost.txt
printf 'student,name\nill,Ill Today\nana,=cmd|x\nzz-control,Control\n' > ../roster.csv
