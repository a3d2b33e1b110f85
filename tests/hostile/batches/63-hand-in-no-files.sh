# Links, pipes, sockets and folders where a program should be: none is followed, opened or waited for.
# expect "link": unreadable | missing
# silent "link": SECRET
# expect "link-to-itself": unreadable | missing
# expect "link-to-zeros": unreadable | missing
# expect "pipe": unreadable | missing
# expect "socket": unreadable | missing
# expect "folder": missing
# expect "hard-link": unreadable | pass pass
# silent "hard-link": SECRET
# not looked at: linked-folder
# expect "linked-part": wrong wrong
# says "linked-part": Left out because they are not ordinary files
# silent "linked-part": SECRET
mkdir link link-to-itself link-to-zeros pipe socket folder folder/double.py hard-link linked-part linked-part/double
ln -s ../../course/solutions/01-double/solution.py link/double.py
ln -s double.py link-to-itself/double.py
ln -s /dev/zero link-to-zeros/double.py
mkfifo pipe/double.py
(cd socket && python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("double.py")')
# A student's own folder with a link to the teacher's file; only root can give a folder away, and
# where all belongs to one person there is nothing to protect.
ln ../course/solutions/01-double/solution.py hard-link/double.py
chown 65534 hard-link 2> /dev/null || true
ln -s ../course/solutions/01-double linked-folder
ln -s ../../../course/solutions/01-double/solution.py linked-part/double/solution.py
ln -s /etc linked-part/double/etc
cat > linked-part/double/main.py <<'END'
import json
import os
import sys

X = json.load(sys.stdin)["X"]
folder = os.path.dirname(__file__)
for name in os.listdir(folder):
    print("beside me:", name, file=sys.stderr)
    if name != "main.py":
        print(open(os.path.join(folder, name)).read(), file=sys.stderr)
print(json.dumps({"doubled": [[0 * x for x in row] for row in X]}))
END
