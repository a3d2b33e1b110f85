# Links in circles, 20 000 files, 1 TiB, folders that may not be opened, folders without an end: looked
# at within bounds, and refused with a reason. To root, mode 000 is no bar.
# expect "circle": missing
# expect "many-beside": pass pass
# expect "many-others": missing
# says "many-others": There are more than 1000 files here
# expect "many-within": unreadable
# says "many-within": at most 200 files
# expect "terabyte": unreadable
# says "terabyte": it has more than 4194304 bytes
# expect "closed-file": grader_failed | pass pass
# expect "closed-folder": grader_failed | pass pass
# exit: 0 | 3
# expect "deep": missing | unreadable
mkdir -p circle many-beside many-others many-within/double terabyte closed-file closed-folder deep
ln -s ../circle circle/circle
ln -s . circle/double
cp ../course/solutions/01-double/solution.py many-beside/double.py
(cd many-beside && seq 20000 | xargs touch)
(cd many-others && seq 2000 | xargs touch)
(cd many-within/double && seq 300 | xargs touch)
cp ../course/solutions/01-double/solution.py many-within/double/main.py
truncate -s 1T terabyte/double.py
for name in closed-file closed-folder; do cp ../course/solutions/01-double/solution.py $name/double.py; done
chmod 000 closed-file/double.py closed-folder
(cd deep && for i in $(seq 500); do mkdir double && cd double || exit; done)
