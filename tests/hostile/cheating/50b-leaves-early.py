# Leaves with exit code 0 before anything could be compared.
# expect: unreadable unreadable
# says: The program printed nothing
import json
import os
import sys

X = json.load(sys.stdin)["X"]
os._exit(0)
