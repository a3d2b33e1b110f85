"""The gradient through softmax."""
import numpy as np

from model import Exercise
from stages import softmax

E = Exercise("gradient-through-softmax", 19)


def prepare(g):
    g.w, g.d = np.ravel(g.weights), np.ravel(g.d_weights)
    g.s = np.log(g.w / g.w[2])
    g.J = np.diag(g.w) - np.outer(g.w, g.w)
    g.H = np.diag([1.0, 0, 0]) - np.outer([1.0, 0, 0], [1.0, 0, 0])


def row(x):
    return np.atleast_2d(np.asarray(x, float))


E.field("weighted_mean", lambda g, a: float(g.w @ g.d))
E.field("d_scaled", lambda g, a: row(g.w * (g.d - a.weighted_mean)))
E.field("total", lambda g, a: float(np.sum(a.d_scaled)))
E.field("what_it_says", lambda g, a: "b")
E.field("third_key", lambda g, a: "d")
E.field("d_scores", lambda g, a: a.d_scaled / np.sqrt(g.d_k))
E.field("d_scaled_hard", lambda g, a: row(g.H @ g.d))


def add(at):
    def wrong(name, answer, what, says, **more):
        E.wrong(name, at, answer, what, says, **more)
    return wrong


m, d, t, s, h = map(add, "weighted_mean d_scaled total d_scores d_scaled_hard".split())
m("plain", lambda g, a: g.d.mean(), "the plain mean", r"plain mean")
m("sum", lambda g, a: g.d.sum(), "the plain sum", r"plain sum|without the weights")
m("scores", lambda g, a: g.s @ g.d, "scores for weights", r"scaled scores")
m("powers", lambda g, a: np.exp(g.s) @ g.d, "powers of e for weights", r"powers", rare=True)
m("unsigned", lambda g, a: g.w @ abs(g.d), "the minus lost", r"minus|sign")
m("third", lambda g, a: g.w @ g.d / 3, "divided by 3", r"\b3\b")
m("scaled", lambda g, a: g.w @ g.d / np.sqrt(g.d_k), "divided by √d_k", r"√d_k")
m("by_d_k", lambda g, a: g.w @ g.d / g.d_k, "divided by d_k", r"d_k", rare=True)
m("w_w", lambda g, a: g.w @ g.w, "w · w", r"themselves|squared")
m("d_d", lambda g, a: g.d @ g.d, "dw · dw", r"squared", rare=True)
m("one", lambda g, a: 1.0, "the sum of the weights", r"sum of the weights")
m("two_terms", lambda g, a: g.w[:2] @ g.d[:2], "the last product left out", r"two of the three")
m("last_two", lambda g, a: g.w[1:] @ g.d[1:], "the first product left out", r"two of the three")
m("first_term", lambda g, a: g.w[0] * g.d[0], "one product only", r"one key")
m("reversed", lambda g, a: g.w[::-1] @ g.d, "paired in reverse", r"opposite", rare=True)
m("negated", lambda g, a: -(g.w @ g.d), "the sign reversed", r"sign", names="negated")
m("added", lambda g, a: (g.w + g.d).sum(), "added", r"added", rare=True)
m("diagonal", lambda g, a: (g.w * (1 - g.w)) @ g.d, "w (1 − w) dw", r"w \(1 − w\)", rare=True)
m("largest", lambda g, a: g.d.max(), "the largest", r"largest", rare=True)
m("one_decimal", lambda g, a: round(float(g.w @ g.d), 1), "one decimal", r"digit|round",
  names="too_few_digits", rare=True)

d("no_mean", lambda g, a: row(g.w * g.d), "w dw: the mean forgotten", r"subtracted")
d("no_weights", lambda g, a: row(g.d - g.w @ g.d), "dw − w·dw: the weights forgotten",
  r"multiplied by the weight")
d("diagonal", lambda g, a: row(np.diag(np.diag(g.J)) @ g.d), "softmax element by element",
  r"own")
d("negative", lambda g, a: row(-g.J @ g.d), "all signs reversed", r"sign", names="negated")
d("plus", lambda g, a: row(g.w * (g.d + g.w @ g.d)), "the mean added", r"added")
d("cell_products", lambda g, a: row(g.w * (g.d - g.w * g.d)), "each own product subtracted",
  r"own product")
d("off_diagonal", lambda g, a: row(-np.outer(g.w, g.w) @ g.d), "the diagonal forgotten",
  r"missing")
d("no_parentheses", lambda g, a: row(g.w * g.d - g.w @ g.d), "w dw − w·dw",
  r"whole difference|parenthes")
d("other_parentheses", lambda g, a: row(g.d - g.w * (g.w @ g.d)), "dw − w (w·dw)",
  r"without a weight|whole difference")
d("by_gradient", lambda g, a: row(g.d * (g.d - g.w @ g.d)), "multiplied by dw", r"changed places")
d("squared", lambda g, a: row(g.w ** 2 * (g.d - g.w @ g.d)), "w²", r"square")
d("divided", lambda g, a: row((g.d - g.w @ g.d) / g.w), "divided by w", r"divided")
d("diagonal_difference", lambda g, a: row(g.w * (1 - g.w) * (g.d - g.w @ g.d)),
  "w (1 − w) (dw − w·dw)", r"w \(1 − w\)")
