"""Guess the strongest pairs. The vectors are attn's, everything else is worked out here."""
import numpy as np

from model import Exercise
from stages import softmax, shared

E = Exercise("predict-pairs", 7)


def prepare(g):
    g.scores = g.Q @ g.K.T
    g.scaled = g.scores / np.sqrt(g.K.shape[1])
    g.weights = softmax(g.scaled)


def pairs_of(g, table, count=3, skip_own=True, rising=False, turned=False, upper=None):
    """The strongest cells of a table as pairs, and which cells they are."""
    cells = [(table[i, j], i, j) for i in range(6) for j in range(6)
             if not (skip_own and i == j) and (upper is None or (j > i) == upper)]
    cells.sort(key=lambda c: c[0] if rising else -c[0])
    return tuple(f"{g.words[j if turned else i]}->{g.words[i if turned else j]}" for _, i,
                 j in cells[:count])


def cell_of(g, pair, table=None):
    """The number of a pair."""
    query, key = pair.split("->")
    return float((g.weights if table is None else table)[g.words.index(query), g.words.index(key)])


E.field("predicted", lambda g, a: ("cat->sat", "mat->on", "sat->on"))
E.field("pairs", lambda g, a: pairs_of(g, g.weights))
E.field("strongest", lambda g, a: cell_of(g, a.pairs[0]))
E.field("why", lambda g, a: "untrained")


def pairs(name, answer, what, says, **more):
    E.wrong(name, "pairs", lambda g, a: answer(g), what, says, **more)


def off(table):
    return np.where(np.eye(6) > 0, -9, table)


SCORES = r"score|softmax"
pairs("by_scores", lambda g: pairs_of(g, g.scores), "ranked by scores", SCORES)
pairs("diagonal", lambda g: pairs_of(g, g.weights, skip_own=False), "diagonal not left out",
      r"diagonal|itself|own|two different words")
pairs("turned", lambda g: pairs_of(g, g.weights, turned=True), "key->query",
      r"exchang|other way|revers|key.*query|order|turned", names="pairs_reversed")
pairs("rising", lambda g: pairs_of(g, g.weights, rising=True), "the weakest",
      r"weak|small|other end|least")
pairs("reversed", lambda g: pairs_of(g, g.weights)[::-1], "the strongest last",
      r"order|strongest first|last")
pairs("columns", lambda g: pairs_of(g, softmax(g.scaled, 0)), "softmax down the columns",
      r"column", names="softmax_over_columns")
pairs("second_first", lambda g: (lambda p: (p[1], p[0], p[2]))(pairs_of(g, g.weights)),
      "first two exchanged", r"order|exchang")
pairs("last_two", lambda g: (lambda p: (p[0], p[2], p[1]))(pairs_of(g, g.weights)),
      "last two exchanged", r"order|exchang")
pairs("guess", lambda g: ("cat->sat", "mat->on", "sat->on"), "the guess once more",
      r"guess|predict")
pairs("causal", lambda g: pairs_of(g, softmax(np.where(np.tril(np.ones((6, 6))) > 0, g.scaled,
    -np.inf))), "with a causal mask", r"mask|causal")
pairs("lower", lambda g: pairs_of(g, g.weights, upper=False), "only below the diagonal",
      r"later|below|before|triangle|mask|half", rare=True)
pairs("upper", lambda g: pairs_of(g, g.weights, upper=True), "only above the diagonal",
      r"later|above|after|triangle|half", rare=True)
pairs("symmetric", lambda g: pairs_of(g, (g.weights + g.weights.T), upper=True),
      "both directions added up", r"direction|both|added|query", rare=True)
pairs("row_winners", lambda g: tuple(f"{g.words[i]}->{g.words[int(np.argmax(off(g.weights)[i]))]}"
    for i in range(3)), "the strongest of the first three rows", r"row|each word")
pairs("fourth", lambda g: pairs_of(g, g.weights, 4)[1:], "the strongest left out",
      r"strongest|first|left out", rare=True)
pairs("unscaled", lambda g: pairs_of(g, softmax(g.scores)), "scale forgotten", r"scal|√d_k",
      names="no_scale")
pairs("shares", lambda g: pairs_of(g, shared(g.scores)), "shares of the scores",
      r"exponential|shar", names="softmax_skipped", rare=True)
pairs("k_q", lambda g: pairs_of(g, softmax(g.scaled.T)), "K Qᵀ", r"K Qᵀ|exchang|swap|transpos",
      names="keys_and_queries_swapped")
pairs("magnitude", lambda g: pairs_of(g, abs(g.scores)), "scores without sign", SCORES + r"|sign",
      rare=True)
pairs("whole", lambda g: pairs_of(g, np.exp(g.scaled)), "softmax over the whole matrix",
      r"whole|row|exponential|divi")
pairs("one_word", lambda g: tuple(f"{g.words[int(i)]}->{g.words[int(j)]}"
    for i in [np.unravel_index(np.argmax(off(g.weights)), (6, 6))[0]]
    for j in np.argsort(-off(g.weights)[i])[:3]), "the strongest three of one row",
      r"row|one (word|query)")
pairs("other_seed", lambda g: ("cat->mat", "mat->cat", "the->on"), "another seed", r"seed|another",
      rare=True)


def strong(name, answer, what, says, **more):
    E.wrong(name, "strongest", lambda g, a: answer(g, a), what, says, **more)


