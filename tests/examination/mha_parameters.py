"""Parameters of multi-head attention."""
from model import Exercise

E = Exercise("mha-parameters", 2)


def prepare(g):
    g.D, g.H = g.d_model, g.n_heads
    g.k = g.D / g.H


E.field("per_projection", lambda g, a: g.D * g.D)
E.field("without_biases", lambda g, a: 4 * a.per_projection)
E.field("with_biases", lambda g, a: a.without_biases + 4 * g.D)
E.field("more_heads", lambda g, a: "same")

HEADS = r"head"


def per(name, answer, what, says, **more):
    E.wrong(name, "per_projection", answer, what, says, **more)


per("one_head", lambda g, a: g.D * g.k, "one head only",
    r"one head|single head|all heads|every head")
per("dk_dk", lambda g, a: g.k * g.k, "d_k × d_k", r"d_k × d_k|d_k wide|d_k²|input")
per("heads_dk_dk", lambda g, a: g.H * g.k * g.k, "d_k × d_k for each head",
    r"d_k × d_k|d_k wide|d_k²|input")
per("heads_again", lambda g, a: g.D * g.D * g.H, "times the heads once more", HEADS,
    names="counted_per_head_again")
per("three", lambda g, a: 3 * g.D ** 2, "W_Q, W_K and W_V together", r"W_K|three|together|Q, K")
per("two", lambda g, a: 2 * g.D ** 2, "a factor 2", r"twice|FLOP|factor|2|double")
per("four", lambda g, a: 4 * g.D ** 2, "the whole layer", r"whole layer|four|all four|together")
per("bias", lambda g, a: g.D ** 2 + g.D, "with its bias", r"bias", names="biases_counted")
per("bias_dk", lambda g, a: g.D ** 2 + g.k, "with one head's bias", r"bias", rare=True)
per("d_heads", lambda g, a: g.D * g.H, "d_model times the number of heads",
    r"number of heads|d_k|width", rare=True)
per("width", lambda g, a: g.D, "one vector only", r"vector|row|matrix|square|d_model", rare=True)
per("half", lambda g, a: g.D ** 2 / 2, "half", r"half|halv", rare=True)
per("three_dk", lambda g, a: 3 * g.D * g.k, "one head's three matrices", r"one head|W_K|three",
    rare=True)
per("d_plus", lambda g, a: 2 * g.D, "d_model + d_model", r"add|product|multipl", rare=True)
per("cubed", lambda g, a: g.D ** 3, "d_model³", r"cube|³|once more|input", rare=True)


def whole(name, answer, what, says, **more):
    E.wrong(name, "without_biases", answer, what, says, **more)


P = "per_projection"
whole("no_w_o", lambda g, a: 3 * a.per_projection, "W_O forgotten", r"W_O", names="w_o_forgotten")
whole("one", lambda g, a: a.per_projection, "one projection only",
      r"one (projection|matrix)|W_Q (only|alone)")
whole("two", lambda g, a: 2 * a.per_projection, "two projections", r"two|four|W_", rare=True)
whole("five", lambda g, a: 5 * a.per_projection, "five projections", r"five|four", rare=True)
whole("heads_again", lambda g, a: 4 * a.per_projection * g.H, "times the heads once more", HEADS,
      names="counted_per_head_again")
whole("heads_again_but_w_o", lambda g, a: (3 * g.H + 1) * a.per_projection,
      "Q, K, V times the heads, W_O once", HEADS, names="counted_per_head_again")
whole("over_heads", lambda g, a: 4 * a.per_projection / g.H, "one head's share", r"one head|head")
whole("no_w_o_heads", lambda g, a: 3 * a.per_projection * g.H, "W_O forgotten and the heads again",
      r"W_O|head", rare=True, names="counted_per_head_again w_o_forgotten")
whole("w_o_one_head", lambda g, a: 3 * a.per_projection + g.k * g.D, "W_O from one head only",
      r"W_O|head")
