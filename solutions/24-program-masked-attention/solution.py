"""Causal self-attention: reads one request on standard input, prints one reply."""
import json
import math
import sys


def softmax(scores):
    if not scores:
        return []
    largest = max(scores)
    shares = [math.exp(score - largest) for score in scores]
    return [share / sum(shares) for share in shares]


def causal_attention(Q, K, V, key_mask):
    """output = softmax(Q Kᵀ / √d_k + mask) V; lists of rows."""
    d_k, d_v = len(Q[0]), len(V[0])
    output = []
    for i, query in enumerate(Q):
        seen = [j for j in range(i + 1) if key_mask[j] == 1]
        scores = [sum(q * k for q, k in zip(query, K[j])) / math.sqrt(d_k) for j in seen]
        weights = softmax(scores)
        output.append([sum(w * V[j][c] for w, j in zip(weights, seen)) for c in range(d_v)])
    return output


request = json.load(sys.stdin)
key_mask = request["key_mask"][0]  # of each key: 1, or 0 where it is padding
output = causal_attention(request["Q"], request["K"], request["V"], key_mask)
print(json.dumps({"output": output}))
