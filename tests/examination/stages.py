"""The stages that several exercises share, and the mistakes made in them."""
import numpy as np

SAYS = {
    "whole": r"whole (matrix|table)|all (the )?(cells|rows)|entire",
    "undivided":
    r"(not|never|without|left out).*divi|divi.*(missing|left out|forgot)|not.*share|sum",
    "hidden": r"mask",
    "later": r"later|to come|future|next|come[s]? after|ahead|behind",
    "self": r"itself|diagonal|own",
    "mean": r"mean|average|equal|evenly|unweighted|alike|same (weight|share)",
    "transposed": r"transpos|rows and columns|exchang|other way",
}


def softmax(scores, axis=1):
    """Each row shared out; a row of nothing but −∞ gives zeros."""
    scores = np.asarray(scores, float)
    top = np.max(scores, axis=axis, keepdims=True)
    powers = np.exp(scores - np.where(np.isfinite(top), top, 0))
    total = powers.sum(axis=axis, keepdims=True)
    return np.divide(powers, total, out=np.zeros_like(powers), where=total > 0)


def causal(rows, columns):
    """1 where a query may look."""
    return np.tril(np.ones((rows, columns)))


def masked(scores, mask, fill=-np.inf):
    """Scores with the blocked ones replaced."""
    return np.where(mask > 0, scores, fill)


def shared(cells):
    """Each row divided by its sum; where that is 0, nothing can be answered."""
    return cells / cells.sum(axis=1, keepdims=True)


def evenly(seen):
    """Each row shared out among what may be seen; a row that sees nothing stays empty."""
    return seen / np.maximum(seen.sum(axis=1, keepdims=True), 1)


def strongest(scores):
    """All weight on the largest of a row, shared among equals."""
    top = (scores >= scores.max(axis=1, keepdims=True) - 1e-9) & np.isfinite(scores)
    return top / np.maximum(top.sum(axis=1, keepdims=True), 1)


def product_mistakes(e, at="scores"):
    """Of Q Kᵀ; g has Q, K, V and d_k."""
    def wrong(name, answer, what, says, **more):
        e.wrong(name, at, answer, what, says, **more)
    swapped = r"exchang|swap|K Qᵀ|other way|transpos|changed places"
    wrong("k_qt", lambda g, a: g.K @ g.Q.T, "K Qᵀ", swapped,
          names="keys_and_queries_swapped transposed_product")
    wrong("q_k", lambda g, a: g.Q @ g.K, "Q K without the transpose", r"transpos")
    wrong("qt_k", lambda g, a: g.Q.T @ g.K, "Qᵀ K", r"Qᵀ ?K|transpos|columns of Q")
    wrong("q_qt", lambda g, a: g.Q @ g.Q.T, "Q Qᵀ: queries with queries",
          r"Q Qᵀ|queries (with|and|by) (the )?(queries|themselves)|each other")
    wrong("k_kt", lambda g, a: g.K @ g.K.T, "K Kᵀ: keys with keys",
          r"K Kᵀ|keys (with|and|by) (the )?(keys|themselves)|each other")
    wrong("q_vt", lambda g, a: g.Q @ g.V.T, "Q Vᵀ: values for keys",
          r"Q Vᵀ|values?\b.*key|V (was |is )?taken")
    wrong("k_vt", lambda g, a: g.K @ g.V.T, "K Vᵀ", r"K Vᵀ|values?", rare=True)
    wrong("cellwise", lambda g, a: g.Q * g.K, "Q times K cell by cell",
          r"cell by cell|element|each cell|cell with cell")
    wrong("scaled_already", lambda g, a: g.Q @ g.K.T / np.sqrt(g.d_k), "scaled already",
          r"scal|√d_k", names="scaled_already")
    wrong("by_dk_already", lambda g, a: g.Q @ g.K.T / g.d_k, "divided by d_k already", r"d_k",
          rare=True)
    wrong("masked_already", lambda g, a: np.tril(g.Q @ g.K.T), "masked with 0 already", r"mask")
    wrong("softmax_already", lambda g, a: softmax(g.Q @ g.K.T / np.sqrt(g.d_k)),
          "the weights instead", r"weights|softmax", rare=True)
    wrong("added", lambda g, a: (g.Q[:, None] + g.K[None]).sum(2),
          "components added, not multiplied", r"add", rare=True)
    wrong("first_only", lambda g, a: np.outer(g.Q[:, 0], g.K[:, 0]),
          "only the first components multiplied", r"first|one component", rare=True)
    wrong("unsigned", lambda g, a: (abs(g.Q)[:, None] * abs(g.K)[None]).sum(2), "minus signs lost",
          r"sign|minus|negative")
    wrong("unsigned_sum", lambda g, a: abs(g.Q @ g.K.T), "sign of the result lost",
          r"sign|minus|negative", rare=True)
    wrong("distance", lambda g, a: np.sqrt(((g.Q[:, None] - g.K[None]) ** 2).sum(2)), "distances",
          r"distance", rare=True)
    wrong("largest_only", lambda g, a: (g.Q[:, None] * g.K[None]).max(2),
          "largest product instead of the sum", r"larger|largest|sum", rare=True)
    wrong("mean_of_products", lambda g, a: (g.Q[:, None] * g.K[None]).mean(2),
          "mean instead of sum", r"mean|d_k|divid", rare=True)


