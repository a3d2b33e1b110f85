# Hands in an easier exercise, limits without end and a course beside the program: ours are used.
# expect "eve": wrong wrong
# expect "exercises": missing
mkdir -p eve/double exercises/01-double eve/exercises/01-double
for folder in eve/double exercises/01-double eve/exercises/01-double; do
  sed -e 's/multiply(2, X)/X/' -e 's/cpu = 1/cpu = 600/' ../course/exercises/01-double/exercise.toml \
    > $folder/exercise.toml
done
cp ../course/exercises/course.toml exercises/course.toml
echo 'import json, sys; print(json.dumps({"doubled": json.load(sys.stdin)["X"]}))' > eve/double/main.py
