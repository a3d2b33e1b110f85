"""What attention costs."""
from fractions import Fraction

from formulas import Formula, reader
from model import Exercise

E = Exercise("attention-cost", 5)
F, M, D = reader("n", "d"), reader("n", "d", "h"), reader("d")


def prepare(g):
    pass


def crossing(total, lstm):
    """The n at which both are equal, if they are of the usual form; else the true one."""
    a, b = total.terms.get((1, 2), 0), total.terms.get((2, 1), 0)
    c = lstm.terms.get((1, 2), 0)
    usual = set(total.terms) <= {(1, 2), (2, 1)} and set(lstm.terms) <= {(1, 2)}
    return Formula({(Fraction(1),): (c - a) / b}, ("d",)) if usual and b and c > a else D("2 d")


def order_of(total):
    """The order of growth of a sum: each term without its number."""
    return Formula({powers: 1 for powers in total.terms}, total.variables)


E.field("qkv", lambda g, a: F("3 n d^2"))
E.field("scores", lambda g, a: F("n^2 d"))
E.field("weighted_sum", lambda g, a: F("n^2 d"))
E.field("output_projection", lambda g, a: F("n d^2"))
E.field("total", lambda g, a: a.qkv + a.scores + a.weighted_sum + a.output_projection)
E.field("total_here", lambda g, a: a.total.at(n=g.n, d=g.d))
E.field("flop_here", lambda g, a: 2 * a.total_here)
E.field("order", lambda g, a: order_of(a.total))
E.field("dominant", lambda g, a: "projections")
E.field("rnn", lambda g, a: F("2 n d^2"))
E.field("lstm", lambda g, a: a.rnn * 4)
E.field("crossover", lambda g, a: crossing(a.total, a.lstm))
E.field("crossover_here", lambda g, a: a.crossover.at(d=g.d))
E.field("memory_one_head", lambda g, a: M("n^2"))
E.field("memory_all_heads", lambda g, a: a.memory_one_head * M("h"))
E.field("rnn_memory", lambda g, a: F("n d"))

PARAMETERS = (r"parameter|every word|each word|n words|n times|\bn\b.*(missing|forgot)|"
              r"forgot.*\bn\b")
FLOP = r"FLOP|twice|two operations|factor"
CAUSAL = r"causal|half|mask|pairs"
PLAIN = r"with itself|all pairs|pairs|order|add"


def formulas(at, rows):
    """Mistakes that are formulas: id, formula, what, says, with a star where they are rare."""
    for name, formula, what, says in rows:
        E.wrong(name.lstrip("*"), at, formula if callable(formula) else (lambda g, a,
            f=formula: f), what, says,
                rare=name.startswith("*"), names={"flop": "flop_for_mac"}.get(name, ""))


