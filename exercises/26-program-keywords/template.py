"""Keywords from attention: reads one request on standard input, prints one reply."""
import json
import sys


def received(A):
    """How much attention each word receives: a list of six numbers."""
    return [0.0 for _ in A]  # yours to write


def ranking(words, sums):
    """The three words that receive most, the strongest first."""
    return words[:3]  # yours to write


request = json.load(sys.stdin)
sums = received(request["A"])
print(json.dumps({"received": [sums], "ranking": ranking(request["words"], sums)}))
