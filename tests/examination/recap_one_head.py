"""Recap: one head and its training."""
import numpy as np

from model import Exercise

E = Exercise("recap-one-head", 16)


def prepare(g):
    for name in ("n", "d_model", "d_k", "d_v", "n_target", "n_source", "n_copied"):
        setattr(g, name, int(getattr(g, name)))
    g.row = np.ravel(g.row_weights)


def shape(rows, columns):
    return np.array([[rows, columns]], float)


E.field("order_of_steps", lambda g, a: "usual")
E.field("scores_shape", lambda g, a: shape(g.n, g.n))
E.field("output_shape", lambda g, a: shape(g.n, g.d_v))
E.field("weights_total", lambda g, a: g.n)
E.field("columns", lambda g, a: "received")
E.field("cross_sources", lambda g, a: "asked")
E.field("cross_shape", lambda g, a: shape(g.n_target, g.n_source))
E.field("learned", lambda g, a: "projections")
E.field("uniform_error", lambda g, a: 1 - 1 / g.n_copied)
E.field("copying", lambda g, a: "itself")
E.field("dropped_sum", lambda g, a: (g.row[0] + g.row[1]) / (1 - g.p))
E.field("evaluation", lambda g, a: "evaluation_mode")


def wrong(at, name, answer, what, says, **more):
    E.wrong(name, at, lambda g, a: answer(g), what, says, **more)


wrong("scores_shape", "queries", lambda g: shape(g.n, g.d_k), "the shape of Q", r"shape of Q")
wrong("scores_shape", "dimensions", lambda g: shape(g.d_k, g.d_k), "d_k × d_k", r"dimension|Kᵀ Q")
wrong("scores_shape", "input", lambda g: shape(g.n, g.d_model), "the input's", r"vector")
wrong("scores_shape", "one_row", lambda g: shape(1, g.n), "one word's", r"one word")
wrong("scores_shape", "values", lambda g: shape(g.d_v, g.d_v), "d_v × d_v", r"dimension",
      rare=True)
wrong("output_shape", "weights", lambda g: shape(g.n, g.n), "the weights'", r"shape of the weights")
wrong("output_shape", "keys", lambda g: shape(g.n, g.d_k), "as wide as keys", r"keys")
wrong("output_shape", "input", lambda g: shape(g.n, g.d_model), "as wide as X", r"input")
wrong("output_shape", "turned", lambda g: shape(g.d_v, g.n), "transposed", r"changed places")
wrong("output_shape", "one_row", lambda g: shape(1, g.d_v), "one word's", r"one word")
wrong("weights_total", "one", lambda g: 1.0, "one row", r"one row")
wrong("weights_total", "cells", lambda g: g.n ** 2, "cells counted", r"how many")
wrong("weights_total", "both", lambda g: 2 * g.n, "rows and columns", r"rows and columns|both")
wrong("weights_total", "width", lambda g: g.d_k, "the width of keys", r"width")
wrong("weights_total", "one_less", lambda g: g.n - 1, "one row missing", r"one row")
wrong("weights_total", "nothing", lambda g: 0.0, "nothing", r"negative|cancel", rare=True)
wrong("cross_shape", "turned", lambda g: shape(g.n_source, g.n_target), "transposed",
      r"changed places")
wrong("cross_shape", "self", lambda g: shape(g.n_target, g.n_target), "the translation twice",
      r"same sentence")
wrong("cross_shape", "self_source", lambda g: shape(g.n_source, g.n_source), "the other twice",
      r"same sentence")
wrong("cross_shape", "joined", lambda g: np.ones((1, 2)) * (g.n_target + g.n_source), "joined",
      r"put together")
wrong("cross_shape", "width", lambda g: shape(g.n_target, g.d_k), "n × d_k", r"width")
wrong("uniform_error", "mean", lambda g: 1 / g.n_copied, "variance of the mean", r"variance of the")
wrong("uniform_error", "independent", lambda g: 1 + 1 / g.n_copied, "variances added",
      r"independent")
wrong("uniform_error", "one", lambda g: 1.0, "that of 0", r"answers 0")
wrong("uniform_error", "none", lambda g: 0.0, "no error", r"perfect")
wrong("uniform_error", "own", lambda g: (1 - 1 / g.n_copied) ** 2, "the own part", r"others")
wrong("uniform_error", "root", lambda g: (1 - 1 / g.n_copied) ** 0.5, "its root", r"root")
wrong("uniform_error", "two", lambda g: 2.0, "two variances", r"variance", rare=True)
wrong("dropped_sum", "kept", lambda g: g.row[0] + g.row[1], "not divided", r"divided by 1")
wrong("dropped_sum", "one", lambda g: 1.0, "made 1 again", r"back to 1")
wrong("dropped_sum", "times", lambda g: (g.row[0] + g.row[1]) * (1 - g.p), "multiplied",
      r"multipl")
wrong("dropped_sum", "by_p", lambda g: (g.row[0] + g.row[1]) / g.p, "divided by p", r"share that")
wrong("dropped_sum", "all", lambda g: 1 / (1 - g.p), "none dropped", r"All three")
wrong("dropped_sum", "lost", lambda g: g.row[2], "the lost one", r"lost")
wrong("dropped_sum", "added", lambda g: g.row[0] + g.row[1] + g.p, "p added", r"p", rare=True)

E.choices("order_of_steps", "softmax_first mix_first compare_first")
E.choices("columns", "sums_too given")
E.choices("cross_sources", "target reversed split")
E.choices("learned", "weights scale softmax")
E.choices("copying", "order sentence")
E.choices("evaluation", "divide mean")
