"""Masked attention."""
import numpy as np

from model import Exercise
from stages import (causal, masked, mask_mistakes, output_mistakes, product_mistakes, softmax,
                    softmax_mistakes, SAYS)

E = Exercise("masked-attention", 4)


def prepare(g):
    g.d_k = g.Q.shape[1]


def scaled(g, a):
    return a.scores / np.sqrt(g.d_k)


E.field("mask", lambda g, a: causal(4, 4))
E.field("scores", lambda g, a: g.Q @ g.K.T)
E.field("weights", lambda g, a: softmax(masked(scaled(g, a), a.mask)))
E.field("output", lambda g, a: a.weights @ g.V)
E.field("changed", lambda g, a: "last")
E.field("leak", lambda g, a: "every")


def mask(name, answer, what, says, **more):
    E.wrong(name, "mask", answer, what, says, **more)


ONES = np.ones((4, 4))
mask("none", lambda g, a: ONES, "no mask at all",
     r"no mask|everything|every (word|cell|query)|all (words|cells)|"
     r"nothing is (blocked|hidden)|later")
mask("block", lambda g, a: 1 - causal(4, 4), "a block-mask", r"other way|block|revers",
     names="mask_reversed")
mask("upper", lambda g, a: np.triu(ONES), "the upper triangle: itself and what comes later",
     r"later|upper|rows and columns|transpos|other way|exchang",
     names="transposed_product mask_transposed mask_reversed")
mask("not_itself", lambda g, a: np.tril(ONES, -1), "cannot see itself", SAYS["self"])
mask("next_too", lambda g, a: np.tril(ONES, 1), "sees the next word",
     r"next|one (word |place )?too|follow")
mask("itself_only", lambda g, a: np.eye(4), "sees itself only", SAYS["self"])
mask("not_diagonal", lambda g, a: 1 - np.eye(4), "everything but itself", SAYS["self"], rare=True)
mask("window_2", lambda g, a: np.tril(ONES) - np.tril(ONES, -2), "itself and the one before only",
     r"before|window", rare=True)
mask("window_3", lambda g, a: np.tril(ONES) - np.tril(ONES, -3), "a window of three",
     r"before|window|first", rare=True)
mask("previous_only", lambda g, a: np.eye(4, k=-1), "only the word before", r"before|itself",
     rare=True)
mask("anti", lambda g, a: np.fliplr(np.tril(ONES)), "mirrored left to right",
     r"mirror|revers|order|right", names="triangle_mirrored", rare=True)
mask("upside_down", lambda g, a: np.flipud(np.tril(ONES)), "upside down",
     r"upside|mirror|revers|order", names="triangle_mirrored", rare=True)
mask("zeros", lambda g, a: 0 * ONES, "all zeros", r"nothing|zero|0|nobody|blocked", rare=True)
mask("padding", lambda g, a: ONES * [1, 1, 1, 0], "last word hidden from all", r"last|padding",
     rare=True)
mask("halves", lambda g, a: np.kron(np.tril(np.ones((2, 2))), np.ones((2, 2))), "blocks of two",
     r"block|two|half", rare=True)
mask("first_column", lambda g, a: np.maximum(np.eye(4), ONES * [1, 0, 0, 0]),
     "itself and the first word", r"first", rare=True)

product_mistakes(E)
E.wrong("masked_infinite", "scores", lambda g, a: np.where(a.mask > 0, g.Q @ g.K.T, -1e9),
        "masked with a large negative number", r"mask", rare=True)
softmax_mistakes(E, "weights", scaled, lambda g, a: a.scores, lambda g, a: a.mask)
mask_mistakes(E, "weights", scaled, lambda g, a: a.mask)
E.wrong("root_8", "weights", lambda g, a: softmax(masked(a.scores / np.sqrt(8), a.mask)),
        "√8: d_k taken twice", r"√8|√d_k|scal", rare=True)
E.wrong("by_root_dv", "weights", lambda g, a: softmax(masked(a.scores / np.sqrt(2), a.mask)),
        "√2: the width of the values", r"value|d_v|√2|width", rare=True)
output_mistakes(E, "output", lambda g, a: a.weights, mask=lambda g, a: a.mask, scaled=scaled)
E.wrong("unmasked", "output", lambda g, a: softmax(scaled(g, a)) @ g.V,
        "from the unmasked weights", r"mask")
E.wrong("output_masked", "output", lambda g, a: np.tril(np.ones((4, 2))) * (a.weights @ g.V),
        "the output masked too", r"mask", rare=True)
E.wrong("values_before", "output", lambda g, a: a.weights @ np.vstack([np.zeros((1, 2)),
    g.V[:-1]]), "each weight with the value of the word before", r"before|place|row", rare=True)
def seen(g, a):
    return softmax(masked(scaled(g, a), a.mask))


def kept(g, a):
    return softmax(scaled(g, a)) * a.mask


def weights(name, answer, what, says, **more):
    E.wrong(name, "weights", answer, what, says, **more)


mask("first_row_open", lambda g, a: np.vstack([ONES[:1], causal(4, 4)[1:]]),
     "the first row open", r"first row", rare=True)
E.wrong("keys_first", "scores", lambda g, a: g.K @ g.Q, "K Q", r"K Q", rare=True)
E.wrong("three_components", "scores", lambda g, a: g.Q[:, :3] @ g.K[:, :3].T,
        "the last component left out", r"component", rare=True)
weights("counted_as_zero", lambda g, a: softmax(masked(scaled(g, a), a.mask, 0)) * a.mask,
        "0 for −∞, shown as 0", r"\b0\b")
weights("columns_blocked", lambda g, a: softmax(scaled(g, a), 0) * a.mask,
        "down the columns, then blocked", r"column")
weights("softmax_again", lambda g, a: softmax(kept(g, a)), "softmax once more", r"twice")
weights("first_row_not_masked", lambda g, a: np.vstack([softmax(scaled(g, a))[:1],
    seen(g, a)[1:]]), "the first row not masked", r"one row|no mask")
weights("neither", lambda g, a: softmax(a.scores), "neither scale nor mask", r"mask.*√d_k")
weights("late_and_unscaled", lambda g, a: softmax(a.scores) * a.mask,
        "no scale, and the mask after softmax", r"after softmax.*√d_k")
weights("by_visible", lambda g, a: kept(g, a) / a.mask.sum(1, keepdims=True),
        "divided by the number of visible words", r"number of words", rare=True)
E.wrong("own_term_missing", "output", lambda g, a: a.weights @ g.V - np.array(
    [[0], [0], [0], [1]]) * a.weights[3, 3] * g.V[3], "the last row without its own term",
        r"missing|one")
E.wrong("values_reversed", "output", lambda g, a: a.weights @ g.V[::-1], "V from the last word on",
        r"another order", rare=True)
E.choices("changed", "every none")
E.choices("leak", "last none")
E.wrong("scaled_and_masked", "scores", lambda g, a: g.Q @ g.K.T / 2 * np.tril(np.ones((4, 4))),
        "scaled and masked already", r"mask")
