# Lets attn itself work it out. It is not there.
# expect: pass pass
# expect in limits: stopped stopped
import json
import os
import shutil
import sys

X = json.load(sys.stdin)["X"]
for program in (shutil.which("attn"), "@ATTN@"):
    if program and os.path.exists(program):
        sys.exit("found attn")
for folder in ("/usr", "/usr/bin", "/usr/lib", "/usr/share", "/usr/local/bin", "/usr/local/share", "/opt"):
    if os.path.exists(folder + "/attn"):
        sys.exit("found attn in " + folder)
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