formulas("qkv", [
    ("parameters", F("3 d^2"), "parameters: n forgotten", PARAMETERS),
    ("one", F("n d^2"), "one projection only", r"one|three|3"),
    ("flop", F("6 n d^2"), "FLOP", FLOP),
    ("vectors", F("3 n d"), "cells of Q, K and V",
     r"cells|size|product|entries|numbers|square|d²"),
    ("no_d2", F("3 n^2 d"), "n and d exchanged", r"exchang|n²|square|other way|pairs"),
    ("four", F("4 n d^2"), "four projections", r"W_O|four|three|output"),
    ("*two", F("2 n d^2"), "two projections", r"two|three|FLOP"),
    ("*cubed", F("n d^6"), "multiplied, not added", r"add|product|multipl"),
    ("*heads", F("3/8 n d^2"), "one head only", r"head"),
    ("*squared", F("3 n^2 d^2"), "n² d²", r"n²|once|twice"),
    ("*added", F("3 n d", "3 d^2"), "added sizes", r"add|multipl|product|size"),
])
for at, other, made in (("scores", "values", "Q and K"), ("weighted_sum", "keys", "A and V")):
    formulas(at, [
        ("cells", F("n^2"), "the cells of the matrix only",
         r"numbers come out|cells|entries|each (cell|number|entry)|"
         r"d (multipl|MAC|products)|\bd\b"),
        ("causal", F("1/2 n^2 d"), "half for a causal mask", CAUSAL),
        ("pairs", F("1/2 n^2 d", "1/2 n d"), "n(n + 1)/2 pairs", CAUSAL),
        ("*pairs_less", F("1/2 n^2 d", "-1/2 n d"), "n(n − 1)/2 pairs", CAUSAL),
        ("d2", F("n d^2"), "n and d exchanged",
         r"exchang|d²|square|other way|project|pairs|every word"),
        ("squares", F("n^2 d^2"), "n² d²", r"n²d²|once|twice|square"),
        ("flop", F("2 n^2 d"), "FLOP", FLOP),
        ("one_query", F("n d"), "one query only, or the cells of A V" if at == "weighted_sum"
         else "one query only", r"numbers come out|" +
          r"one (query|word|row)|each (query|word)|n queries|all|every"),
        ("*cubed", F("n^3"), "n³", r"n³|width|\bd\b"),
        ("*heads", F("1/8 n^2 d"), "one head only", r"head"),
        ("*others", F("n^2 d", "-1 n d"), "without the diagonal", r"itself|diagonal|own"),
        ("*plus", F("2 n d"), "sizes added", r"add|size|multipl|product"),
        ("*softmax", F("n^2 d", "n^2"), "softmax counted in", r"softmax|scale|n²"),
    ])
formulas("output_projection", [
    ("parameters", F("d^2"), "parameters: n forgotten", PARAMETERS),
    ("flop", F("2 n d^2"), "FLOP", FLOP),
    ("three", F("3 n d^2"), "three matrices", r"three|one"),
    ("cells", F("n d"), "cells of the output", r"cells|entries|numbers|size|product|\bd\b"),
    ("n2d", F("n^2 d"), "n² d", r"pairs|exchang|n²|word"),
    ("*one_head", F("1/8 n d^2"), "one head only", r"head"),
    ("*squares", F("n^2 d^2"), "n² d²", r"n²|once"),
    ("*cubed", F("d^3"), "d³", r"d³|\bn\b|word"),
    ("*four", F("4 n d^2"), "as large as a feed-forward layer", r"feed|four|one"),
])
formulas("total", [
    ("no_w_o", lambda g, a: a.qkv + a.scores + a.weighted_sum, "output projection forgotten",
     r"W_O|output|fourth|four|three"),
    ("no_qkv", lambda g, a: a.scores + a.weighted_sum + a.output_projection, "Q, K, V forgotten",
     r"projection|Q, K"),
    ("pairs_only", lambda g, a: a.scores + a.weighted_sum, "all projections forgotten",
     r"projection"),
    ("projections_only", lambda g, a: a.qkv + a.output_projection, "products over pairs forgotten",
     r"pairs|scores|product"),
    ("one_product", lambda g, a: a.qkv + a.scores + a.output_projection,
     "one of the two products forgotten", r"product|weighted sum|scores|A V|one of"),
    ("flop", lambda g, a: (a.qkv + a.scores + a.weighted_sum + a.output_projection) * 2, "FLOP",
     FLOP),
    ("order", F("n d^2", "n^2 d"), "constants left out", r"constant|order|exact|factor"),
    ("parameters", F("4 d^2", "2 n^2 d"), "n forgotten in the projections", PARAMETERS),
    ("causal", F("4 n d^2", "n^2 d"), "half for a causal mask", CAUSAL + r"|product|one of"),
    ("heads", F("4 n d^2", "2 n^2"), "d forgotten in the products", r"\bd\b|cells"),
    ("*exchanged", F("2 n d^2", "4 n^2 d"), "2 and 4 exchanged", r"exchang|other way|four|two"),
    ("*multiplied", F("8 n^3 d^3"), "multiplied, not added", r"add|multipl|product"),
    ("*projections_twice", F("8 n d^2", "2 n^2 d"), "with the feed-forward layer or FLOP",
     r"feed|twice|projection|FLOP"),
    ("*ffn", F("12 n d^2", "2 n^2 d"), "with the feed-forward layer", r"feed"),
    ("*softmax", F("4 n d^2", "2 n^2 d", "n^2"), "softmax counted", r"softmax|n²"),
])
E.wrong("halved", "flop_here", lambda g, a: a.total_here / 2, "halved",
        r"halv|half|double|two FLOP|twice|other way")
