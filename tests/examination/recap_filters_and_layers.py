"""Recap: filters, softmax and layers."""
import math

import numpy as np

from model import Exercise

E = Exercise("recap-filters-and-layers", 17)


def prepare(g):
    g.back, g.steps = int(g.back), int(g.steps)
    g.gap = float(np.ravel(g.scores)[1] - np.ravel(g.scores)[0])


E.field("difference", lambda g, a: "data")
E.field("average_weight", lambda g, a: g.alpha * (1 - g.alpha) ** g.back)
E.field("average_reach", lambda g, a: "all")
E.field("filter_products", lambda g, a: g.n * g.w)
E.field("gradient_grown", lambda g, a: g.factor ** g.steps)
E.field("large_scores", lambda g, a: 1 / (1 + math.exp(-g.gap)))
E.field("shift", lambda g, a: "overflow")
E.field("reordered", lambda g, a: "moved")
E.field("heads_ratio", lambda g, a: 4 / 3)
E.field("ratio_with_output", lambda g, a: 1.0)
E.field("longer_sentence", lambda g, a: 1.0)


def wrong(at, name, answer, what, says, **more):
    E.wrong(name, at, lambda g, a: answer(g), what, says, **more)


wrong("average_weight", "no_alpha", lambda g: (1 - g.alpha) ** g.back, "α left out",
      r"whole y|part went")
wrong("average_weight", "of_alpha", lambda g: g.alpha ** g.back, "powers of α", r"powers of α")
wrong("average_weight", "exchanged", lambda g: g.alpha ** g.back * (1 - g.alpha),
      "α and 1 − α exchanged", r"powers of α")
wrong("average_weight", "one_less", lambda g: g.alpha * (1 - g.alpha) ** (g.back - 1),
      "one step less", r"one step")
wrong("average_weight", "forgotten", lambda g: 0.0, "forgotten", r"forgotten")
wrong("average_weight", "newest", lambda g: g.alpha, "that of the newest", r"newest")
wrong("average_weight", "shared", lambda g: 1 / g.back, "a plain mean", r"equally|plain mean")
wrong("average_weight", "added", lambda g: g.alpha * (1 - g.alpha) * g.back, "times the steps",
      r"factor|multipl")
wrong("average_weight", "squared", lambda g: g.alpha ** 2 * (1 - g.alpha) ** g.back, "α twice",
      r"α|twice", rare=True)
wrong("filter_products", "pairs", lambda g: g.n ** 2, "all pairs", r"every other|attention")
wrong("filter_products", "places", lambda g: g.n, "one a place", r"one multiplication")
wrong("filter_products", "window", lambda g: g.w, "one place", r"one place")
wrong("filter_products", "sum", lambda g: g.n + g.w, "added", r"added")
wrong("filter_products", "valid", lambda g: (g.n - g.w + 1) * g.w, "no beginning", r"beginning")
wrong("filter_products", "additions", lambda g: g.n * (2 * g.w - 1), "additions too", r"addition")
wrong("filter_products", "blocks", lambda g: g.n / g.w, "blocks", r"divid|block", rare=True)
wrong("gradient_grown", "linear", lambda g: 1 + g.steps * (g.factor - 1), "simple interest",
      r"same amount")
wrong("gradient_grown", "times", lambda g: g.factor * g.steps, "times the steps", r"multipl")
wrong("gradient_grown", "one_less", lambda g: g.factor ** (g.steps - 1), "one step less", r"few")
wrong("gradient_grown", "upside", lambda g: g.factor ** -g.steps, "divided", r"smaller")
wrong("gradient_grown", "growth", lambda g: g.factor ** g.steps - 1, "the growth", r"grown")
wrong("gradient_grown", "one_step", lambda g: g.factor, "one step", r"one step")
wrong("gradient_grown", "e", lambda g: math.exp(g.factor * g.steps), "e to the power", r"e",
      rare=True)
wrong("large_scores", "first", lambda g: 1 / (1 + math.exp(g.gap)), "the first", r"first weight")
wrong("large_scores", "half", lambda g: 0.5, "one half", r"half")
wrong("large_scores", "all", lambda g: 1.0, "all of it", r"larger score")
wrong("large_scores", "two", lambda g: 2 ** g.gap / (1 + 2 ** g.gap), "powers of 2",
      r"powers of 2")
wrong("large_scores", "gap", lambda g: g.gap, "the difference", r"difference")
wrong("large_scores", "power", lambda g: math.exp(g.gap), "not divided", r"divid")
wrong("heads_ratio", "heads", lambda g: g.h, "the heads", r"number of heads")
wrong("heads_ratio", "same", lambda g: 1.0, "the same", r"same")
wrong("heads_ratio", "upside", lambda g: 0.75, "upside down", r"measured by")
wrong("heads_ratio", "four", lambda g: 4.0, "four matrices", r"number of matrices")
wrong("heads_ratio", "four_h", lambda g: 4 * g.h / 3, "times heads", r"number of heads")
wrong("heads_ratio", "third", lambda g: 1 / 3, "a third more", r"by how much")
wrong("ratio_with_output", "still", lambda g: 4 / 3, "4/3 still", r"missing")
wrong("ratio_with_output", "heads", lambda g: g.h, "the heads", r"number of heads")
wrong("ratio_with_output", "five", lambda g: 5 / 4, "one more", r"too many")
wrong("longer_sentence", "twice", lambda g: 2.0, "twice", r"twice")
wrong("longer_sentence", "four", lambda g: 4.0, "four times", r"four times")
wrong("longer_sentence", "nothing", lambda g: 0.0, "no more", r"by how much", rare=True)

E.choices("difference", "sum shares order")
E.choices("average_reach", "window one both")
E.choices("shift", "sum flat mean")
E.choices("reordered", "same others")
