"""The same words in another order."""
import numpy as np

from model import Exercise
from stages import causal, masked, shared, softmax, strongest

E = Exercise("permutation-equivariance", 12)


def prepare(g):
    g.order = np.array(g.order, int).ravel()
    g.scores = g.X @ g.X.T
    g.scaled = g.scores / np.sqrt(2)
    g.O = softmax(g.scaled) @ g.X


E.field("reordered_output", lambda g, a: g.O[g.order])
E.field("property", lambda g, a: "equivariant")
E.field("pooled_before", lambda g, a: g.O.mean(0)[None])
E.field("pooled_after", lambda g, a: np.mean(a.reordered_output, 0)[None])
E.field("pooled_property", lambda g, a: "invariant")
E.field("causal", lambda g, a: "b")


def out(name, answer, what, says, **more):
    E.wrong(name, "reordered_output", lambda g, a: answer(g), what, says, **more)


def of(g, weights):
    """The output in the new order, with other weights."""
    return (weights @ g.X)[g.order]


out("same", lambda g: g.O, "unchanged: taken for invariant",
    r"unchanged|same|old order|not reorder|first sentence|invariant|where they were|"
    r"old rows in the old", names="rows_left_in_place")
out("inverse", lambda g: g.O[np.argsort(g.order)], "the opposite order",
    r"opposite|other way|inverse|wrong direction|order")
out("reversed", lambda g: g.O[::-1], "backwards", r"back|revers|order")
out("swapped_12", lambda g: g.O[[1, 0, 2]], "the first two exchanged only",
    r"order|row|exchang|two", rare=True)
out("swapped_23", lambda g: g.O[[0, 2, 1]], "the last two exchanged only",
    r"order|row|exchang|two", rare=True)
out("swapped_13", lambda g: g.O[[2, 0, 1]][[0, 2, 1]], "first right, the others exchanged",
    r"order|row|exchang|two", rare=True)
out("x", lambda g: g.X[g.order], "the embeddings", r"embedding|X\b|input|words themselves")
out("x_old", lambda g: g.X, "the embeddings, in the old order", r"embedding|X\b|input", rare=True)
out("weights_only", lambda g: g.O[g.order][:, ::-1], "columns exchanged", r"column|exchang")
out("columns", lambda g: g.O[:, ::-1], "columns exchanged instead of rows", r"column|exchang|rows")
out("no_scale", lambda g: of(g, softmax(g.scores)), "computed anew without scale",
    r"scal|√d_k|not divided", names="no_scale")
out("by_dk", lambda g: of(g, softmax(g.scores / 2)), "computed anew, divided by d_k", r"d_k",
    names="divided_by_d_k")
out("scaled_up", lambda g: of(g, softmax(g.scores * np.sqrt(2))), "multiplied by √d_k", r"multipl",
    names="multiplied_by_scale", rare=True)
out("root_n", lambda g: of(g, softmax(g.scores / np.sqrt(3))), "√3 for √2",
    r"√3|words|how many|number of")
out("column_softmax", lambda g: of(g, softmax(g.scaled, 0)), "softmax down the columns", r"column",
    names="softmax_over_columns")
out("hard", lambda g: of(g, strongest(g.scaled)), "all weight to the largest", r"largest",
    names="hard_maximum")
out("shares", lambda g: of(g, shared(g.scaled)), "shares of the scores", r"exponential|shar",
    names="softmax_skipped")
out("causal", lambda g: softmax(masked(g.scaled[g.order][:, g.order], causal(3, 3)))
    @ g.X[g.order], "with a causal mask", r"mask|causal")
out("keys_stay", lambda g: softmax(g.scaled[g.order]) @ g.X[g.order],
    "weights in the new order, columns in the old", r"column|keys|both|only|row|weights")
out("values_stay", lambda g: softmax(g.scaled[g.order][:, g.order]) @ g.X,
    "values left in the old order", r"values|V\b|old order|both|only")
out("values_only", lambda g: softmax(g.scaled) @ g.X[g.order], "only the values moved",
    r"values|V\b|only")
out("scores_only", lambda g: g.scaled[g.order] @ g.X, "softmax forgotten", r"softmax|scores",
    rare=True)
out("mean_rows", lambda g: np.tile(g.O.mean(0), (3, 1)), "the mean in each row",
    r"mean|average|each word|same for")
out("plain_mean", lambda g: np.tile(g.X.mean(0), (3, 1)), "the mean of the embeddings",
    r"mean|average|same for|equal", rare=True)
out("signs", lambda g: abs(g.O[g.order]), "signs lost", r"sign|minus|negative", rare=True)
out("one_decimal", lambda g: np.round(g.O[g.order], 1), "one decimal", r"digit|round|decimal",
    names="too_few_digits rounded_too_early")
out("undivided", lambda g: of(g, np.exp(g.scaled)), "not divided by the sum", r"divid|sum",
    rare=True)
