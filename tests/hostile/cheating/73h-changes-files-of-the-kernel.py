# Files of /proc that are the same for all belong to whom the program is where root grades: takes them
# away, and leaves a mode for the next run.
# only: bubblewrap
# expect: pass pass
# silent: changed
import json
import os
import sys

X = json.load(sys.stdin)["X"]
for name in ("version", "cpuinfo", "meminfo", "stat", "loadavg", "uptime", "filesystems", "locks"):
    for change in (lambda: os.chmod("/proc/" + name, 0o446), lambda: os.utime("/proc/" + name)):
        try:
            change()
        except OSError:
            continue
        sys.exit("changed /proc/" + name)
for name in ("sysrq-trigger", "self/oom_score_adj", "self/mem", "sys/kernel/core_pattern"):
    try:
        os.close(os.open("/proc/" + name, os.O_WRONLY))
    except OSError:
        continue
    sys.exit("changed /proc/" + name)
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