def softmax_mistakes(e, at, scaled, raw, mask=None):
    """Of softmax. `scaled` and `raw` give the scores with and without scale, `mask` the mask or
    None where there is none."""
    def hide(g, a, scores, fill=-np.inf):
        return scores if mask is None else masked(scores, mask(g, a), fill)

    def wrong(name, answer, what, says, **more):
        e.wrong(name, at, answer, what, says, **more)

    def shift(scores):
        return np.exp(scores)
    scale = r"scal|√d_k|not divided|d_k"
    wrong("no_scale", lambda g, a: softmax(hide(g, a, raw(g, a))), "scale forgotten", scale,
          names="no_scale")
    wrong("by_dk", lambda g, a: softmax(hide(g, a, raw(g, a) / g.d_k)), "divided by d_k",
          r"d_k itself|by d_k|twice", names="divided_by_d_k")
    wrong("scaled_up", lambda g, a: softmax(hide(g, a, raw(g, a) * np.sqrt(g.d_k))),
          "multiplied by √d_k", r"multiplied", names="multiplied_by_scale")
    wrong("by_root_n", lambda g, a: softmax(hide(g, a, raw(g, a) / np.sqrt(raw(g, a).shape[1]))),
          "√n for √d_k", r"√n|number of (words|keys)|how many|words (were |are )?counted|√3",
          rare=True)
    wrong("columns", lambda g, a: softmax(hide(g, a, scaled(g, a)), 0), "down the columns",
          r"column", names="softmax_over_columns")
    wrong("whole", lambda g, a: np.exp(hide(g, a, scaled(g, a)))
          / np.exp(hide(g, a, scaled(g, a))).sum(), "softmax over the whole matrix", SAYS["whole"])
    wrong("undivided", lambda g, a: np.exp(hide(g, a, scaled(g, a))), "exponentials, not divided",
          SAYS["undivided"])
    wrong("by_n", lambda g, a: np.exp(hide(g, a, scaled(g, a))) / raw(g, a).shape[1],
          "exponentials divided by how many there are", r"sum|number of|how many", rare=True)
    wrong("by_largest", lambda g, a: np.exp(hide(g, a, scaled(g, a)))
          / np.exp(hide(g, a, scaled(g, a))).max(1, keepdims=True),
          "exponentials divided by the largest", r"largest|sum", rare=True)
    wrong("shares", lambda g, a: shared(hide(g, a, scaled(g, a), 0)),
          "shares of the scores, no exponential", r"exponential|without e|power",
          names="softmax_skipped")
    wrong("hard", lambda g, a: strongest(hide(g, a, scaled(g, a))), "all weight to the largest",
          r"largest", names="hard_maximum")
    wrong("base_2", lambda g, a: softmax(hide(g, a, scaled(g, a)) * np.log(2)), "powers of 2",
          r"\b2\b|base", names="base_2")
    wrong("base_10", lambda g, a: softmax(hide(g, a, scaled(g, a)) * np.log(10)), "powers of 10",
          r"\b10\b|base", names="base_10", rare=True)
    wrong("scaled_after", lambda g, a: softmax(hide(g, a, raw(g, a))) / np.sqrt(g.d_k),
          "scaled after softmax", r"after", names="scaled_after_softmax")
    wrong("minus", lambda g, a: softmax(hide(g, a, -scaled(g, a))), "e to the minus score",
          r"minus|sign|negative", rare=True)
    wrong("squares", lambda g, a: shared(hide(g, a, scaled(g, a), 0) ** 2),
          "squares instead of powers of e", r"square|power", rare=True)
    wrong("sigmoid", lambda g, a: np.where(hide(g, a, scaled(g, a)) > -np.inf,
        1 / (1 + np.exp(-scaled(g, a))), 0), "sigmoid of each cell",
          r"sigmoid|logistic|by itself|sum", rare=True)
    wrong("rough_powers", lambda g, a: shared(np.round(np.exp(hide(g, a, scaled(g, a))), 1)),
          "powers rounded to one decimal", r"round|digits",
          names="rounded_too_early too_few_digits")
    wrong("rough_scores", lambda g, a: softmax(hide(g, a, np.round(scaled(g, a), 1))),
          "scores rounded to one decimal", r"round|digits",
          names="rounded_too_early too_few_digits")
    wrong("transposed", lambda g, a: softmax(hide(g, a, scaled(g, a))).T, "weights transposed",
          SAYS["transposed"], names="transposed_product transposed")
    wrong("from_transposed", lambda g, a: softmax(hide(g, a, scaled(g, a).T)),
          "scores transposed first", SAYS["transposed"] + "|K Qᵀ",
          names="keys_and_queries_swapped", rare=True)
    wrong("odds", lambda g, a: shift(hide(g, a, scaled(g, a)))
          / (np.exp(hide(g, a, scaled(g, a))).sum(1, keepdims=True) - np.exp(hide(g, a,
              scaled(g, a)))), "divided by the sum of the others", r"others|itself|own", rare=True)
    wrong("even", lambda g, a: shared(np.isfinite(hide(g, a, scaled(g, a))) * 1.0),
          "the same weight for all", SAYS["mean"], rare=mask is None)
    wrong("scores", lambda g, a: hide(g, a, scaled(g, a), 0), "scores written for weights",
          r"scores|softmax", rare=True)


