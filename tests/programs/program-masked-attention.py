"""The output of program-masked-attention, and what students make of it: MISTAKE says which."""


def may_see(i, j, key_mask):
    is_before = {
        "mask_forgotten": True,
        "mask_reversed": j > i,
        "upper_triangle": j >= i,
        "cannot_see_itself": j < i,
        "mask_after_softmax": True,
    }.get(MISTAKE, j <= i)
    is_real = {
        "padding_is_seen": 1,
        "padding_after_softmax": 1,
        "padding_scores_are_zero": 1,
        "padding_sees_itself": max(key_mask[j], i == j),
        "padding_of_queries": key_mask[i],
        "padding_of_queries_too": key_mask[i] * key_mask[j],
    }.get(MISTAKE, key_mask[j])
    return is_before and is_real == 1


def blocked(score):
    return {
        "zero_for_minus_infinity": 0.0,
        "empty_row_is_even": -1e9,
        "empty_row_is_unmasked": score - 1e9,
    }.get(MISTAKE, -math.inf)


def softmax(scores, subtracted=None):
    if MISTAKE == "exponential_overflows":
        shares = [exponential(score) for score in scores]
        return [divided(share, sum(shares)) for share in shares]
    kept = [score for score in scores if score != -math.inf]
    if MISTAKE == "no_softmax":
        return [0.0 if score == -math.inf else score for score in scores]
    if MISTAKE == "softmax_skipped":
        return [0.0 if score == -math.inf else divided(score, sum(kept)) for score in scores]
    if MISTAKE == "not_divided":
        return [math.exp(score) for score in scores]
    if MISTAKE == "hard_maximum":
        return [1.0 if score == max(scores) else 0.0 for score in scores]
    if MISTAKE == "equal_weights":
        return [0.0 if score == -math.inf else 1 / len(kept) for score in scores]
    if not kept:
        return [math.nan if MISTAKE == "empty_row_is_nan" else 0.0 for _ in scores]
    largest = max(scores) if subtracted is None else subtracted
    shares = [math.exp(score - largest) for score in scores]
    return [divided(share, sum(shares)) for share in shares]


def softmax_of(scores, unmasked):
    if MISTAKE == "largest_of_blocked_keys":
        return [softmax(row, max(whole[: i + 1])) for i, (row, whole) in enumerate(zip(scores, unmasked))]
    if MISTAKE == "softmax_over_columns":
        return transposed([softmax(column) for column in transposed(scores)])
    if MISTAKE == "softmax_over_everything":
        n = len(scores)
        cells = softmax([score for row in scores for score in row])
        return [cells[i * n : (i + 1) * n] for i in range(n)]
    return [softmax(row) for row in scores]


def scale(d_k, d_v, n):
    return {
        "no_scale": 1.0,
        "divided_by_d_k": d_k,
        "divided_by_root_of_d_v": math.sqrt(d_v),
        "divided_by_root_of_n": math.sqrt(n),
        "multiplied_by_scale": 1 / math.sqrt(d_k),
    }.get(MISTAKE, math.sqrt(d_k))


def causal_attention(Q, K, V, key_mask):
    if MISTAKE == "keys_and_queries_swapped":
        Q, K = K, Q
    by = scale(len(Q[0]), len(V[0]), len(Q))
    unmasked = [[score / by for score in row] for row in product(Q, transposed(K))]
    if MISTAKE == "padding_scores_are_zero":
        unmasked = [[score * real for score, real in zip(row, key_mask)] for row in unmasked]
    scores = [
        [score if may_see(i, j, key_mask) else blocked(score) for j, score in enumerate(row)]
        for i, row in enumerate(unmasked)
    ]
    weights = softmax_of(scores, unmasked)
    if MISTAKE == "mask_after_softmax":
        weights = [[w if j <= i else 0.0 for j, w in enumerate(row)] for i, row in enumerate(weights)]
    if MISTAKE == "padding_after_softmax":
        weights = [[w * real for w, real in zip(row, key_mask)] for row in weights]
    if MISTAKE == "transposed_weights":
        weights = transposed(weights)
    output = product(weights, V)
    return transposed(output) if MISTAKE == "output_transposed" else output


request = json.load(sys.stdin)
output = causal_attention(request["Q"], request["K"], request["V"], request["key_mask"][0])
print(json.dumps({"output": output}))
