"""A query that may see nothing."""
import numpy as np

from model import Exercise
from stages import masked, output_mistakes, shared, softmax, softmax_mistakes, strongest

E = Exercise("fully-masked-row", 14)
THIRD = np.ones((1, 3)) / 3


def prepare(g):
    g.d_k = g.Q.shape[1]
    g.scores = g.Q @ g.K.T
    g.scaled = g.scores / np.sqrt(g.d_k)
    g.mask = np.array(g.mask, float)


def last(table):
    return np.asarray(table, float)[-1:]


E.field("weights", lambda g, a: softmax(masked(g.scaled, g.mask)))
E.field("output", lambda g, a: a.weights @ g.V)
E.field("filled_weights", lambda g, a: THIRD)
E.field("filled_output", lambda g, a: a.filled_weights @ g.V)
E.field("added_weights", lambda g, a: last(softmax(g.scaled)))
E.field("infinity", lambda g, a: "c")
E.field("type", lambda g, a: "a")


def add(at):
    def wrong(name, answer, what, says, **more):
        E.wrong(name, at, answer, what, says, **more)
    return wrong


w, fw, fo, aw = map(add, "weights filled_weights filled_output added_weights".split())
softmax_mistakes(E, "weights", lambda g, a: g.scaled, lambda g, a: g.scores, lambda g, a: g.mask)


def rows(g, third, scaled=None):
    """The first two rows right, the third another."""
    table = softmax(masked(g.scaled if scaled is None else scaled, g.mask))
    table[2] = third
    return table


CAUSAL = np.tril(np.ones((3, 3)))
w("even_last", lambda g, a: rows(g, 1 / 3), "thirds in the last row",
  r"last row|third|equal|uniform|rule")
w("itself_last", lambda g, a: rows(g, [0, 0, 1]), "the last word sees itself", r"itself|last")
w("causal", lambda g, a: softmax(masked(g.scaled, CAUSAL)),
  "the causal mask only: padding forgotten", r"padding|last|causal")
w("no_mask", lambda g, a: softmax(g.scaled), "mask forgotten", r"mask",
  names="no_mask mask_forgotten")
w("unmasked_last", lambda g, a: rows(g, softmax(g.scaled)[2]), "the last row unmasked",
  r"last|mask")
w("mask_after", lambda g, a: softmax(g.scaled) * g.mask, "masked after softmax", r"after",
  names="mask_after_softmax")
w("zero_fill", lambda g, a: softmax(g.scaled * g.mask), "0 for −∞", r"\b0\b|zero",
  names="masked_with_zero zero_for_infinity zero_fill")
w("zero_fill_rule", lambda g, a: rows(g, 0, g.scaled * g.mask) * 0
  + np.vstack([softmax(g.scaled * g.mask)[:2], np.zeros((1, 3))]),
  "0 for −∞, the last row by the rule", r"\b0\b|zero",
  names="masked_with_zero zero_for_infinity zero_fill")
w("reversed", lambda g, a: softmax(masked(g.scaled, 1 - g.mask)), "the mask reversed",
  r"other way|revers", names="mask_reversed")
w("transposed_mask", lambda g, a: softmax(masked(g.scaled, g.mask.T)), "the mask transposed",
  r"transpos|rows and columns|exchang|mask|later|column")
w("key_padding", lambda g,
  a: softmax(masked(g.scaled, np.array([[1, 0, 0], [1, 1, 0], [1, 1, 0]]))),
  "only the padding's column hidden", r"last|row|query|padding")
w("not_itself", lambda g, a: softmax(masked(g.scaled, g.mask * (1 - np.eye(3)))),
  "cannot see itself", r"itself|diagonal|own")
w("ones_last", lambda g, a: rows(g, 1), "ones in the last row", r"last|1", rare=True)
w("first_last", lambda g, a: rows(g, [1, 0, 0]), "the first word in the last row", r"last",
  rare=True)
output_mistakes(E, "output", lambda g, a: a.weights, mask=lambda g, a: g.mask, scaled=lambda g,
                a: g.scaled)
E.wrong("own_last", "output", lambda g, a: np.vstack([(a.weights @ g.V)[:2], g.V[2:]]),
        "its own value in the last row", r"own|itself")
