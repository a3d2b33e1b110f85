# Programs whose names are words that a command has for files.
# expect "ana": pass pass
# expect "bob": pass pass
# expect "chi": pass pass
# expect "{exe}": pass pass
for name in ana bob chi '{exe}'; do mkdir -p "$name/double"; done
cp ../course/solutions/01-double/solution.py 'ana/double/{exe}.py'
cp ../course/solutions/01-double/solution.py 'bob/double/{folder}.py'
cp ../course/solutions/01-double/solution.py 'chi/double/{file}.py'
cp ../course/solutions/01-double/solution.py '{exe}/double/{folder}{file}.py'