E.wrong("same", "flop_here", lambda g, a: a.total_here, "not doubled", r"multiply-add|MAC|two",
        names="mac_for_flop")
E.wrong("four", "flop_here", lambda g, a: 4 * a.total_here, "doubled twice", r"twice|four|once|4")
E.wrong("squared", "flop_here", lambda g, a: a.total_here ** 2, "squared", r"squar", rare=True)
E.wrong("three", "flop_here", lambda g, a: 3 * a.total_here, "three FLOP for a MAC",
        r"two|three|3", rare=True)
for name, value, what, says, rare in [
        ("thousand", lambda g, a: a.total_here / 1000, "in thousands", r"thousand|1000|unit",
         True),
        ("million", lambda g, a: a.total_here / 1e6, "in millions", r"million|unit|10", False),
        ("flop", lambda g, a: 2 * a.total_here, "in FLOP", FLOP, False),
        ("parameters", lambda g, a: 4 * g.d ** 2 + 2 * g.n ** 2 * g.d,
         "n forgotten in the projections", PARAMETERS, False),
        ("exchanged", lambda g, a: a.total.at(n=g.d, d=g.n), "n and d exchanged",
         r"exchang|other way|swap", False),
        ("no_square", lambda g, a: 4 * g.n * g.d + 2 * g.n * g.d, "squares forgotten", r"squar",
         True),
        ("square_of_all", lambda g, a: (4 * g.n * g.d) ** 2 + (2 * g.n) ** 2 * g.d,
         "the number squared too", r"squar|parenth|power", True),
        ("no_w_o", lambda g, a: 3 * g.n * g.d ** 2 + 2 * g.n ** 2 * g.d,
         "output projection forgotten", r"W_O|output|three|four|formula", False),
        ("per_word", lambda g, a: a.total_here / g.n if hasattr(a, "total_here") else 0,
         "for one word", r"one word|each word|per word", True),
        ("order", lambda g, a: g.n * g.d ** 2 + g.n ** 2 * g.d, "constants left out",
         r"constant|factor|order|formula", False),
        ("pairs_only", lambda g, a: 2 * g.n ** 2 * g.d, "the products only", r"projection|formula",
         False),
        ("projections_only", lambda g, a: 4 * g.n * g.d ** 2, "the projections only",
         r"pairs|product|formula", False)]:
    E.wrong(name, "total_here", lambda g, a, v=value: v(g, with_total(g, a)), what, says,
            rare=rare,
            names={"flop": "flop_for_mac"}.get(name, ""))


def with_total(g, a):
    """The answers with the total worked out."""
    a.total_here = a.total.at(n=g.n, d=g.d)
    return a


