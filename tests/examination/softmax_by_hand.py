"""Softmax by hand."""
import math

import numpy as np

from model import Exercise
from stages import softmax

E = Exercise("softmax-by-hand", 10)


def prepare(g):
    g.s = np.array(g.scores, float)


E.field("exponentials", lambda g, a: np.exp(g.s))
E.field("total", lambda g, a: float(np.sum(a.exponentials)))
E.field("weights", lambda g, a: a.exponentials / a.total)
E.field("shifted_weights", lambda g, a: a.weights)
E.field("doubled_weights", lambda g, a: softmax(2 * g.s))
E.field("doubling_step", lambda g, a: math.log(2))
E.field("largest_subtracted", lambda g, a: "c")


def add(at):
    def wrong(name, answer, what, says, **more):
        E.wrong(name, at, answer, what, says, **more)
    return wrong


ROUND = "rounded_too_early too_few_digits"
x, t, w, sh, d, st = map(add,
    "exponentials total weights shifted_weights doubled_weights doubling_step".split())
x("base_2", lambda g, a: 2 ** g.s, "powers of 2", r"\b2\b|base", names="base_2")
x("base_10", lambda g, a: 10 ** g.s, "powers of 10", r"\b10\b|base", names="base_10")
x("squares", lambda g, a: g.s ** 2, "squares", r"square|power")
x("power_e", lambda g, a: g.s ** math.e, "score to the power e", r"exchang|base|power|other way")
x("times_e", lambda g, a: math.e * g.s, "e times the score", r"times|multipl|power")
x("minus", lambda g, a: np.exp(-g.s), "e to the minus score", r"minus|sign|negative")
x("e_2_7", lambda g, a: 2.7 ** g.s, "e as 2.7", r"2\.7|round|digit", names=ROUND)
x("e_3", lambda g, a: 3 ** g.s, "e as 3", r"\b3\b|round|digit", names=ROUND, rare=True)
x("e_2_72", lambda g, a: 2.72 ** g.s, "e as 2.72", r"2\.72|round|digit", names=ROUND)
x("logarithm", lambda g, a: np.log(g.s), "logarithms", r"log|ln|inverse")
x("one_decimal", lambda g, a: np.round(np.exp(g.s), 1), "one decimal only", r"round|digit|decimal",
  names=ROUND)
x("cut_off", lambda g, a: np.floor(np.exp(g.s) * 100) / 100, "digits cut off",
  r"cut|trunc|round|digit", names=ROUND + " cut_off")
x("whole", lambda g, a: np.round(np.exp(g.s)), "whole numbers", r"round|digit|whole", names=ROUND,
  rare=True)
x("scores", lambda g, a: g.s, "the scores", r"scores|power|exponential")
x("scaled", lambda g, a: np.exp(g.s / math.sqrt(3)), "scaled by √3", r"scal|√|divid", rare=True)
x("shifted", lambda g, a: np.exp(g.s - g.s.max()), "largest subtracted first", r"largest|subtract")
x("weights", lambda g, a: softmax(g.s), "the weights already", r"weight|divid|sum")
x("one_more", lambda g, a: np.exp(g.s + 1), "one factor e too many", r"once|one|times|factor",
  rare=True)
x("doubled", lambda g, a: np.exp(2 * g.s), "doubled", r"doubl|twice|square", rare=True)
x("expm1", lambda g, a: np.exp(g.s) - 1, "1 subtracted", r"\b1\b|subtract", rare=True)
x("factorial", lambda g, a: 1 + g.s, "1 + s", r"1 ?\+|power|series", rare=True)
x("product_rule", lambda g, a: g.s * np.exp(g.s), "s e^s", r"times|multipl", rare=True)
t("scores", lambda g, a: g.s.sum(), "sum of the scores", r"scores|exponential|power")
t("e_of_sum", lambda g, a: math.exp(g.s.sum()), "e to the sum",
  r"e to|sum of the scores|product|multipl")
t("product", lambda g, a: float(np.prod(a.exponentials)), "the product", r"product|multipl")
t("one", lambda g, a: 1, "1", r"weights|\b1\b")
t("largest", lambda g, a: float(np.max(a.exponentials)), "the largest", r"largest|sum")
t("mean", lambda g, a: float(np.mean(a.exponentials)), "the mean", r"mean|average|divid|3")
t("two_only", lambda g, a: float(np.sum(a.exponentials) - np.ravel(a.exponentials)[-1]),
  "the last left out", r"last|left out|missing|third|all three")
t("first_missing", lambda g, a: float(np.sum(a.exponentials) - np.ravel(a.exponentials)[0]),
  "the first left out", r"first|left out|missing|all three", rare=True)
t("whole", lambda g, a: round(float(np.sum(a.exponentials))), "a whole number",
  r"round|digit|whole|decimal", names=ROUND)
t("squares", lambda g, a: float(np.sum(np.square(a.exponentials))), "squares summed", r"square",
  rare=True)
