"""The counts of program-parameter-count, and what students make of them: MISTAKE says which."""


def layers(d_model, n_heads, n_kv_heads):
    """The inputs and outputs of the linear layers of the attention, W_O last."""
    d_head = d_model // n_heads
    kv_width = n_kv_heads * d_head
    query, kv, output = (d_model, d_model), (d_model, kv_width), (d_model, d_model)
    if MISTAKE == "kv_at_full_width":
        kv = query
    if MISTAKE == "w_o_forgotten":
        return [query, kv, kv]
    if MISTAKE == "keys_or_values_forgotten":
        return [query, kv, output]
    if MISTAKE == "one_head_only":
        query, kv, output = (d_model, d_head), (d_model, d_head), (d_head, d_model)
    if MISTAKE == "group_size_for_kv_heads":
        kv = (d_model, n_heads // n_kv_heads * d_head)
    if MISTAKE == "output_as_narrow_as_values":
        output = (kv_width, d_model)
    if MISTAKE == "queries_as_narrow_as_keys":
        query, output = kv, kv
    return [query, kv, kv, output]


def attention(d_model, n_heads, n_kv_heads):
    shapes = layers(d_model, n_heads, n_kv_heads)
    weights = sum(n_in * n_out for n_in, n_out in shapes)
    return weights * n_heads if MISTAKE == "counted_per_head_again" else weights


def attention_biases(d_model, n_heads, n_kv_heads):
    shapes = layers(d_model, n_heads, n_kv_heads)
    if MISTAKE == "bias_of_the_output_forgotten":
        shapes.pop()
    if MISTAKE == "kv_biases_at_full_width":
        return 4 * d_model
    if MISTAKE == "one_bias_each":
        return len(shapes)
    return sum(n_out for _, n_out in shapes)


def feed_forward(d_model, d_ff):
    if MISTAKE == "d_ff_assumed":
        d_ff = 4 * d_model
    n_matrices = {"one_matrix_only": 1, "gated_feed_forward": 3}.get(MISTAKE, 2)
    biases = {
        "feed_forward_biases_left_out": 0,
        "one_bias_forgotten": d_ff,
        "biases_of_equal_width": 2 * d_ff,
        "gated_feed_forward": 2 * d_ff + d_model,
    }.get(MISTAKE, d_ff + d_model)
    return n_matrices * d_model * d_ff + biases


def counts(d_model, n_heads, n_kv_heads, d_ff):
    weights = attention(d_model, n_heads, n_kv_heads)
    biases = attention_biases(d_model, n_heads, n_kv_heads)
    both, block = weights + biases, feed_forward(d_model, d_ff)
    if MISTAKE == "whole_block_counted":
        block += both
    if MISTAKE == "biases_counted":
        weights = both
    if MISTAKE == "biases_left_out":
        both = weights
    if MISTAKE == "biases_alone":
        both = biases
    return [weights, both, block]


for count in counts(*(int(word) for word in sys.stdin.read().split())):
    if MISTAKE == "too_large_for_32_bits":
        count = (count + 2**31) % 2**32 - 2**31
    print(f"{count:.6g}" if MISTAKE == "printed_with_six_digits" else count)