formulas("order", [
    ("n2d", F("n^2 d"), "only the products: n² d", r"projection|large n|nd²|d.*larger"),
    ("nd2", F("n d^2"), "only the projections: n d²", r"pairs|n²d|n.*larger|product"),
    ("n2", F("n^2"), "n²: d taken for a constant", r"\bd\b|constant|width"),
    ("squares", F("n^2 d^2"), "n² d²", r"sum|product|add|multipl|n²d²"),
    ("*n", F("n"), "n", r"\bd\b|n²|square|pairs"),
    ("*nd", F("n d"), "n d", r"n²|square|pairs|each"),
    ("*n3", F("n^3"), "n³", r"\bd\b|n³"),
    ("*n2_d2", F("n^2", "d^2"), "n² + d²", r"n²d|product|factor|times"),
    ("*nd2_only_one", F("n d^2", "n^2"), "d forgotten in n²", r"\bd\b|n²d"),
    ("*d2", F("d^2"), "d²", r"\bn\b|n²|word"),
])
E.choices("dominant", "pairs equal")
formulas("rnn", [
    ("one_product", F("n d^2"), "one product only", r"input|state|two|both"),
    ("one_step", F("2 d^2"), "one step only", r"step|each word|n words|\bn\b|parameter"),
    ("one_step_one", F("d^2"), "one step, one product", r"step|\bn\b|parameter|word"),
    ("n2d", F("n^2 d"), "n² d", r"n²|pairs|exchang|step"),
    ("two_n2d", F("2 n^2 d"), "2n² d: n and d exchanged", r"exchang|n²|pairs|other way"),
    ("flop", F("4 n d^2"), "FLOP", FLOP),
    ("three", F("3 n d^2"), "an output matrix too", r"three|output|input|two"),
    ("*vectors", F("2 n d"), "vectors only", r"matrix|d²|square|d × d"),
    ("*squared", F("n d^4"), "products multiplied", r"add|multipl"),
    ("*n_squared", F("2 n^2 d^2"), "n² d²", r"n²|once|step"),
])
formulas("lstm", [
    ("one_gate", lambda g, a: a.rnn, "as an RNN: gates forgotten", r"gate|four|4"),
    ("three_gates", lambda g, a: a.rnn * 3, "three gates (a GRU)", r"three|gate|GRU|four"),
    ("one_product", F("4 n d^2"), "four gates, one product", r"input|state|both|two"),
    ("one_step", F("8 d^2"), "one step only", r"step|\bn\b|parameter|word"),
    ("flop", lambda g, a: a.rnn * 8, "FLOP", FLOP),
    ("five", lambda g, a: a.rnn * 5, "five", r"five|four|gate"),
    ("two", lambda g, a: a.rnn * 2, "two gates", r"two|gate|four"),
    ("*power", F("16 n d^8"), "to the power of 4", r"power|four|add"),
    ("*wider", F("2 n d^2", "4 n d"), "gates as vectors", r"gate|matrix|matrices|four"),
    ("*n2d", F("8 n^2 d"), "n and d exchanged", r"exchang|n²|step"),
    ("*wide_16", F("32 n d^2"), "a matrix four times as wide and high", r"width|wide|four|gate"),
])
formulas("crossover", [
    ("d", D("d"), "n = d: orders compared", r"order|constant|factor"),
    ("four_d", D("4 d"), "projections forgotten: 2n² d = 8n d²",
     r"projection|forgot|left out|product"),
    ("half_d", D("1/2 d"), "solved upside down", r"upside|inver|other way|exchang"),
    ("five_halves", D("5/2 d"), "three projections", r"three|W_O|output"),
    ("three_halves", D("3/2 d"), "n/d solved wrongly", r"projection|solve|both sides"),
    ("six_d", D("6 d"), "added instead of subtracted", r"add|sign|subtract|both sides"),
    ("*six_d_over", D("3 d"), "one product or RNN-like", r"product|both|add|subtract|one", ),
    ("eight_d", D("8 d"), "only LSTM's number", r"8|divid|project"),
    ("*rnn", D("1/4 d"), "against an RNN", r"RNN|upside"),
    ("*square", D("2 d^2"), "d not divided out", r"divid|d²|square"),
    ("*root", D("2 d^1/2"), "a root taken", r"root"),
    ("book", D("512"), "the book's 512", r"512|formula|law"),
    ("*two", D("2"), "d lost", r"\bd\b"),
])
for name, value, what, says, rare in [
        ("d", lambda g, a: g.d, "n = d", r"order|constant|formula|your", False),
        ("half", lambda g, a: g.d / 2, "d/2", r"upside|half|formula|inver", False),
        ("n", lambda g, a: g.n, "the given n", r"given|\bn\b|formula", True),
        ("four", lambda g, a: 4 * g.d, "4 d", r"projection|formula|four|twice", False),
        ("five_halves", lambda g, a: 2.5 * g.d, "5/2 d", r"three|W_O|formula", False),
        ("times_n", lambda g, a: 2 * g.n, "2 n", r"\bd\b|\bn\b|formula", True),
        ("square", lambda g, a: 2 * g.d ** 2, "2 d²", r"square|d²|formula", True)]:
    E.wrong(name, "crossover_here", value, what, says, rare=rare)