whole("w_o_dk", lambda g, a: 3 * a.per_projection + g.k * g.k, "W_O as d_k × d_k", r"W_O|d_k",
      rare=True)
whole("w_o_heads", lambda g, a: 3 * a.per_projection + g.D * g.D * g.H, "W_O times the heads",
      r"W_O|head", rare=True)
whole("biases", lambda g, a: 4 * a.per_projection + 4 * g.D, "biases counted", r"bias",
      names="biases_counted")
whole("three_biases", lambda g, a: 4 * a.per_projection + 3 * g.D, "three biases counted", r"bias",
      names="biases_counted", rare=True)
whole("ffn", lambda g, a: 12 * a.per_projection, "the feed-forward layer counted in", r"feed|12")
whole("ffn_only", lambda g, a: 8 * a.per_projection, "twice too much: 8 d²",
      r"feed|twice|8|double|FLOP|factor", rare=True)
whole("norms", lambda g, a: 4 * a.per_projection + 2 * g.D, "a layer norm counted in", r"norm",
      rare=True)
whole("dk_dk", lambda g, a: 4 * g.k * g.k, "4 d_k²", r"d_k", rare=True)
whole("encoder", lambda g, a: 6 * a.per_projection, "6 d²", r"6|four|six", rare=True)


def bias(name, answer, what, says="bias", **more):
    E.wrong(name, "with_biases", answer, what, says, **more)


bias("none", lambda g, a: a.without_biases, "biases left out", names="biases_left_out")
bias("one", lambda g, a: a.without_biases + g.D, "one bias only")
bias("three", lambda g, a: a.without_biases + 3 * g.D, "no bias for W_O",
     r"W_O|three|output projection")
bias("two", lambda g, a: a.without_biases + 2 * g.D, "two biases", rare=True)
bias("per_head_width", lambda g, a: a.without_biases + 4 * g.k, "a bias as wide as one head",
     r"head|d_k")
bias("each_head", lambda g, a: a.without_biases + 4 * g.D * g.H, "a bias of d_model for each head",
     r"head")
bias("each_head_but_o", lambda g, a: a.without_biases + (3 * g.H + 1) * g.D, "the same, W_O once",
     r"head", rare=True)
bias("qkv_dk", lambda g, a: a.without_biases + 3 * g.k + g.D,
     "Q, K, V as wide as one head, W_O whole", r"head|d_k")
bias("single_numbers", lambda g, a: a.without_biases + 4, "one number for each layer",
     r"number|vector|output|wide|width")
bias("one_per_head", lambda g, a: a.without_biases + 4 * g.H, "one number for each head",
     r"head|wide|width|number", rare=True)
bias("one_at_all", lambda g, a: a.without_biases + 1, "one number in all", rare=True)
bias("only", lambda g, a: 4 * g.D, "the biases only", r"only|alone|bias")
bias("square", lambda g, a: 2 * a.without_biases, "a bias as large as its matrix",
     r"bias|matrix|twice")
bias("ffn", lambda g, a: a.without_biases + 9 * g.D, "with those of a feed-forward layer", r"feed",
     rare=True)
bias("plus_one_both", lambda g, a: 4 * (g.D + 1) ** 2, "(d + 1)² for each", r"input|both|row|bias",
     rare=True)
bias("minus", lambda g, a: a.without_biases - 4 * g.D, "subtracted", r"subtract|less|sign|fewer",
     rare=True)
bias("eight", lambda g, a: a.without_biases + 8 * g.D, "two biases for each", r"twice|two|8|bias",
     rare=True)
E.choices("more_heads", "halves doubles")
bias("one_head_all", lambda g, a: 4 * (g.D * g.D // g.H + g.D // g.H), "four matrices of one head",
     r"single head|one matrix")
bias("rounded", lambda g, a: round((a.without_biases + 4 * g.D) / 1e4) * 1e4, "rounded",
     r"rounded|digits", rare=True)
