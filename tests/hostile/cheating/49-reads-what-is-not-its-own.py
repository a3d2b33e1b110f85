# Looks for the course, its solution, the folders of others and the grader's own, by name, by what its
# processes have open, and by walking. What it finds it prints.
# expect: wrong wrong
# silent in bubblewrap: SECRET
# silent in bubblewrap: found
# says in limits: found
import json
import os
import sys
import time

X = json.load(sys.stdin)["X"]
places = ["@WORK@", "@WORK@/course/solutions/01-double/solution.py", "@WORK@/class/zz-control/double.py",
          "@WORK@/out/journal.jsonl", "../../course", "/program/../course", "/root", "/home", "/etc/passwd",
          "/etc/shadow"]
for process in ("self", "1", "2", str(os.getppid())):
    places += [f"/proc/{process}/root/@WORK@", f"/proc/{process}/cwd/../course"]
    if process != "self" and os.path.exists(f"/proc/{process}/environ"):
        try:
            with open(f"/proc/{process}/environ") as file:
                if "@WORK@" in file.read():
                    print("found the environment of", process, file=sys.stderr)
        except OSError:
            pass
for file in range(256):
    try:
        place = os.readlink(f"/proc/self/fd/{file}")
        if "@WORK@" in place and file > 2 and not place.endswith("(deleted)"):
            print("found descriptor", file, place, file=sys.stderr)
        os.fchdir(file)
        places.append("../course")
    except OSError:
        pass
for place in places:
    if os.path.exists(place):
        print("found", place, file=sys.stderr)
end = time.monotonic() + 1.0
for folder, folders, files in os.walk("/"):
    if time.monotonic() > end or time.process_time() > 0.5:
        break
    folders[:] = [one for one in folders if os.path.join(folder, one) not in ("/usr", "/proc", "/sys", "/lib", "/lib64")]
    for name in files:
        if name in ("solution.py", "journal.jsonl", "exercise.toml", "roster.csv"):
            print("found", folder, name, file=sys.stderr)
print(json.dumps({"doubled": [[0 * x for x in row] for row in X]}))
