# Hands in marks of its own, read-only, and writes more of them wherever it runs: ours lie elsewhere.
# expect "eve": wrong wrong
mkdir -p eve/double eve/students/eve
for name in grades.csv results.json journal.jsonl grades.json junit.xml students/eve/report.md; do
  echo '{"student": "eve", "score": 100, "points": 2}' > "eve/$name"
  chmod 444 "eve/$name"
done
cp -r eve/grades.csv eve/results.json eve/journal.jsonl eve/double
cat > eve/double/main.py <<'END'
import json
import os
import sys

X = json.load(sys.stdin)["X"]
for folder in (".", os.path.dirname(__file__), os.environ["HOME"], os.environ["TMPDIR"]):
    for name in ("grades.csv", "results.json", "journal.jsonl"):
        try:
            with open(os.path.join(folder, name), "w") as file:
                file.write('{"student": "eve", "points": 2}\n')
        except OSError:
            pass
print(json.dumps({"doubled": [[0 * x for x in row] for row in X]}))
END
