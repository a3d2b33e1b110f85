"""Attention by hand."""
import numpy as np

from model import Exercise
from stages import (causal, masked, mask_mistakes, output_mistakes, product_mistakes, softmax,
                    softmax_mistakes)

E = Exercise("attention-by-hand", 1)


def prepare(g):
    g.d_k = g.Q.shape[1]
    g.mask = causal(3, 3)


E.field("scores", lambda g, a: g.Q @ g.K.T)
E.field("scaled", lambda g, a: a.scores / np.sqrt(g.d_k))
E.field("weights", lambda g, a: softmax(a.scaled))
E.field("output", lambda g, a: a.weights @ g.V)
E.field("causal_weights", lambda g, a: softmax(masked(a.scaled, causal(*a.scaled.shape))))
E.field("causal_output", lambda g, a: a.causal_weights @ g.V)

product_mistakes(E)


def scale(name, answer, what, says, **more):
    E.wrong(name, "scaled", answer, what, says, **more)


scale("none", lambda g, a: a.scores, "not divided", r"not divided|scal", names="no_scale")
scale("by_dk", lambda g, a: a.scores / g.d_k, "divided by d_k", r"d_k itself|by d_k",
      names="divided_by_d_k")
scale("up", lambda g, a: a.scores * np.sqrt(g.d_k), "multiplied by √d_k", r"multiplied",
      names="multiplied_by_scale")
scale("by_root_n", lambda g, a: a.scores / np.sqrt(3), "√n: words counted instead of d_k",
      r"√n|words|keys|√3|how many")
scale("by_n", lambda g, a: a.scores / 3, "divided by the number of words",
      r"\bn\b|words|keys|how many|number of", rare=True)
scale("by_dk_squared", lambda g, a: a.scores / g.d_k ** 2, "divided by d_k²", r"square|d_k²",
      rare=True)
scale("root_of_scores", lambda g, a: np.sqrt(a.scores), "the root of each score", r"root of")
scale("root_over_dk", lambda g, a: np.sqrt(a.scores / g.d_k), "the root of S / d_k", r"root of",
      rare=True)
scale("minus_root", lambda g, a: a.scores - np.sqrt(g.d_k), "√d_k subtracted", r"subtract",
      rare=True)
scale("root_1_4", lambda g, a: a.scores / 1.4, "√2 taken as 1.4", r"round|1\.4",
      names="rounded_too_early too_few_digits")
scale("times_0_7", lambda g, a: a.scores * 0.7, "1/√2 taken as 0.7", r"round|0\.7",
      names="rounded_too_early too_few_digits")
scale("cut_off", lambda g, a: np.trunc(a.scores / np.sqrt(g.d_k) * 100 + 1e-9) / 100,
      "digits cut off", r"cut|trunc|round", names="too_few_digits rounded_too_early cut_off")
scale("one_decimal", lambda g, a: np.round(a.scores / np.sqrt(g.d_k), 1), "one decimal only",
      r"round|digits|decimal", names="too_few_digits rounded_too_early")
scale("masked", lambda g, a: np.tril(a.scores) / np.sqrt(g.d_k), "masked already", r"mask")
scale("softmax", lambda g, a: softmax(a.scores / np.sqrt(g.d_k)), "softmax taken already",
      r"softmax|weights", rare=True)
scale("row_sums", lambda g, a: a.scores / a.scores.sum(1, keepdims=True),
      "divided by the sums of the rows", r"sum", rare=True)
scale("largest", lambda g, a: a.scores / a.scores.max(), "divided by the largest score",
      r"largest", rare=True)
scale("transposed", lambda g, a: a.scores.T / np.sqrt(g.d_k), "transposed",
      r"transpos|rows and columns|exchang|K Qᵀ",
      names="keys_and_queries_swapped transposed_product", rare=True)
scale("diagonal_only", lambda g, a: np.where(np.eye(3) > 0, a.scores / np.sqrt(g.d_k), a.scores),
      "only the diagonal divided", r"diagonal|every|some", rare=True)

softmax_mistakes(E, "weights", lambda g, a: a.scaled, lambda g, a: a.scores)
E.wrong("causal", "weights", lambda g, a: softmax(masked(a.scaled, g.mask)), "masked already",
        r"mask")
E.wrong("scaled_twice", "weights", lambda g, a: softmax(a.scaled / np.sqrt(g.d_k)), "scaled twice",
        r"twice|d_k|once more", names="divided_by_d_k scaled_twice")
output_mistakes(E, "output", lambda g, a: a.weights, scaled=lambda g, a: a.scaled)
E.wrong("causal", "output", lambda g, a: softmax(masked(a.scaled, g.mask)) @ g.V,
        "with the causal mask already", r"mask")
