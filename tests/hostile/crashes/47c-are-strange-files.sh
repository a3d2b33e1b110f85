# Source files that are hardly any: each is refused or run, with its reason.
# expect "bom": pass pass
# expect "empty": unreadable
# expect "empty-cpp": unreadable
# expect "huge": unreadable
# says "huge": it has more than 4194304 bytes
# expect "no-utf8": stopped stopped
# says "no-utf8": SyntaxError
# expect "zeros": stopped stopped | unreadable unreadable
mkdir bom empty empty-cpp huge no-utf8 zeros
{ printf '\357\273\277'; cat ../course/solutions/01-double/solution.py; } > bom/double.py
: > empty/double.py
: > empty-cpp/double.cpp
truncate -s 200M huge/double.py
printf 'print("\377\376")\n' > no-utf8/double.py
head -c 1000 /dev/zero > zeros/double.py
