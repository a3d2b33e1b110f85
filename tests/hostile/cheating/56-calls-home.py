# Opens every way out that it knows: a listener on this machine, by its number and by its name in no
# folder, the world, and names of other machines.
# expect: pass pass
# expect in limits: stopped stopped
# says in limits: it reached
import json
import socket
import sys

X = json.load(sys.stdin)["X"]
def reaches(family, address):
    with socket.socket(family, socket.SOCK_STREAM) as one:
        one.settimeout(0.5)
        try:
            one.connect(address)
            return True
        except OSError:
            return False


for family, address in ((socket.AF_INET, ("127.0.0.1", @PORT@)), (socket.AF_INET, ("1.1.1.1", 53)),
                        (socket.AF_INET6, ("::1", @PORT@)), (socket.AF_UNIX, "\0attn-hostile-@PORT@")):
    if reaches(family, address):
        sys.exit(f"it reached {address}")
if {name for _, name in socket.if_nameindex()} - {"lo"}:
    sys.exit("there is a network")
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
