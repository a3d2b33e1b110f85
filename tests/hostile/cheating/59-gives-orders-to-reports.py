# Prints what a CI log, a test runner or a terminal would obey.
# expect: stopped stopped
# says: set-output
import json
import sys

X = json.load(sys.stdin)["X"]
for line in ("::set-output name=grade::100", "::add-mask::1", "##[error]x", "##teamcity[testFinished name='x']",
             "\x1b]0;title\x07\x1b[2J\x1b[31m", "]]></failure>", "=cmd|'/c calc'!A0", "</script><script>alert(1)",
             "\u202egnp.exe", "\x00\x08\r"):
    print(line)
    print(line, file=sys.stderr)
sys.exit(1)