formulas("memory_one_head", [
    ("cells_with_d", M("n^2 d"), "MACs instead of numbers", r"MAC|\bd\b|one number|each pair"),
    ("nd", M("n d"), "the vectors", r"pair|vector|n²|each word|\bd\b"),
    ("bytes", M("4 n^2"), "bytes (4 each)", r"byte"),
    ("bytes_2", M("2 n^2"), "bytes (2 each) or two matrices", r"byte|two|twice"),
    ("shared", M("n^2 h^-1"), "n² shared among the heads", r"head|shar|divid"),
    ("all", M("h n^2"), "all heads", r"head"),
    ("causal", M("1/2 n^2", "1/2 n"), "the open cells of a causal mask", CAUSAL),
    ("half", M("1/2 n^2"), "half of them", CAUSAL),
    ("n", M("n"), "one row", r"row|each|query|n²|pair"),
    ("*d2", M("d^2"), "d²: the parameters", r"parameter|d²|word|matrix"),
    ("*others", M("n^2", "-1 n"), "without the diagonal", r"diagonal|itself|own"),
    ("*nd_h", M("n d h^-1"), "the vectors of a head", r"vector|pair|n²|\bd\b"),
])
formulas("memory_all_heads", [
    ("shared", lambda g, a: a.memory_one_head, "n²: the heads share it", r"head|shar|each"),
    ("over_h", lambda g, a: a.memory_one_head * M("h^-1"), "divided by h", r"divid|head|shar"),
    ("with_d", M("h n^2 d"), "MACs instead of numbers", r"MAC|\bd\b|one number"),
    ("vectors", M("n d"), "the output of the heads", r"vector|pair|output|n²|\bd\b"),
    ("bytes", lambda g, a: a.memory_one_head * M("4 h"), "bytes", r"byte"),
    ("h_squared", lambda g, a: a.memory_one_head * M("h^2"), "h² n²", r"once|square|h²|twice"),
    ("*eight", M("8 n^2"), "8 heads taken", r"\bh\b|8|letter"),
    ("*added", lambda g, a: a.memory_one_head + M("h"), "added", r"add|times|multipl"),
    ("*h_n", M("h n"), "h n", r"n²|row|pair|square"),
])
formulas("rnn_memory", [
    ("n", F("n"), "n: each state a number", r"vector|\bd\b|d numbers"),
    ("one_state", F("d"), "the last state only", r"last|one state|all n|\bn\b"),
    ("n2", F("n^2"), "n²", r"pair|attention|n²|state"),
    ("d2", F("d^2"), "d²: the weights", r"weight|parameter|matrix|d²"),
    ("parameters", F("2 d^2"), "2d²: the parameters", r"weight|parameter|matrix|matrices|d²"),
    ("macs", F("n d^2"), "MACs", r"MAC|square|d²|numbers"),
    ("two", F("2 n d"), "inputs and states", r"input|twice|two|cell|LSTM"),
    ("*n2d", F("n^2 d"), "n² d", r"n²|pair|square"),
    ("bytes", F("4 n d"), "bytes", r"byte"),
    ("*one", F("1"), "one number", r"vector|state|\bd\b"),
])

E.wrong("digit_lost", "total_here", lambda g, a: float(int(a.total.at(n=g.n, d=g.d) / 10)),
        "a digit lost at the end", r"digit|ten", names="digit_missing")
E.wrong("one_product_doubled", "flop_here",
        lambda g, a: 8.0 * g.n * g.d ** 2 + 2.0 * g.n ** 2 * g.d, "one product, or one part doubled",
        r"part")