E.wrong("mean_last", "output", lambda g, a: np.vstack([(a.weights @ g.V)[:2], g.V.mean(0)]),
        "the mean in the last row", r"last|mean|average|rule")
E.wrong("causal", "output", lambda g, a: softmax(masked(g.scaled, CAUSAL)) @ g.V,
        "with the causal mask only", r"padding|last|causal|mask")

EQUAL = r"equal|third|uniform|same|each|alike"


def row_mistakes(wrong, of_fill):
    """Of the last row in a program; `of_fill` where the scores are replaced."""
    wrong("zeros", lambda g, a: np.zeros((1, 3)), "zeros: attn's rule",
          r"\b0\b|zero|rule|attn|sum to 1")
    wrong("itself", lambda g, a: np.array([[0, 0, 1.0]]), "the last word itself",
          r"itself|last|own")
    wrong("ones", lambda g, a: np.ones((1, 3)), "ones", r"sum|divid|\b1\b")
    wrong("by_dk", lambda g, a: last(softmax(g.scores / g.d_k)), "divided by d_k",
          r"d_k" if not of_fill else r"replac|score", names="" if of_fill else "divided_by_d_k",
          rare=of_fill)
    wrong("no_scale", lambda g, a: last(softmax(g.scores)), "not scaled", r"scal|not divided"
          if not of_fill else r"replac|score", names="" if of_fill else "no_scale", rare=of_fill)
    wrong("shares", lambda g, a: last(shared(g.scores)), "shares of the scores", r"exponential"
          if not of_fill else r"replac|score|exponential", names="softmax_skipped", rare=True)
    wrong("hard", lambda g, a: last(strongest(g.scaled)), "all to the largest", r"largest"
          if not of_fill else r"largest|replac", names="hard_maximum")
    wrong("first", lambda g, a: np.array([[1.0, 0, 0]]), "the first word", r"first|one word",
          rare=True)
    wrong("half", lambda g, a: np.array([[0.5, 0.5, 0]]), "half each of the other two",
          r"half|itself|padding|three|two")
    wrong("second_row", lambda g, a: softmax(masked(g.scaled, g.mask))[1:2], "the second row",
          r"second row|row|last", rare=True)
    wrong("two_decimals", lambda g, a: np.round(THIRD if of_fill else last(softmax(g.scaled)), 2),
          "two decimals", r"digit|round|decimal", names="too_few_digits rounded_too_early")
    wrong("minus", lambda g, a: np.full((1, 3), -1e9), "the scores themselves", r"score|softmax")
    wrong("key_padding", lambda g, a: last(softmax(g.scaled[:, :2])) @ np.array([[1, 0, 0],
        [0, 1, 0]]), "only the padding hidden", r"padding|itself|all|every|last")
    wrong("percent", lambda g, a: 100 * (THIRD if of_fill else last(softmax(g.scaled))),
          "in per cent", r"per ?cent", names="percentage")
    wrong("base_2", lambda g, a: last(softmax(g.scaled * np.log(2))), "powers of 2", r"\b2\b|base"
          if not of_fill else r"replac|score|equal", names="base_2", rare=of_fill)
    wrong("undivided", lambda g, a: last(np.exp(g.scaled)), "exponentials, not divided",
          r"divid|sum" if not of_fill else r"replac|score|divid|sum", rare=of_fill)


row_mistakes(fw, True)
fw("unmasked", lambda g, a: last(softmax(g.scaled)), "as if −10⁹ were added",
   r"add|replac|unmasked|mask|score")
fw("quarter", lambda g, a: np.full((1, 3), 0.25), "a quarter each", r"three|sum|4|quarter",
   rare=True)
row_mistakes(aw, False)
aw("even", lambda g, a: THIRD, "thirds, as if replaced",
   r"replac|third|equal|float32|32|64|digits|small")
aw("filled", lambda g, a: a.filled_weights, "as before", r"replac|third|equal|32|64|same")
aw("first_row", lambda g, a: softmax(g.scaled)[:1], "the first row", r"row", rare=True)
aw("columns", lambda g, a: last(softmax(g.scaled, 0)), "softmax down the columns", r"column",
   names="softmax_over_columns")
aw("scaled_up", lambda g, a: last(softmax(g.scores * np.sqrt(g.d_k))), "multiplied by √d_k",
   r"multipl", names="multiplied_by_scale", rare=True)
