"""Causal self-attention: reads one request on standard input, prints one reply."""
import json
import math
import sys


def softmax(scores):
    largest = max(scores)
    shares = [math.exp(score - largest) for score in scores]
    return [share / sum(shares) for share in shares]


def causal_attention(Q, K, V):
    """output = softmax(Q Kᵀ / √d_k + mask) V; lists of rows."""
    d_k, d_v = len(Q[0]), len(V[0])
    output = []
    for i, query in enumerate(Q):
        seen = range(i + 1)
        scores = [sum(q * k for q, k in zip(query, K[j])) / math.sqrt(d_k) for j in seen]
        weights = softmax(scores)
        output.append([sum(weights[j] * V[j][c] for j in seen) for c in range(d_v)])
    return output


request = json.load(sys.stdin)
output = causal_attention(request["Q"], request["K"], request["V"])
print(json.dumps({"output": output}))
