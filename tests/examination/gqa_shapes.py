"""Shapes of grouped-query attention."""
import numpy as np

from model import Exercise

E = Exercise("gqa-shapes", 11)


def prepare(g):
    g.D, g.H, g.K, g.N, g.q = map(int, (g.d_model, g.n_heads, g.n_kv_heads, g.n_tokens,
        np.ravel(g.query_head)[0]))


def shape(rows, columns):
    return np.array([[rows, columns]], float)


E.field("d_head", lambda g, a: g.D / g.H)
E.field("query_shape", lambda g, a: shape(g.N, g.H * a.d_head))
E.field("key_shape", lambda g, a: shape(g.N, g.K * a.d_head))
E.field("group_size", lambda g, a: g.H / g.K)
E.field("kv_head", lambda g, a: float(g.q // a.group_size))
E.field("score_matrices", lambda g, a: g.H)
E.field("key_parameters", lambda g, a: g.D * g.K * a.d_head)
E.field("cache_per_token", lambda g, a: 2 * g.K * a.d_head)
E.field("times_smaller", lambda g, a: a.group_size)


def add(at):
    def wrong(name, answer, what, says, **more):
        E.wrong(name.lstrip("*"), at, answer, what, says, rare=name.startswith("*"), **more)
    return wrong


dh, qs, ks, gs, kv, sm, kp, ca, ts = map(add, E.chain)
QUERY, KV = r"query head", r"key-value head|kv"
dh("by_kv", lambda g, a: g.D / g.K, "divided by the key-value heads", KV)
dh("all", lambda g, a: g.D, "d_model: not divided", r"divid|all heads|d_model")
dh("by_group", lambda g, a: g.D / (g.H / g.K), "divided by the group size", r"group")
dh("by_sum", lambda g, a: g.D / (g.H + g.K), "divided by all heads together",
   r"key-value|together|sum|query heads")
dh("by_tokens", lambda g, a: g.D / g.N, "divided by the tokens", r"token")
dh("*times", lambda g, a: g.D * g.H, "multiplied", r"multipl|divid")
dh("*three", lambda g, a: g.D / (3 * g.H), "divided among Q, K, V too", r"Q, K|three|3")
dh("*root", lambda g, a: float(np.sqrt(g.D)), "√d_model", r"root|divid")
dh("*heads", lambda g, a: g.H, "the number of heads", r"number of|how many|width")
dh("*half", lambda g, a: g.D / g.H / 2, "half", r"half|halv")
dh("*upside", lambda g, a: g.H / g.D, "upside down", r"upside|other way|divid")


def shape_mistakes(wrong, heads, others, own):
    """Of the shape of Q or K; `heads` gives how many it has, `others` how many the other one."""
    wrong("turned", lambda g, a: shape(heads(g) * a.d_head, g.N), "rows and columns exchanged",
          r"row|exchang|column|other way|token", names="transposed_product shape_transposed")
    wrong("one_head", lambda g, a: shape(g.N, a.d_head), "one head only",
          r"one head|single|all|side by side|each head")
    wrong("other", lambda g, a: shape(g.N, others(g) * a.d_head), "as many as the other has",
          r"head|K|Q")
    wrong("weights", lambda g, a: shape(g.D, heads(g) * a.d_head),
          "the shape of the weight matrix", r"W_|weight|token|row")
    wrong("square", lambda g, a: shape(g.N, g.N), "that of the scores", r"score|token|width")
    wrong("heads_rows", lambda g, a: shape(heads(g), a.d_head), "heads for rows",
          r"head|token|row")
    wrong("heads_columns", lambda g, a: shape(g.N, heads(g)), "heads for columns",
          r"head|width|column")
    wrong("*stacked", lambda g, a: shape(g.N * heads(g), a.d_head), "heads above one another",
          r"above|side by side|stack|beside|row")
    wrong("*heads_d", lambda g, a: shape(heads(g), g.D), "heads by d_model", r"head|token|row")
    wrong("again", lambda g, a: shape(g.N, heads(g) * g.D), "d_model for each head",
          r"each head|d_model|again|once more|times")
    wrong("*group" if own == "query" else "group", lambda g, a: shape(g.N, g.H / g.K * a.d_head),
          "group size times the width", r"group")
    wrong("*one_token", lambda g, a: shape(1, heads(g) * a.d_head), "one token", r"token|row")
    wrong("*half", lambda g, a: shape(g.N, heads(g) * a.d_head / 2), "half as wide",
          r"half|wide|width|column")
    wrong("*three", lambda g, a: shape(g.N, 3 * heads(g) * a.d_head), "Q, K, V side by side",
          r"three|V|side by side|3")
    wrong("*both", lambda g, a: shape(g.N, (g.H + g.K) * a.d_head), "both kinds of heads",
          r"both|key-value|query heads|together")


shape_mistakes(qs, lambda g: g.H, lambda g: g.K, "query")
shape_mistakes(ks, lambda g: g.K, lambda g: g.H, "key")
ks("with_v", lambda g, a: shape(g.N, 2 * g.K * a.d_head), "K and V together",
   r"V\b|both|K and V|together|cache|twice")
ks("over", lambda g, a: shape(g.N, g.D / g.K), "d_model over the key-value heads",
   r"divid|multipl|key-value|head")
ks("fewer_rows", lambda g, a: shape(g.N * g.K / g.H, g.D), "fewer tokens instead of fewer columns",
   r"token|row|column")
gs("kv", lambda g, a: g.K, "the key-value heads", KV + "|how many groups|number of groups")
gs("heads", lambda g, a: g.H, "the query heads", r"all|divid|key-value|query heads")
gs("upside", lambda g, a: g.K / g.H, "upside down", r"upside|other way|inver|divid")
gs("difference", lambda g, a: g.H - g.K, "the difference", r"subtract|difference|divid")
gs("*one_less", lambda g, a: g.H / g.K - 1, "one less", r"itself|one|count|share")
gs("*one_more", lambda g, a: g.H / g.K + 1, "one more", r"one|count|key-value")
gs("*product", lambda g, a: g.H * g.K, "the product", r"multipl|product|divid")
gs("*one", lambda g, a: 1, "1", r"share|group|own|multi-head|one")
gs("*width", lambda g, a: a.d_head / g.K, "the head's width divided", r"width|heads|divid")
gs("*two", lambda g, a: 2 * g.H / g.K, "K and V counted both", r"V\b|twice|both|2")
kv("modulo", lambda g, a: g.q % g.K, "by turns: modulo", r"turn|neighbour|modulo|remainder|every",
   names="heads_split_wrongly")
kv("modulo_group", lambda g, a: g.q % a.group_size, "its place in the group",
   r"place|remainder|within|group|modulo")
kv("from_1", lambda g, a: g.q // a.group_size + 1, "counted from 1", r"from (0|1)|count")
kv("before", lambda g, a: (g.q - 1) // a.group_size, "query head counted from 1",
   r"from (0|1)|count")
kv("itself", lambda g, a: g.q, "its own number", r"own number|same number|same head|multi-head")
kv("rounded", lambda g, a: float(np.floor(g.q / a.group_size + 0.5)), "rounded, not cut",
   r"round|down|cut")
kv("up", lambda g, a: float(np.ceil(g.q / a.group_size)), "rounded up", r"round|rounded up|cut")
kv("fraction", lambda g, a: g.q / a.group_size, "not rounded", r"round|whole|fraction|cut|down")
kv("by_kv", lambda g, a: g.q // g.K, "divided by the number of key-value heads",
   r"number of key-value|how many key-value")
kv("*backwards", lambda g, a: g.K - 1 - g.q // a.group_size, "counted from the end",
   r"end|back|revers|last")
kv("*zero", lambda g, a: 0, "0", r"first|group|multi-query|all|neighbour")
kv("*last", lambda g, a: g.K - 1, "the last one", r"last (one|head)")
sm("kv", lambda g, a: g.K, "one for each key-value head", r"key-value|query head|share")
sm("one", lambda g, a: 1, "one", r"one|each|every|head")
sm("group", lambda g, a: a.group_size, "one for each of a group", r"group")
sm("sum", lambda g, a: g.H + g.K, "all heads together", r"key-value|together|both|query head")
sm("product", lambda g, a: g.H * g.K, "each with each", r"each|every|product|multipl|own|only")
sm("cells", lambda g, a: g.N ** 2, "cells of one", r"cells|entries|size|numbers")
sm("all_cells", lambda g, a: g.H * g.N ** 2, "cells of all", r"cells|entries|size|numbers")
sm("tokens", lambda g, a: g.N, "one for each token", r"token")
sm("*tokens_heads", lambda g, a: g.N * g.H, "one for each token and head", r"token")
sm("*double", lambda g, a: 2 * g.H, "two for each head", r"two|twice|value")
sm("*three", lambda g, a: 3 * g.H, "three for each head", r"three|Q, K")
kp("full", lambda g, a: g.D * g.H * a.d_head, "as many as W_Q",
   r"W_Q|query heads|every|multi-head|key-value")
kp("one_head", lambda g, a: g.D * a.d_head, "one head only", r"one (key-value )?head|single|all")
kp("bias", lambda g, a: (g.D + 1) * g.K * a.d_head, "with biases", r"bias", names="biases_counted")
kp("with_v", lambda g, a: 2 * g.D * g.K * a.d_head, "W_K and W_V", r"W_V|both|two|twice|together")
kp("tokens", lambda g, a: g.N * g.K * a.d_head, "the cells of K",
   r"token|cells|K itself|weight|shape of K")
kp("activations", lambda g, a: g.N * g.D * g.K * a.d_head, "MACs", r"token|MAC|multipl")
kp("width", lambda g, a: g.K * a.d_head, "the columns only", r"row|column|d_model|matrix|bias")
kp("square_head", lambda g, a: g.K * a.d_head ** 2, "d_head × d_head for each head",
   r"d_head|d_model|input|wide")
kp("all", lambda g, a: g.D * g.K * g.D, "d_model for each head", r"each|d_model|again|head")
kp("heads_again", lambda g, a: g.D * g.K * g.K * a.d_head, "times the heads once more",
   r"twice|once more|again", names="counted_per_head_again")
kp("group", lambda g, a: g.D * g.H / g.K * a.d_head, "group size for heads", r"group")
kp("*d_kv", lambda g, a: g.D * g.K, "width left out", r"width|d_head|wide")
kp("*bytes", lambda g, a: 2 * 2 * g.D * g.K * a.d_head, "bytes, both matrices",
   r"byte|W_V|both|four|4")
kp("*square_group", lambda g, a: (g.K * a.d_head) ** 2, "as a square", r"square|d_model|row|input")
ca("k_only", lambda g, a: g.K * a.d_head, "keys only", r"value|V\b|keys (only|alone)|both|half")
ca("full", lambda g, a: 2 * g.H * a.d_head, "as without sharing",
   r"query head|shar|every|multi-head|key-value")
ca("one_head", lambda g, a: 2 * a.d_head, "one head only", r"one|all|each|key-value heads")
ca("bytes", lambda g, a: 4 * g.K * a.d_head, "bytes (2 each)", r"byte|twice|factor")
ca("bytes_4", lambda g, a: 8 * g.K * a.d_head, "bytes (4 each)", r"byte|factor|4", )
ca("tokens", lambda g, a: 2 * g.N * g.K * a.d_head, "all tokens", r"token")
ca("heads", lambda g, a: 2 * g.K, "heads, not numbers", r"width|wide|d_head|numbers")
ca("model", lambda g, a: g.D, "d_model", r"d_model|K and V|key-value|both")
ca("with_q", lambda g, a: 2 * g.K * a.d_head + g.H * a.d_head, "queries too", r"quer|Q\b")
ca("group", lambda g, a: 2 * g.H / g.K * a.d_head, "group size for heads", r"group")
ca("*three", lambda g, a: 3 * g.K * a.d_head, "three: with queries", r"three|quer|two|3|Q\b")
ca("*parameters", lambda g, a: 2 * a.key_parameters, "the parameters", r"parameter|W_|weight")
ca("*square", lambda g, a: (g.K * a.d_head) ** 2, "squared", r"squar|twice|2")
ca("each_d", lambda g, a: 2 * g.K * g.D, "d_model for each head", r"d_model|each|width|wide|again")
ts("kv", lambda g, a: g.K, "the key-value heads", r"key-value|how many")
ts("upside", lambda g, a: g.K / g.H, "upside down",
   r"upside|other way|inver|10 for|how many times|small")
ts("heads", lambda g, a: g.H, "the query heads: as multi-query",
   r"multi-query|one key-value|query heads|head")
ts("double", lambda g, a: 2 * a.group_size, "K and V counted twice", r"twice|both|2|V\b")
ts("half", lambda g, a: a.group_size / 2, "halved", r"half|both|2|V\b|twice")
ts("square", lambda g, a: a.group_size ** 2, "squared: K and V", r"squar|both|once")
ts("difference", lambda g, a: 2 * (g.H - g.K) * a.d_head, "the difference",
   r"difference|subtract|how many times")
ts("*per_cent", lambda g, a: 100 * g.K / g.H, "in per cent", r"per ?cent|share|100",
   names="percentage")
ts("*one_less", lambda g, a: a.group_size - 1, "one less", r"less|by|one|times")
ts("*one", lambda g, a: 1, "1: the same", r"same|share|1")
qs("head_axis", lambda g, a: np.array([[g.H, g.N, g.D / g.H]]), "the heads as an axis",
   r"heads? ha")
ks("head_axis", lambda g, a: np.array([[g.K, g.N, g.D / g.H]]), "the heads as an axis",
   r"heads? ha")
sm("less", lambda g, a: g.H - g.K, "key-value heads taken away", r"taken away")
sm("*half", lambda g, a: g.H / 2, "half of the heads", r"half|fewer|shared")
kp("thousands", lambda g, a: g.D * g.K * (g.D // g.H) // 1000, "in thousands", r"thousand")
kp("rounded", lambda g, a: round(g.D * g.K * (g.D // g.H) / 1e5) * 1e5, "rounded", r"rounded")
ca("of_a_group", lambda g, a: 2 * g.K * a.d_head * g.K / g.H, "divided by the group once more",
   r"divide|one head|less")
ca("*whole_width_bytes", lambda g, a: 4 * g.D, "d_model, in bytes", r"byte|quer")
ts("two", lambda g, a: 2, "2, for K and V", r"keys and values|half")