out("base_2", lambda g: of(g, softmax(g.scaled * np.log(2))), "powers of 2", r"\b2\b|base",
    names="base_2", rare=True)
out("weights", lambda g: softmax(g.scaled)[g.order][:, :2], "weights, cut to two columns",
    r"weights", rare=True)
E.wrong("invariant", "property", lambda g, a: "invariant", "invariant",
        r"invarian|stays|unchanged|move|change places")


def pooled(at, table, other):
    """Of a mean over the words; `table` gives the output, `other` an order-dependent one."""
    def wrong(name, answer, what, says, **more):
        E.wrong(name, at, answer, what, says, **more)
    wrong("sum", lambda g, a: table(g, a).sum(0)[None], "summed, not divided", r"sum|divid")
    wrong("over_2", lambda g, a: table(g, a).sum(0)[None] / 2, "divided by 2",
          r"divid|\b2\b|three|3|width")
    wrong("of_x", lambda g, a: g.X.mean(0)[None], "the mean of the embeddings",
          r"embedding|X\b|input")
    wrong("largest", lambda g, a: table(g, a).max(0)[None], "the largest of each column",
          r"largest|max|mean")
    wrong("median", lambda g, a: np.median(table(g, a), 0)[None], "the middle one",
          r"median|middle|mean", rare=True)
    wrong("ends", lambda g, a: (table(g, a)[0] + table(g, a)[-1])[None] / 2, "first and last only",
          r"first|last|all|middle|three", rare=True)
    wrong("first_word", lambda g, a: table(g, a)[:1], "the first word's", r"first|one word|row")
    wrong("last_word", lambda g, a: table(g, a)[-1:], "the last word's", r"last|one word|row")
    wrong("root_sum", lambda g, a: table(g, a).sum(0)[None] / np.sqrt(3), "divided by √3",
          r"√3|root", rare=True)
    wrong("exchanged", lambda g, a: table(g, a).mean(0)[None, ::-1], "columns exchanged",
          r"column|exchang", rare=True)
    wrong("one_decimal", lambda g, a: np.round(table(g, a).mean(0)[None], 1), "one decimal",
          r"digit|round|decimal", names="too_few_digits rounded_too_early")
    wrong("unsigned", lambda g, a: abs(table(g, a)).mean(0)[None], "signs lost",
          r"sign|minus|negative")
    wrong("over_6", lambda g, a: table(g, a).sum(0)[None] / 6, "divided by 6",
          r"6|three|3|cells|divid", rare=True)
    wrong("rows", lambda g, a: np.resize(table(g, a).mean(1), (1, 3)), "the mean of each row",
          r"row|word|column|1 × 3|3")
    wrong("all", lambda g, a: np.full((1, 2), table(g, a).mean()), "one mean of all cells",
          r"all|column|each", rare=True)


pooled("pooled_before", lambda g, a: g.O, None)
pooled("pooled_after", lambda g, a: a.reordered_output, None)
E.wrong("permuted", "pooled_after", lambda g, a: np.asarray(a.pooled_before)[:, ::-1],
        "the mean reordered too", r"order|exchang|column|same")
E.wrong("halved", "pooled_after", lambda g, a: np.asarray(a.pooled_before) / 2, "halved",
        r"half|same", rare=True)
E.wrong("negated", "pooled_after", lambda g, a: -np.asarray(a.pooled_before), "sign changed",
        r"sign|same|minus", rare=True, names="negated")
E.wrong("zero", "pooled_after", lambda g, a: np.zeros((1, 2)), "0: the difference",
        r"0|zero|difference|same", rare=True)
E.wrong("equivariant", "pooled_property", lambda g, a: "equivariant", "equivariant",
        r"equivarian|same|one row|changes? (nothing|with)|unchanged|stays")
E.choices("causal", "a c")

for at, terms in (("property", "symmetric commutative permutation equivalent linear constant"),
                  ("pooled_property", "commutative permutation equivalent linear constant")):
    for term in terms.split():
        E.wrong(term, at, lambda g, a, t=term: t, f"called {term}", rf"{term}"[:6],
                rare=term in ("linear", "constant"))
E.wrong("scores", "reordered_output", lambda g, a: g.X @ g.X.T, "the scores", r"score|3 × 3",
        rare=True)
E.wrong("single_mean", "pooled_before", lambda g, a: np.array([[g.O.mean()]]), "one mean alone",
        r"one mean|1 × 1|column")
E.wrong("columns", "reordered_output", lambda g, a: g.O[:, ::-1], "the columns exchanged",
        r"column", names="columns_exchanged")
E.wrong("two_by_three", "pooled_before", lambda g, a: (g.O[:1] + g.O[2:]) / 3,
        "a row left out of the sum", r"missing|row", names="one_row_missing", rare=True)