aw("whole", lambda g, a: last(np.exp(g.scaled) / np.exp(g.scaled).sum()),
   "softmax over the whole matrix", r"whole|entire|all", rare=True)
aw("k_q", lambda g, a: last(softmax(g.scaled.T)), "K Qᵀ", r"K Qᵀ|exchang|swap|transpos|other way",
   names="keys_and_queries_swapped")
fo("sum", lambda g, a: g.V.sum(0)[None], "summed, not divided", r"sum|divid|weights")
fo("zeros", lambda g, a: np.zeros((1, 2)), "zeros: attn's rule", r"\b0\b|zero|rule|attn")
fo("own", lambda g, a: g.V[2:], "its own value", r"own|itself|last")
fo("same", lambda g, a: last(a.output) if np.any(last(a.output)) else None, "as before",
   r"before|same|rule", rare=True)
fo("k", lambda g, a: a.filled_weights @ g.K, "K mixed instead of V", r"K\b|key")
fo("q", lambda g, a: a.filled_weights @ g.Q, "Q mixed instead of V", r"Q\b|quer", rare=True)
fo("first_two", lambda g, a: g.V[:2].mean(0)[None], "mean of the first two",
   r"two|first|padding|itself|last|three")
fo("half", lambda g, a: g.V.sum(0)[None] / 2, "divided by 2", r"\b2\b|divid|width|three|3",
   rare=True)
fo("largest", lambda g, a: g.V.max(0)[None], "the largest of each column", r"largest|max",
   rare=True)
fo("unmasked", lambda g, a: last(softmax(g.scaled)) @ g.V, "with the unmasked weights",
   r"unmasked|mask|weights|add|old scores")
fo("exchanged", lambda g, a: (a.filled_weights @ g.V)[:, ::-1], "columns exchanged",
   r"column|exchang", rare=True)
fo("rough", lambda g, a: g.V.sum(0)[None] * 0.3, "weights rounded to 0.3", r"digit|round",
   names="too_few_digits rounded_too_early")
fo("rough_3", lambda g, a: g.V.sum(0)[None] * 0.33, "weights rounded to 0.33", r"digit|round",
   names="too_few_digits rounded_too_early")
fo("weights", lambda g, a: np.asarray(a.filled_weights)[:, :2], "the weights again",
   r"weights|V\b|value", rare=True)
fo("huge", lambda g, a: -1e9 * g.V.sum(0)[None], "−10⁹ times the values", r"score|softmax|weights",
   rare=True)
E.choices("infinity", "a b")
E.choices("type", "b c")

E.wrong("zero_fill", "output", lambda g, a: softmax(g.scaled * g.mask) @ g.V,
        "from weights with 0 for −∞", r"\b0\b|zero", names="zero_for_minus_infinity", rare=True)
E.wrong("mask_after", "output", lambda g, a: (softmax(g.scaled) * g.mask) @ g.V,
        "from weights masked after softmax", r"after", names="mask_after_softmax")
w("the_mask", lambda g, a: g.mask, "the mask itself", r"mask", names="mask_for_weights", rare=True)
w("last_left_out", lambda g, a: rows(g, 0)[:2], "the last row left out", r"missing|2 × 3|row",
  names="last_row_left_out")
E.wrong("own_value", "output", lambda g, a: np.vstack([g.V[:2], np.zeros((1, 2))]),
        "each word its own value", r"itself|own|largest")
fo("ones", lambda g, a: np.ones((1, 2)), "ones", r"ones|value|sum")
aw("scores", lambda g, a: last(g.scaled), "the scores", r"score|softmax",
   names="scores_for_weights")

# The last row alone set to 0, or open to the first two words.
w("only_last_emptied", lambda g, a: softmax(g.scaled) * np.array([[1], [1], [0]]),
  "the last row 0, nothing else masked", r"no mask|other two")
w("last_sees_two", lambda g, a: rows(g, [0.5, 0.5, 0]), "the last row 1/2 1/2 0",
  r"last word|last row", rare=True)
aw("quarters", lambda g, a: np.full((1, 3), 0.25), "quarters", r"equal|sum to 1", rare=True)
fo("quarter", lambda g, a: g.V.sum(0)[None] / 4, "a quarter of the sum", r"quarter|how many",
   rare=True)
