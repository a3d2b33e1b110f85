# Queues of messages of both kinds, and semaphores: what they hold is nobody's, and stays.
# expect: pass pass
# silent: took
import ctypes
import json
import sys

X = json.load(sys.stdin)["X"]
libc = ctypes.CDLL(None)
queue = libc.msgget(0, 0o1600)
if queue >= 0:
    libc.msgctl(queue, 0, None)
    sys.exit("took a queue")
semaphores = libc.semget(0, 30000, 0o1600)
if semaphores >= 0:
    libc.semctl(semaphores, 0, 0)
    sys.exit("took semaphores")
if libc.mq_open(b"/attn-hostile", 0o102, 0o600, None) >= 0:
    libc.mq_unlink(b"/attn-hostile")
    sys.exit("took a queue with a name")
print(json.dumps({"doubled": [[2 * x for x in row] for row in X]}))