def mask_mistakes(e, at, scaled, mask, raw=None):
    """Of a causal mask at softmax; `mask` gives the right one."""
    def wrong(name, answer, what, says, **more):
        e.wrong(name, at, answer, what, says, **more)

    def ones(g, a):
        return np.ones(scaled(g, a).shape)
    no = (r"no mask|mask.*(forgot|missing|left out|not (used|applied))|without (a |the )?mask|"
          r"sees? (every|all)|unmasked")
    wrong("no_mask", lambda g, a: softmax(scaled(g, a)), "mask forgotten", no,
          names="no_mask mask_forgotten")
    wrong("mask_after", lambda g, a: np.where(mask(g, a) > 0, softmax(scaled(g, a)), 0),
          "masked after softmax", r"after", names="mask_after_softmax")
    wrong("zero_fill", lambda g, a: softmax(masked(scaled(g, a), mask(g, a), 0)), "0 for −∞",
          r"\b0\b|zero", names="masked_with_zero zero_for_infinity zero_fill")
    wrong("minus_one", lambda g, a: softmax(masked(scaled(g, a), mask(g, a), -1)), "−1 for −∞",
          r"−1|-1|−∞", rare=True)
    wrong("upper", lambda g, a: softmax(masked(scaled(g, a), np.triu(ones(g, a)))),
          "upper triangle: itself and what comes later", r"later|upper|revers|other way|transpos",
          names="mask_reversed mask_transposed")
    wrong("later_only", lambda g, a: softmax(masked(scaled(g, a), np.triu(ones(g, a), 1))),
          "only what comes later", r"later|revers|other way", names="mask_reversed")
    wrong("not_itself", lambda g, a: softmax(masked(scaled(g, a), np.tril(ones(g, a), -1))),
          "cannot see itself", SAYS["self"])
    wrong("next_too", lambda g, a: softmax(masked(scaled(g, a), np.tril(ones(g, a), 1))),
          "sees the next word", r"next|one (word |place )?too (far|many)|follow")
    wrong("window_2", lambda g,
          a: softmax(masked(scaled(g, a), np.tril(ones(g, a)) - np.tril(ones(g, a), -2))),
          "itself and the word before only", r"before|window|earlier", rare=True)
    wrong("whole_causal", lambda g, a: np.exp(masked(scaled(g, a), mask(g, a)))
          / np.exp(scaled(g, a)).sum(1, keepdims=True) if raw else None,
          "divided by the sum of the unmasked row", r"after|unmasked|blocked|whole row",
          names="mask_after_softmax", rare=True)


