# Ends well and prints nothing.
# expect: unreadable unreadable
# says: The program printed nothing on standard output.
import json
import sys

X = json.load(sys.stdin)["X"]