t("three", lambda g, a: 3, "how many there are", r"how many|number of|count", rare=True)
t("norm", lambda g, a: float(np.sqrt(np.sum(np.square(a.exponentials)))), "the length",
  r"root|length|square|norm", rare=True)
t("rounded_terms", lambda g, a: float(np.sum(np.round(a.exponentials))), "terms rounded first",
  r"round|digit", names=ROUND)


def weight_mistakes(wrong, scores):
    """Of a row of weights; `scores` gives what softmax is taken of."""
    wrong("undivided", lambda g, a: np.exp(scores(g)) if np.all(scores(g) < 15) else None,
          "exponentials, not divided", r"divid|sum")
    wrong("shares", lambda g, a: scores(g) / scores(g).sum(), "shares of the scores",
          r"exponential|power", names="softmax_skipped")
    wrong("hard", lambda g, a: (scores(g) == scores(g).max())
          / (scores(g) == scores(g).max()).sum(), "all to the largest", r"largest|all the weight",
          names="hard_maximum")
    wrong("base_2", lambda g, a: softmax(scores(g) * math.log(2)), "powers of 2",
          r"\b2\b|base|half", names="base_2")
    wrong("base_10", lambda g, a: softmax(scores(g) * math.log(10)), "powers of 10",
          r"\b10\b|base", names="base_10", rare=True)
    wrong("scaled_3", lambda g, a: softmax(scores(g) / math.sqrt(3)), "scaled by √3",
          r"scal|√|divid", rare=True)
    wrong("minus", lambda g, a: softmax(-scores(g)), "e to the minus score",
          r"minus|sign|negative|revers|order|largest", rare=True)
    wrong("even", lambda g, a: np.ones((1, 3)) / 3, "a third each", r"equal|third|same|even|alike")
    wrong("reversed", lambda g, a: softmax(scores(g))[:, ::-1], "in reverse order",
          r"order|revers|largest", rare=True)
    wrong("percent", lambda g, a: 100 * softmax(scores(g)), "in per cent", r"per ?cent",
          names="percentage")
    wrong("by_largest", lambda g, a: softmax(scores(g)) / softmax(scores(g)).max(),
          "divided by the largest", r"largest")
    wrong("one_decimal", lambda g, a: np.round(softmax(scores(g)), 1), "one decimal",
          r"round|digit|decimal", names=ROUND)
    wrong("two_decimals", lambda g, a: np.round(softmax(scores(g)), 2), "two decimals",
          r"round|digit|decimal", names=ROUND)
    wrong("squares", lambda g, a: scores(g) ** 2 / (scores(g) ** 2).sum(), "squares",
          r"square|power", rare=True)


weight_mistakes(w, lambda g: g.s)
w("by_scores", lambda g, a: a.exponentials / g.s.sum(), "divided by the sum of the scores",
  r"sum of the scores|scores")
w("by_n", lambda g, a: a.exponentials / 3, "divided by 3", r"\b3\b|how many|number|sum")
w("scores_over", lambda g, a: g.s / a.total, "scores divided by the total", r"scores|exponential")
w("odds", lambda g, a: a.exponentials / (a.total - a.exponentials),
  "divided by the sum of the others", r"others|own|itself", rare=True)
w("upside", lambda g, a: a.total / a.exponentials, "upside down", r"upside|inver|other way|divid")
w("rough_total", lambda g, a: a.exponentials / round(a.total), "total rounded first",
  r"round|digit", names=ROUND)
w("cut_off", lambda g, a: np.floor(softmax(g.s) * 1000) / 1000, "digits cut off",
  r"cut|trunc|round|digit", names=ROUND + " cut_off")
weight_mistakes(sh, lambda g: g.s + g.shift)
sh("plus", lambda g, a: a.weights + g.shift, "the shift added to the weights",
   r"add|shift.*weight|weight.*shift")
sh("times", lambda g, a: a.weights * math.exp(g.shift) if g.shift < 20 else a.weights * g.shift,
   "times the shift", r"times|multipl|grow", rare=True)
sh("zero", lambda g, a: np.zeros((1, 3)), "0: too large for a calculator",
   r"zero|\b0\b|too large|sum to 1")
sh("one_only", lambda g, a: a.weights + 0.001 * g.shift, "a little more each",
   r"sum to 1|same|unchanged|shift|add", rare=True)
sh("halved", lambda g, a: a.weights / g.shift, "divided by the shift", r"divid|shift", rare=True)
sh("one_shifted", lambda g, a: softmax(g.s + np.array([[0, 0, g.shift]])),
   "only the last score shifted", r"last|each|every|one score|all", rare=True)
weight_mistakes(d, lambda g: 2 * g.s)
d("same", lambda g, a: a.weights, "the same as before", r"same|unchanged|before|doubl|shift")
d("twice", lambda g, a: 2 * a.weights, "weights doubled",
  r"weights.*(doubl|twice)|(doubl|twice).*weight|scores|sum to 1")
d("half_scores", lambda g, a: softmax(g.s / 2), "halved instead", r"half|halv")
d("squares_of_weights", lambda g, a: np.square(a.weights), "weights squared, not divided again",
  r"square|divid|sum")