def output_mistakes(e, at, weights, weight_stage="softmax", mask=None, scaled=None):
    """Of A V; g has Q, K, V; `weights` gives A, `mask` what may be seen, `scaled` the scores."""
    def wrong(name, answer, what, says, **more):
        e.wrong(name, at, answer, what, says, **more)

    def seen(g, a):
        return np.ones((len(g.V), len(g.V))) if mask is None else mask(g, a)
    wrong("a_k", lambda g, a: weights(g, a) @ g.K, "K mixed instead of V", r"K\b|key")
    wrong("a_q", lambda g, a: weights(g, a) @ g.Q, "Q mixed instead of V", r"Q\b|quer", rare=True)
    wrong("at_v", lambda g, a: weights(g, a).T @ g.V, "Aᵀ V", SAYS["transposed"],
          names="transposed_weights")
    wrong("plain_mean", lambda g, a: evenly(seen(g, a)) @ g.V, "plain mean of the values",
          SAYS["mean"])
    wrong("plain_sum", lambda g, a: seen(g, a) @ g.V, "sum of the values, unweighted",
          r"sum|added|weights")
    wrong("s_v", lambda g, a: a.scores @ g.V if hasattr(a, "scores") else g.Q @ g.K.T @ g.V,
          "S V: softmax forgotten", r"scores|S V|softmax")
    if scaled:
        wrong("scaled_v", lambda g, a: np.where(seen(g, a) > 0, scaled(g, a), 0) @ g.V,
              "scaled scores times V", r"scores|softmax")
    wrong("hard", lambda g, a: strongest(weights(g, a)) @ g.V, "the strongest word's value only",
          r"largest|strongest")
    wrong("values", lambda g, a: g.V, "the values themselves", r"values|V itself|weights",
          rare=True)
    wrong("scaled_again", lambda g, a: weights(g, a) @ g.V / np.sqrt(g.d_k),
          "divided by √d_k once more", r"√d_k|scal|divid", rare=True)
    wrong("over_n", lambda g, a: weights(g, a) @ g.V / len(g.V), "divided by the number of words",
          r"number of|divid|mean", rare=True)
    wrong("twice", lambda g, a: weights(g, a) @ weights(g, a) @ g.V, "weights applied twice",
          r"twice|once more", rare=True)
    wrong("own_only", lambda g, a: np.diag(weights(g, a))[:, None] * g.V,
          "each value times its own weight only", r"own|itself|diagonal|sum", rare=True)
    wrong("columns_changed", lambda g, a: (weights(g, a) @ g.V)[:, ::-1], "columns exchanged",
          r"column|exchang", rare=True)
    wrong("rough", lambda g, a: np.round(weights(g, a), 1) @ g.V, "weights rounded to one decimal",
          r"round|digits", names="rounded_too_early too_few_digits")
    wrong("v_a", lambda g, a: (g.V.T @ weights(g, a)).T, "V from the left", SAYS["transposed"]
          + r"|order|left", names="transposed_weights", rare=True)
