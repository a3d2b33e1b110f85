# Files called as parts of the library, and what Python loads by itself: they change its own process
# and nothing else.
# expect "eve": unreadable unreadable
# says "eve": All tests passed
mkdir -p eve/double
echo 'print("All tests passed", flush=True); import os; os._exit(0)' > eve/double/json.py
for name in sitecustomize usercustomize conftest numpy; do
  echo 'import os; os.environ["LD_PRELOAD"] = "/program/evil.so"' > eve/double/$name.py
done
echo 'not a library' > eve/double/evil.so
echo 'import json' > eve/double/main.py