d("only_diagonal", lambda g, a: row(g.w * (1 - g.w)), "w (1 − w)", r"gradients dw are not",
  rare=True)
d("cross_entropy", lambda g, a: row(g.w - [1, 0, 0]), "w − one-hot", r"cross-entropy")
d("jacobian", lambda g, a: g.J, "the Jacobian", r"table", rare=True)
d("w_minus_d", lambda g, a: row(g.w - g.d), "w − dw", r"subtracted from one another")
d("scores", lambda g, a: row(g.s * (g.d - g.w @ g.d)), "scores for weights", r"scaled scores")
d("scores_all", lambda g, a: row(g.s * (g.d - g.s @ g.d)), "scores for weights everywhere",
  r"scaled scores")
d("plain_mean", lambda g, a: row(g.w * (g.d - g.d.mean())), "the plain mean subtracted",
  r"plain mean")
d("plain_sum", lambda g, a: row(g.w * (g.d - g.d.sum())), "the plain sum subtracted",
  r"plain sum|without the weights", rare=True)
d("same", lambda g, a: row(g.d), "dw itself", r"before softmax|at the weights")
d("scaled", lambda g, a: row(g.J @ g.d / np.sqrt(g.d_k)), "divided by √d_k already", r"√d_k")
d("softmax", lambda g, a: softmax(row(g.d)), "softmax of dw", r"softmax was taken", rare=True)
d("unsigned", lambda g, a: row(g.w * (abs(g.d) - g.w @ g.d)), "the minus lost", r"minus|sign")
d("unsigned_all", lambda g, a: row(g.J @ abs(g.d)), "the minus lost everywhere", r"minus|sign")
d("others_plus", lambda g, a: row((np.diag(g.w * (1 - g.w)) + np.outer(g.w, g.w)
  - np.diag(g.w ** 2)) @ g.d), "the others' terms added", r"shrink|other weights", rare=True)
d("third", lambda g, a: row(g.J @ g.d / 3), "divided by 3", r"\b3\b", rare=True)
d("rough_mean", lambda g, a: row(g.w * (g.d - round(float(g.w @ g.d)))), "the mean rounded first",
  r"round", names="rounded_too_early", rare=True)

t("one", lambda g, a: 1.0, "1", r"weights that sum to 1")
t("unsigned", lambda g, a: float(abs(a.d_scaled).sum()), "signs lost", r"sign")
t("before", lambda g, a: g.d.sum(), "sum of dw", r"at the weights|other side")
t("mean", lambda g, a: g.w @ g.d, "w · dw", r"w · dw")
t("two", lambda g, a: float(np.ravel(a.d_scaled)[:2].sum()), "the last left out", r"missing")
t("one_sign", lambda g, a: float(np.ravel(a.d_scaled) @ [1, 1, -1]), "a sign lost", r"sign")
t("squares", lambda g, a: float((a.d_scaled ** 2).sum()), "squares", r"square", rare=True)
E.choices("what_it_says", "a c d")
E.choices("third_key", "a b c")

s("none", lambda g, a: a.d_scaled, "not divided", r"not divided", names="no_scale")
s("times", lambda g, a: a.d_scaled * np.sqrt(g.d_k), "multiplied", r"multiplied",
  names="multiplied_by_scale")
s("d_k", lambda g, a: a.d_scaled / g.d_k, "divided by d_k", r"root", names="divided_by_d_k")
s("times_d_k", lambda g, a: a.d_scaled * g.d_k, "multiplied by d_k", r"multiplied", rare=True)
s("root_n", lambda g, a: a.d_scaled / np.sqrt(3), "divided by √3", r"number of keys", rare=True)
s("half", lambda g, a: a.d_scaled / 2, "halved", r"neither 2", rare=True)
s("half_d_k", lambda g, a: a.d_scaled / (g.d_k / 2), "divided by d_k/2", r"half", rare=True)
s("wrong_row", lambda g, a: row(g.d / np.sqrt(g.d_k)), "dw divided", r"another row")
s("products", lambda g, a: row(g.w * g.d / np.sqrt(g.d_k)), "w dw divided", r"another row",
  rare=True)
s("twice", lambda g, a: a.d_scaled / g.d_k ** 1.5, "divided again", r"more than once", rare=True)
s("minus", lambda g, a: -a.d_scaled / np.sqrt(g.d_k), "signs reversed", r"sign", names="negated")

h("no_mean", lambda g, a: row(np.array([1, 0, 0]) * g.d), "the mean forgotten", r"subtracted")
h("no_weights", lambda g, a: row(g.d - g.d[0]), "the weights forgotten",
  r"multiplied by the weight")
h("old_mean", lambda g, a: row(np.array([1, 0, 0]) * (g.d - g.w @ g.d)), "the old mean kept",
  r"old w|anew")
h("old", lambda g, a: a.d_scaled, "the old weights kept", r"weights of the page")
h("weights", lambda g, a: row([1, 0, 0]), "1 0 0", r"weights themselves")
h("same", lambda g, a: row(g.d), "dw", r"before softmax|at the weights")
h("plain", lambda g, a: row(np.array([1, 0, 0]) * (g.d - g.d.mean())), "the plain mean",
  r"plain mean", rare=True)
h("others", lambda g, a: row([0, g.d[1], g.d[2]]), "the others' gradients", r"weight 0",
  rare=True)
