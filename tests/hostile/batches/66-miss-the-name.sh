# Files that are nearly called as they should be: the rule says which is graded, and so does the report.
# expect "two": pass pass
# says "two": double.py was graded, not
# expect "browser": pass pass
# says "browser": Its usual name is double.py
# expect "capitals": pass pass
# says "capitals": Its usual name is double.py
# expect "deeper": pass pass
# says "deeper": Its usual name is double.py
# expect "other-name": missing
# says "other-name": You handed in solution.py. This exercise takes one of: double.py
mkdir two browser capitals deeper deeper/homework other-name
right=../course/solutions/01-double/solution.py
cp $right two/double.py
echo 'print("the other one")' > two/double.cpp
echo 'print("an older one")' > "two/double (1).py"
cp $right "browser/double (1).py"
cp $right capitals/Double.PY
cp $right deeper/homework/double.py
cp $right other-name/solution.py
