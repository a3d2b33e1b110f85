"""Single answers with verdicts of their own: right ones oddly written, wrong ones nearly right."""
import program
from judging import Outcome, charged, fields_of, setting
from sheet import sheet

# (exercise, question, text): right with the numbers of variant 0, beside the solution of the rest
RIGHT = [
    ("attention-by-hand", "causal_output", "1.99 0; .66 1.34; 1 1"), ("attention-by-hand", "causal_output", "2.01 0; .66 1.34; 1 1"),
    ("attention-by-hand", "causal_weights", "0.99 0 0; .33 .67 0; .25 .25 .5"),
    ("attention-by-hand", "scores", "[1, 0, 1], [0, 1, 1], [1, 1, 2]"),
    ("attention-by-hand", "scores", "tensor([[1., 0., 1.], [0., 1., 1.], [1., 1., 2.]])"),
    ("attention-by-hand", "scores", "array([[1, 0, 1],\n       [0, 1, 1],\n       [1, 1, 2]])"),
    ("attention-by-hand", "scores", "[[1 0 1]\n [0 1 1]\n [1 1 2]]"),
    ("attention-by-hand", "scores", "[[1. 0. 1.]\n [0. 1. 1.]\n [1. 1. 2.]]"),
    ("attention-by-hand", "scores", "np.array([[1,0,1],[0,1,1],[1,1,2]])"),
    ("attention-by-hand", "scaled", "1/√2 0 1/√2; 0 1/√2 1/√2; 1/√2 1/√2 √2"),
    ("attention-by-hand", "weights", "40.1% 19.8% 40.1%; 19.8% 40.1% 40.1%; 24.8% 24.8% 50.4%"),
    ("mha-parameters", "per_projection", "262,144"), ("mha-parameters", "per_projection", "262_144"), ("mha-parameters", "per_projection",
        "512*512"), ("mha-parameters", "per_projection", "512×512"),
    ("mha-parameters", "without_biases", "1,048,576"), ("mha-parameters", "without_biases", "1_048_576"), ("mha-parameters", "without_biases",
        "4*512^2"), ("mha-parameters", "without_biases", "4*d_model^2"),
    ("mha-parameters", "per_projection", "d_model^2"), ("mha-parameters", "with_biases", "4*d_model^2 + 4*d_model"),
    ("mha-parameters", "without_biases", "1048576.0"),
    ("posenc-periods", "period_0", "2π"), ("posenc-periods", "period_0", "2*pi"), ("posenc-periods", "period_0", "2*np.pi"),
    ("posenc-periods", "period_0", "2 * math.pi"), ("posenc-periods", "period_2", "2π·10000^(2/512)"),
    ("posenc-periods", "slowest_pair", "d_model/2 - 1"), ("posenc-periods", "slowest_pair", "d_model/2 − 1"), ("posenc-periods", "slowest_pair",
        "512/2 − 1"), ("posenc-periods", "period_middle", "200π"),
    ("posenc-periods", "period_middle", "6.2832x10^2"), ("posenc-periods", "period_middle", "6.2832×10²"), ("posenc-periods", "period_middle",
        "628.32 positions"),
    ("masked-attention", "mask", "[[1,0,0,0],[1,1,0,0],[1,1,1,0],[1,1,1,1]]"),
    ("masked-attention", "mask", "tensor([[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 1, 1]])"),
    ("masked-attention", "mask",
     "[[True, False, False, False], [True, True, False, False], "
     "[True, True, True, False], [True, True, True, True]]"),
    ("attention-cost", "qkv", "3ND^2"), ("attention-cost", "qkv", "3nd^2"), ("attention-cost", "qkv", "3 n d²"), ("attention-cost", "qkv", "3 * n * d ** 2"),
    ("attention-cost", "qkv", "3·n·d²"), ("attention-cost", "scores", "n^{2}d"), ("attention-cost", "scores", "n²d"),
    ("attention-cost", "order", "max(nd^2, n^2d)"), ("attention-cost", "order", "O(nd^2 + n^2d)"), ("attention-cost", "order", "O(n²d + nd²)"),
    ("attention-cost", "order", "n*d*(n+d)"), ("attention-cost", "order", "O(nd(n+d))"),
    ("attention-cost", "crossover", "n = 2d"), ("attention-cost", "crossover", "2d"), ("attention-cost", "total", "4nd² + 2n²d"),
    ("attention-cost", "total", "2*n*d*(2*d+n)"), ("attention-cost", "total_here", "115,097,600"),
    ("attention-cost", "total_here", "1.150976e8"), ("attention-cost", "total_here", "1.150976 x 10^8"), ("attention-cost", "memory_all_heads",
        "hn²"), ("attention-cost", "lstm", "8ND²"), ("attention-cost", "rnn", "2nd^2"),
    ("half-mask", "reading", "自己回帰マスク"), ("half-mask", "reading", "自己回帰"), ("half-mask", "reading", "look-ahead mask"),
    ("half-mask", "reading", "a causal mask"), ("half-mask", "reading", "the causal one"),
    ("half-mask", "reading", "causal mask"), ("half-mask", "reading", "Causal"), ("half-mask", "reading", "因果マスク"),
    ("half-mask", "open_cells", "5*6/2"), ("half-mask", "open_cells", "15 cells"),
    ("why-sqrt-dk", "score_deviation", "√dk"), ("why-sqrt-dk", "score_deviation", "√d_k"), ("why-sqrt-dk", "score_deviation",
        "sqrt(d_k)"), ("why-sqrt-dk", "score_deviation", "d_k^0.5"),
    ("why-sqrt-dk", "score_deviation", "d_k^½"), ("why-sqrt-dk", "divisor", "√(d_k)"), ("why-sqrt-dk", "divisor", "np.sqrt(d_k)"),
    ("why-sqrt-dk", "slope_unscaled", "3.4x10^-4"), ("why-sqrt-dk", "slope_unscaled", "3.4e-4"),
    ("why-sqrt-dk", "slope_unscaled", "3.4×10⁻⁴"), ("why-sqrt-dk", "slope_unscaled", "3.4·10^-4"), ("why-sqrt-dk", "weight_unscaled",
        "99.97%"), ("why-sqrt-dk", "weight_scaled", "73.11%"), ("why-sqrt-dk", "variance_if_divided_by_d_k", "d_k^-1"),
    ("why-sqrt-dk", "variance_if_divided_by_d_k", "d_k/d_k^2"), ("why-sqrt-dk", "score_variance", "dk"),
    ("why-sqrt-dk", "product_mean", "0.0"),
    ("softmax-by-hand", "doubling_step", "np.log(2)"), ("softmax-by-hand", "doubling_step", "ln 2"), ("softmax-by-hand", "doubling_step",
        "ln(2)"), ("softmax-by-hand", "doubling_step", "log(2)"), ("softmax-by-hand", "doubling_step", "math.log(2)"),
    ("softmax-by-hand", "weights", "9.0% 24.5% 66.5%"), ("softmax-by-hand", "weights", "[0.090, 0.245, 0.665]"),
    ("softmax-by-hand", "weights", "array([0.09003057, 0.24472847, 0.66524096])"),
    ("softmax-by-hand", "weights", "[0.09003057 0.24472847 0.66524096]"),
    ("softmax-by-hand", "weights", "tensor([0.0900, 0.2447, 0.6652])"),
    ("gqa-shapes", "query_shape", "512×4096"), ("gqa-shapes", "query_shape", "512 x 4096"), ("gqa-shapes", "query_shape",
        "(512, 4096)"), ("gqa-shapes", "query_shape", "[512, 4096]"),
    ("gqa-shapes", "query_shape", "512 × 4096"), ("gqa-shapes", "query_shape", "512x4096"), ("gqa-shapes", "query_shape",
        "torch.Size([512, 4096])"), ("gqa-shapes", "key_shape", "512, 1024"), ("gqa-shapes", "group_size", "4 times"),
        ("gqa-shapes", "times_smaller", "4 times"),
    ("gqa-shapes", "times_smaller", "4×"), ("gqa-shapes", "key_parameters", "4,194,304"), ("gqa-shapes", "key_parameters",
        "4096×1024"), ("gqa-shapes", "d_head", "4096/32"), ("gqa-shapes", "d_head", "d_model/n_heads"),
    ("permutation-equivariance", "property", "順列同変性"), ("permutation-equivariance", "property", "an equivariant map"),
    ("permutation-equivariance", "property", "equivariance"), ("permutation-equivariance", "property", "permutation-equivariant"),
    ("permutation-equivariance", "property", "it is equivariant"),
    ("permutation-equivariance", "property", "同変"), ("permutation-equivariance", "property", "等変"), ("permutation-equivariance", "property", "同変 (equivariant)"),
    ("permutation-equivariance", "property", "equivariant (同変)"), ("permutation-equivariance", "pooled_property", "順列不変性"), ("permutation-equivariance", "pooled_property",
        "an invariant"), ("permutation-equivariance", "pooled_property", "不変性"),
    ("rope-rotation", "query_angle", "1.5 rad"), ("rope-rotation", "query_angle", "3/2"), ("rope-rotation", "query_angle", "1½"),
    ("rope-rotation", "query_angle", "1.5 radians"), ("rope-rotation", "query_angle", "3*0.5"),
    ("rope-rotation", "rotated_query", "(0.141, 1.995)"), ("rope-rotation", "rotated_query", "[0.14147440, 1.99498997]"),
    ("rope-rotation", "rotated_query", "2*cos(1.5) 2*sin(1.5)"), ("rope-rotation", "n_frequencies", "8/2"),
    ("rope-rotation", "n_frequencies", "d_head/2"),
    ("fully-masked-row", "filled_weights", "1/3 1/3 1/3"), ("fully-masked-row", "filled_weights", "33.3% 33.3% 33.3%"),
    ("fully-masked-row", "filled_weights", "⅓ ⅓ ⅓"), ("fully-masked-row", "added_weights", "24.8% 24.8% 50.3%"),
    ("fully-masked-row", "filled_weights", "[0.33333333, 0.33333333, 0.33333333]"),
]
# (exercise, changed answers, which question has to be charged): wrong, the rest as it should be
WRONG = [
    (3, {"slowest_period": "62832"}, "slowest_period"), (3, {"slowest_period": "2*pi*10000"},
        "slowest_period"),
    (5, {"crossover_here": "1280"}, "crossover_here"),
    (5, {"total_here": "88883200", "flop_here": "177766400"}, "total_here"),
    (5, {"total": "3nd²+2n²d"}, "total"), (5, {"crossover": "5/2*d"}, "crossover"),
    (5, {"rnn_memory": "d"}, "rnn_memory"),
    (5, {"order": "n^2*d"}, "order"), (5, {"order": "O(n²d)"}, "order"), (5, {"order": "n*d^2"},
        "order"), (5, {"rnn": "n*d^2", "lstm": "4*n*d^2"}, "rnn"), (5, {"rnn": "n*d^2"}, "rnn"),
    (5, {"total": "3nd²+2n²d", "total_here": "88883200", "flop_here": "177766400", "crossover":
         "5/2*d", "crossover_here": "1280"}, "total"),
    (5, {"crossover_here": "512"}, "crossover_here"), (5, {"flop_here": "460390400"}, "flop_here"),
    (5, {"order": "n^2.01*d"}, "order"),
    (5, {"order": "n*d*(n+d)*ln(ln(n))"}, "order"), (5, {"order": "n^2*d + n^0.99*d^2"}, "order"),
    (5, {"order": "n*d*(n+d)*sqrt(ln(n))"}, "order"), (5, {"order": "n^2.001*d + n*d^2"}, "order"),
    (6, {"reading": "literal"}, "reading"), (6, {"open_cells": "16"}, "open_cells"),
    (6, {"open_cells": "10"}, "open_cells"),
    (8, {"received_from_others": "6"}, "received_from_others"), (8, {"received_from_others": "5"},
        "received_from_others"), (8, {"received": "6"}, "received_from_others"),
    (9, {"slope_unscaled": "0.00035"}, "slope_unscaled"), (9, {"slope_unscaled": "0.00032"},
        "slope_unscaled"),
    (9, {"weight_unscaled": "0.99962", "slope_unscaled": "0.00038"}, "slope_unscaled"),
    (9, {"slope_unscaled": "0.0003"}, "slope_unscaled"),
    (9, {"divisor": "sqrt(d_k)+0.001"}, "divisor"), (9, {"score_variance": "64"},
        "score_variance"), (12, {"property": "invariant"}, "property"),
    (11, {"query_shape": "4096 512"}, "query_shape"), (11, {"query_shape": "2097152"},
        "query_shape"), (1, {"causal_output": "1.98 0; .66 1.34; 1 1"}, "causal_output"),
    (11, {"times_smaller": "25%"}, "times_smaller"), (2, {"per_projection": "262144%"},
        "per_projection"),
    (5, {"memory_one_head": "n^2/h"}, "memory_one_head"), (7, {"strongest": "40.1"}, "strongest"),
    (13, {"query_angle": "1.5 degrees"}, "query_angle"),
    (13, {"query_angle": "86°"}, "query_angle"), (14, {"filled_weights": "0.33 0.33 0.33"},
        "filled_weights"),
]
# (exercise, question, text): misspelt or unknown: unreadable, with a hint, and no attempt
UNREADABLE = [("permutation-equivariance", "property", "equivarient"), ("permutation-equivariance", "property", "invarient"),
              ("half-mask", "reading", "casual"), ("permutation-equivariance", "pooled_property", "equivarant"),
              ("half-mask", "reading", "litteral"),
              ("permutation-equivariance", "property", "associative"), ("permutation-equivariance", "property", "不偏"),
              ("half-mask", "reading", "autoregresive")]


