"""The layer of program-multi-head, and what students make of it: MISTAKE says which."""


def projected(X, W):
    if MISTAKE == "projections_left_out":
        return X
    return product(X, transposed(W) if MISTAKE == "transposed_product" else W)


def softmax(scores):
    if MISTAKE == "exponential_overflows":
        shares = [exponential(score) for score in scores]
        return [divided(share, sum(shares)) for share in shares]
    if MISTAKE == "softmax_skipped":
        return [divided(score, sum(scores)) for score in scores]
    if MISTAKE == "not_divided":
        return [math.exp(score) for score in scores]
    if MISTAKE == "no_softmax":
        return scores
    shares = [math.exp(score - max(scores)) for score in scores]
    return [share / sum(shares) for share in shares]


def scale(d_k, n, d_model):
    return {
        "no_scale": 1.0,
        "scaled_after_softmax": 1.0,
        "divided_by_d_k": d_k,
        "multiplied_by_scale": 1 / math.sqrt(d_k),
        "divided_by_root_of_n": math.sqrt(n),
        "divided_by_root_of_d_model": math.sqrt(d_model),
    }.get(MISTAKE, math.sqrt(d_k))


def scores_of(Q, K, d_model):
    if MISTAKE == "keys_and_queries_swapped":
        Q, K = K, Q
    if MISTAKE == "queries_for_keys":
        K = Q
    by = scale(len(Q[0]), len(Q), d_model)
    scores = [[score / by for score in row] for row in product(Q, transposed(K))]
    if MISTAKE == "causal_mask_applied":
        scores = [row[: i + 1] + [-math.inf] * (len(row) - i - 1) for i, row in enumerate(scores)]
    return scores


def all_together(scores):
    """Softmax over all cells of a head."""
    n = len(scores)
    cells = softmax([score for row in scores for score in row])
    return [cells[i * n : (i + 1) * n] for i in range(n)]


def over_heads(scores):
    """Softmax over the heads, for each pair of tokens."""
    n = range(len(scores[0]))
    shares = [[softmax([head[i][j] for head in scores]) for j in n] for i in n]
    return [[[shares[i][j][h] for j in n] for i in n] for h in range(len(scores))]


def weights_of(scores, d_k):
    """Of all heads."""
    if MISTAKE == "softmax_over_heads":
        return over_heads(scores)
    if MISTAKE == "softmax_over_everything":
        return [all_together(head) for head in scores]
    if MISTAKE == "softmax_over_columns":
        return [transposed([softmax(row) for row in transposed(head)]) for head in scores]
    weights = [[softmax(row) for row in head] for head in scores]
    if MISTAKE == "scaled_after_softmax":
        weights = [[[w / math.sqrt(d_k) for w in row] for row in head] for head in weights]
    if MISTAKE == "transposed_weights":
        weights = [transposed(head) for head in weights]
    if MISTAKE == "weights_averaged":
        n = range(len(weights[0]))
        mean = [[sum(head[i][j] for head in weights) / len(weights) for j in n] for i in n]
        weights = [mean for _ in weights]
    return weights


def split(M, n_heads):
    """n × d_model to n_heads × n × d_k."""
    d_k = len(M[0]) // n_heads
    if MISTAKE == "heads_split_wrongly":
        return [[row[h::n_heads] for row in M] for h in range(n_heads)]
    if MISTAKE == "split_without_transpose":
        cells, n = [cell for row in M for cell in row], len(M)
        rows = [cells[i * d_k : (i + 1) * d_k] for i in range(n_heads * n)]
        return [rows[h * n : (h + 1) * n] for h in range(n_heads)]
    return [[row[h * d_k : (h + 1) * d_k] for row in M] for h in range(n_heads)]


def merge(heads):
    """n_heads × n × d_k to n × d_model."""
    n, d_k, d_model = len(heads[0]), len(heads[0][0]), len(heads) * len(heads[0][0])
    if MISTAKE == "merged_without_transpose":
        cells = [cell for head in heads for row in head for cell in row]
        return [cells[i * d_model : (i + 1) * d_model] for i in range(n)]
    if MISTAKE == "first_head_repeated":
        heads = [heads[0] for _ in heads]
    merged = [[0.0] * d_model for _ in range(n)]
    for h, head in enumerate(heads):
        for i in range(n):
            for c in range(d_k):
                column = h * d_k + c
                if MISTAKE == "heads_in_the_same_columns":
                    column = c
                if MISTAKE == "heads_interleaved":
                    column = c * len(heads) + h
                merged[i][column] += head[i][c]
    return merged


def multi_head(X, wq, wk, wv, wo, n_heads):
    Q, K, V = projected(X, wq), projected(X, wk), projected(X, wv)
    if MISTAKE == "keys_for_values":
        V = K
    if MISTAKE == "one_head_only":
        n_heads = 1
    heads = list(zip(split(Q, n_heads), split(K, n_heads), split(V, n_heads)))
    scores = [scores_of(q, k, len(X[0])) for q, k, _ in heads]
    weights = weights_of(scores, len(X[0]) // n_heads)
    merged = merge([product(weights[h], head[2]) for h, head in enumerate(heads)])
    if MISTAKE == "w_o_forgotten":
        return merged
    output = product(merged, transposed(wo) if MISTAKE == "transposed_product" else wo)
    if MISTAKE == "residual_added":
        output = [[a + b for a, b in zip(*rows)] for rows in zip(X, output)]
    return transposed(output) if MISTAKE == "output_transposed" else output


request = json.load(sys.stdin)
names = ["X", "wq", "wk", "wv", "wo", "n_heads"]
output = multi_head(*(request[name] for name in names))
print(json.dumps({"output": output}))
