"""Multi-head self-attention: reads one request on standard input, prints one reply."""
import json
import math
import sys


def product(A, B):
    columns = list(zip(*B))
    return [[sum(a * b for a, b in zip(row, column)) for column in columns] for row in A]


def softmax(scores):
    largest = max(scores)
    shares = [math.exp(score - largest) for score in scores]
    total = sum(shares)
    return [share / total for share in shares]


def attention(Q, K, V):
    """One head: softmax(Q Kᵀ / √d_k) V."""
    d_k = len(Q[0])
    scores = product(Q, list(zip(*K)))
    weights = [softmax([score / math.sqrt(d_k) for score in row]) for row in scores]
    return product(weights, V)


def multi_head(X, wq, wk, wv, wo, n_heads):
    """output = concat(head_0, head_1, ...) wo; lists of rows."""
    d_model = len(X[0])
    d_k = d_model // n_heads
    Q, K, V = product(X, wq), product(X, wk), product(X, wv)
    merged = [[] for _ in X]
    for h in range(n_heads):
        columns = slice(h * d_k, (h + 1) * d_k)
        head = attention(*([row[columns] for row in M] for M in (Q, K, V)))
        for row, part in zip(merged, head):
            row.extend(part)
    return product(merged, wo)


request = json.load(sys.stdin)
names = ["X", "wq", "wk", "wv", "wo", "n_heads"]
output = multi_head(*(request[name] for name in names))
print(json.dumps({"output": output}))