strong("score", lambda g, a: cell_of(g, a.pairs[0], g.scores), "the raw score", SCORES)
strong("scaled_score", lambda g, a: cell_of(g, a.pairs[0], g.scaled), "the scaled score", SCORES)
strong("diagonal", lambda g, a: float(g.weights.max()), "the largest of all, on the diagonal",
       r"diagonal|itself|own")
strong("turned", lambda g, a: cell_of(g, "->".join(a.pairs[0].split("->")[::-1])),
       "the cell across the diagonal", r"other way|exchang|row|direction|across|transpos")
strong("second", lambda g, a: cell_of(g, a.pairs[1]), "that of the second pair", r"second")
strong("third", lambda g, a: cell_of(g, a.pairs[2]), "that of the third pair", r"third", rare=True)
strong("sum", lambda g, a: sum(cell_of(g, p) for p in a.pairs), "all three added",
       r"sum|add|three|together", rare=True)
strong("mean", lambda g, a: sum(cell_of(g, p) for p in a.pairs) / 3, "mean of the three",
       r"mean|average", rare=True)
strong("smallest", lambda g, a: float(off(g.weights)[np.eye(6) < 1].min()), "the smallest",
       r"small|weak|least", rare=True)
strong("percent", lambda g, a: 100 * cell_of(g, a.pairs[0]), "in per cent, without the sign",
       r"per ?cent", names="percentage")
strong("columns", lambda g, a: cell_of(g, a.pairs[0], softmax(g.scaled, 0)),
       "softmax down the columns", r"column", names="softmax_over_columns")
strong("unscaled", lambda g, a: cell_of(g, a.pairs[0], softmax(g.scores)), "scale forgotten",
       r"scal|√d_k", names="no_scale")
strong("undivided", lambda g, a: float(np.exp(cell_of(g, a.pairs[0], g.scaled))),
       "exponential, not divided", r"divid|sum|exponential")
strong("causal", lambda g, a: cell_of(g, a.pairs[0], softmax(np.where(np.tril(np.ones((6, 6))) > 0,
    g.scaled, -np.inf))), "with a causal mask", r"mask|causal", rare=True)
strong("one_decimal", lambda g, a: round(cell_of(g, a.pairs[0]), 1), "one decimal only",
       r"digit|round|decimal", names="too_few_digits")
strong("whole", lambda g, a: cell_of(g, a.pairs[0], np.exp(g.scaled) / np.exp(g.scaled).sum()),
       "softmax over the whole matrix", r"whole|entire|all", rare=True)
strong("even", lambda g, a: 1 / 6, "1/6", r"even|equal|1/6|uniform", rare=True)
strong("rank", lambda g, a: 1, "1: its rank", r"rank|place|weight", rare=True)
E.choices("why", "short one_head")

SEEDLESS = ("The->the", "mat->the", "the->mat")
pairs("no_seed", lambda g: SEEDLESS, "the seed forgotten", r"seed")
pairs("third_overlooked", lambda g: (lambda p: (p[0], p[1], p[3]))(pairs_of(g, g.weights, 4)),
      "the third overlooked", r"missing|overlook|moved up")
pairs("second_overlooked", lambda g: (lambda p: (p[0], p[2], p[3]))(pairs_of(g, g.weights, 4)),
      "the second overlooked", r"missing|overlook|moved up")


def other_the(pair):
    """The pair with The for the, and the for The."""
    return "->".join({"The": "the", "the": "The"}.get(word, word) for word in pair.split("->"))


pairs("the_for_The", lambda g: tuple(other_the(p) for p in pairs_of(g, g.weights)),
      "The and the mixed up", r"The.*the", names="the_words_confused")
pairs("column_winners", lambda g: tuple(pair for _, pair in sorted((-off(g.weights)[:, j].max(),
    f"{g.words[int(np.argmax(off(g.weights)[:, j]))]}->{g.words[j]}") for j in range(6)))[:3],
      "the strongest of each column", r"column|once", rare=True)
strong("no_seed", lambda g, a: 0.733, "the seed forgotten", r"seed")
strong("fourth", lambda g, a: cell_of(g, pairs_of(g, g.weights, 4)[3]), "that of a fourth pair",
       r"another|fourth", rare=True)


def one_turned(g, place):
    """The strongest pairs with one of them the wrong way round."""
    pairs_here = list(pairs_of(g, g.weights))
    pairs_here[place] = "->".join(pairs_here[place].split("->")[::-1])
    return tuple(pairs_here)


for place in range(3):
    pairs(f"one_turned_{place}", lambda g, place=place: one_turned(g, place),
          "one pair the wrong way round", r"wrong way round", names="one_pair_reversed",
          rare=place > 0)
pairs("column_beside", lambda g: pairs_of(g, np.roll(np.where(np.eye(6) > 0, 0, g.weights), 1, 1)),
      "read one column beside", r"beside|column", names="row_or_column_misread")
strong("own_of_the_row", lambda g, a: cell_of(g, "->".join(2 * [a.pairs[0].split("->")[0]])),
       "the weight of the query for itself", r"itself|diagonal", rare=True)
strong("entropy", lambda g, a: (lambda row: float(-(row * np.log(row)).sum()))(
    g.weights[g.words.index(a.pairs[0].split("->")[0])]), "the entropy of its row", r"entropy",
       rare=True)