def cases(which):
    """Which of the cases belong to an exercise."""
    for kind, rows in (("right", RIGHT), ("wrong", WRONG), ("unreadable", UNREADABLE)):
        yield from (f"{kind}:{i}" for i, r in enumerate(rows) if r[0] == which)


def judge(which, variant, case):
    """One of the cases, with the right answers to everything else."""
    kind, place = case.split(":")
    entry = {"right": RIGHT, "wrong": WRONG, "unreadable": UNREADABLE}[kind][int(place)]
    s = setting(which, 0)
    texts = sheet(s.truth, s.infos)
    changed = entry[1] if kind == "wrong" else {entry[1]: entry[2]}
    changed = {name: divided(s, name, text) if which == "keywords" else text for name,
               text in changed.items()}
    texts.update(changed)
    page = program.check(which, 0, texts)
    out = Outcome(which, 0, f"listed {kind} {changed}", True, False,
                  [f"listed_{'right' if kind == 'right' else 'wrong'}"],
                  command=program.command(which, 0, changed))
    verdicts = {f["name"]: (f["verdict"], f["message"]) for f in page["fields"]}
    if kind == "right" and charged(page):
        out.marks.append("listed_refused")
    if kind == "wrong" and entry[2] not in charged(page):
        out.marks.append("listed_through")
    if kind == "unreadable" and verdicts[entry[1]][0] != "unreadable":
        out.marks.append("listed_through")
    out.note = str({name: v for name, v in verdicts.items() if v[0] != "pass"})
    return out


def divided(s, name, number):
    """A row of sums as means over so many words."""
    return " ".join(f"{x / float(number):.4f}" for x in s.truth[name].ravel())