softmax_mistakes(E, "causal_weights", lambda g, a: a.scaled, lambda g, a: a.scores, lambda g,
                 a: g.mask)
mask_mistakes(E, "causal_weights", lambda g, a: a.scaled, lambda g, a: g.mask)
output_mistakes(E, "causal_output", lambda g, a: a.causal_weights, mask=lambda g, a: g.mask,
                scaled=lambda g, a: a.scaled)
E.wrong("unmasked", "causal_output", lambda g, a: a.weights @ g.V, "from the unmasked weights",
        r"mask")
E.wrong("output_masked", "causal_output", lambda g, a: np.tril(np.ones((3, 2)))
        * (a.weights @ g.V), "the output masked instead of the weights",
        r"output.*mask|mask.*output", rare=True)


def one_cell(answer, row, col, by=1):
    """A slip in one cell of a table."""
    table = np.array(answer, float)
    table[row, col] += by
    return table


E.wrong("one_cell", "scores", lambda g, a: one_cell(g.Q @ g.K.T, 0, 1), "a slip in one cell",
        r"one", names="one_cell")
E.wrong("without_scale", "output", lambda g, a: softmax(g.Q @ g.K.T) @ g.V,
        "from weights without the scale", r"√d_k|scal", names="no_scale")


def rows(above, below, first=1):
    """The first rows of one table, and the rest of another."""
    return np.vstack([above[:first], below[first:]])


def seen(g, a):
    return softmax(masked(a.scaled, g.mask))


def kept(g, a):
    return softmax(a.scaled) * g.mask


scale("by_8", lambda g, a: a.scores / 8, "√64, the textbook's width", r"\b8\b")
scale("by_2_root_2", lambda g, a: a.scores / np.sqrt(8), "divided by √d_k three times",
      r"d_k √d_k|once", rare=True)
scale("whole", lambda g, a: np.round(a.scores / np.sqrt(g.d_k)), "rounded to whole numbers",
      r"round")
scale("last_row_not", lambda g, a: rows(a.scores / np.sqrt(g.d_k), a.scores, 2),
      "the last row not divided", r"others are not|row")
E.wrong("three_times", "weights", lambda g, a: softmax(a.scores / np.sqrt(8)),
        "scaled three times", r"d_k √d_k", rare=True)
E.wrong("third_term_missing", "weights", lambda g, a: np.exp(a.scaled)
        / np.exp(a.scaled)[:, :2].sum(1, keepdims=True), "a term of the sum left out", r"missing")
E.wrong("one_sum", "weights", lambda g, a: np.exp(a.scaled) / np.exp(a.scaled)[0].sum(),
        "the first row's sum for all", r"same row|row of its own|row", rare=True)
E.wrong("third_word_missing", "output", lambda g, a: a.weights[:, :2] @ g.V[:2],
        "the third word left out", r"missing")
E.wrong("cellwise", "output", lambda g, a: a.weights[:, :2] * g.V, "cell by cell", r"cell by cell")
E.wrong("first_row_kept", "causal_weights", lambda g, a: rows(kept(g, a), seen(g, a)),
        "the first row only blocked", r"one row|not sum to 1")
E.wrong("second_row_open", "causal_weights", lambda g, a: np.vstack(
    [seen(g, a)[:1], softmax(a.scaled)[1:2], seen(g, a)[2:]]), "the second row not masked",
        r"one row|no mask")
E.wrong("counted_as_zero", "causal_weights", lambda g, a: softmax(masked(a.scaled, g.mask, 0))
        * g.mask, "0 for −∞, shown as 0", r"\b0\b")
E.wrong("softmax_again", "causal_weights", lambda g, a: softmax(kept(g, a)), "softmax once more",
        r"twice")
E.wrong("by_visible", "causal_weights", lambda g, a: kept(g, a) / g.mask.sum(1, keepdims=True),
        "divided by the number of visible words", r"number of words")
E.wrong("share_to_itself", "causal_weights", lambda g, a: kept(g, a)
        + np.diag((softmax(a.scaled) * (1 - g.mask)).sum(1)), "the lost share given to the word",
        r"one word|evenly", rare=True)
E.wrong("first_row_zero", "causal_output", lambda g, a: a.causal_weights @ g.V
        * np.array([[0], [1], [1]]), "the first row empty", r"empty|first row|row 1")
E.wrong("one_place_down", "causal_output", lambda g, a: np.vstack(
    [np.zeros((1, 2)), (a.causal_weights @ g.V)[:2]]), "the rows one place too low", r"shifted")
