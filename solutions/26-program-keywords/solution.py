"""Keywords from attention: reads one request on standard input, prints one reply."""
import json
import sys


def received(A):
    """How much attention each word receives: a list of six numbers."""
    return [sum(row[j] for row in A) for j in range(len(A))]


def ranking(words, sums):
    """The three words that receive most, the strongest first."""
    places = sorted(range(len(words)), key=lambda j: sums[j], reverse=True)
    return [words[j] for j in places[:3]]


request = json.load(sys.stdin)
sums = received(request["A"])
print(json.dumps({"received": [sums], "ranking": ranking(request["words"], sums)}))