d("over_two", lambda g, a: a.weights / 2, "weights halved", r"half|halv|sum", rare=True)
d("plus_two", lambda g, a: softmax(g.s ** 2), "scores squared", r"square|doubl")
d("factor_outside", lambda g, a: 2 * np.exp(g.s) / np.exp(2 * g.s).sum(),
  "powers doubled above, scores below", r"doubl|square|power", rare=True)
d("tripled", lambda g, a: softmax(3 * g.s), "tripled", r"three|tripl|3", rare=True)
d("shifted_too", lambda g, a: softmax(g.s + 2), "2 added", r"add|same|unchanged|shift|doubl",
  rare=True)
st("two", lambda g, a: 2, "2", r"\b2\b|log|ln|twice")
st("one", lambda g, a: 1, "1", r"\be\b|base|log|ln|2\.7|\b1\b")
st("half", lambda g, a: 0.5, "0.5", r"half|log|ln")
st("log10", lambda g, a: math.log10(2), "log₁₀ 2", r"10|natural|base")
st("e2", lambda g, a: math.exp(2), "e²", r"e²|log|inver|e to|exponent|power")
st("minus", lambda g, a: -math.log(2), "−ln 2", r"sign|minus|negative|exceed|half",
   names="negated")
st("ln_e", lambda g, a: math.log2(math.e), "log₂ e", r"upside|base|log|inver|e\b")
st("root", lambda g, a: math.sqrt(2), "√2", r"root|log|ln", rare=True)
st("ln3", lambda g, a: math.log(3), "ln 3", r"\b3\b|twice|ln|two thirds", rare=True)
st("double_ln", lambda g, a: 2 * math.log(2), "2 ln 2", r"twice|2 ln|4|four", rare=True)
st("one_decimal", lambda g, a: 0.7, "one decimal", r"round|digit|decimal", names=ROUND)
st("half_ln", lambda g, a: math.log(2) / 2, "ln 2 / 2", r"half|halv|root", rare=True)
st("two_thirds", lambda g, a: 2 / 3, "2/3: the weight", r"weight|2/3|share", rare=True)
st("ln_1_2", lambda g, a: math.log(1.5), "ln 1.5", r"1\.5|twice|half", rare=True)
st("e_2", lambda g, a: 2 / math.e, "2/e", r"e\b|log|ln|divid", rare=True)
E.choices("largest_subtracted", "a b")

E.wrong("of_whole_powers", "doubled_weights", lambda g, a: np.round(np.exp(g.s)) ** 2 / (np.round(np.exp(g.s)) ** 2).sum(),
        "from powers that were rounded to whole numbers", r"round", names="rounded_too_early")
E.wrong("no_parentheses", "weights", lambda g, a: np.exp(g.s) / np.exp(g.s[0, 0])
        + np.exp(g.s[0, 1:]).sum(), "the sum without parentheses", r"parenthes|more than 1",
        rare=True)
x("running_sums", lambda g, a: np.cumsum(np.exp(g.s))[None], "each with those before it",
  r"before|added", rare=True)
t("largest_first", lambda g, a: float(np.exp(g.s - g.s.max()).sum()), "the largest subtracted",
  r"largest|subtract")
t("logarithm", lambda g, a: math.log(np.exp(g.s).sum()), "its logarithm", r"logarithm", rare=True)
t("one_twice", lambda g, a: float(np.exp(g.s).sum() + np.exp(g.s[0, 0])), "the first added twice",
  r"twice", rare=True)
w("logarithms", lambda g, a: np.log(softmax(g.s)), "their logarithms", r"logarithm", rare=True)
sh("weights_and_shift", lambda g, a: (softmax(g.s) + g.shift) / (1 + 3 * g.shift),
   "added to the weights, and divided by their sum", r"weights", rare=True)
d("old_above", lambda g, a: np.exp(g.s) / np.exp(2 * g.s).sum(), "the old powers above the new sum",
  r"old")
d("softmax_of_weights", lambda g, a: softmax(2 * softmax(g.s)), "softmax of the doubled weights",
  r"weights|once more", rare=True)
st("shift", lambda g, a: g.shift, "the shift", r"not 2", rare=True)

# By the places of the scores, shifted too early, and numbers that no step leads to.
x("by_place", lambda g, a: np.exp(np.array([[1.0, 2, 3]])), "e, e², e³ by position", r"place",
  rare=True)
x("shifted_early", lambda g, a: np.exp(g.s + g.shift), "the shift added already", r"shift|later",
  rare=True)
sh("powers", lambda g, a: np.exp(g.s + g.shift), "e^(s + c), not divided", r"divid|sum")
st("e", lambda g, a: math.e, "e", r"\be\b|log|exponent", rare=True)
st("minus_ln3", lambda g, a: -math.log(3), "−ln 3", r"third|ln 3", rare=True)
st("e_minus_2", lambda g, a: math.exp(-2), "e^−2", r"−2|exponent", rare=True)
