"""Keywords from attention."""
import numpy as np

from model import Exercise

E = Exercise("keywords", 8)


def prepare(g):
    g.A = np.array(g.A, float)
    g.own = np.diag(g.A)


def top(g, numbers, rising=False):
    """The three words with the largest numbers; equal ones in their order in the sentence."""
    order = sorted(range(6), key=lambda i: (round(numbers[i], 6) if rising else -round(numbers[i],
        6), i))
    return tuple(g.words[i] for i in order[:3])


def fair(g, numbers, rising=False):
    """The same, if ties leave no doubt which three they are and in what order; else nothing."""
    values = sorted((round(float(x), 6) for x in numbers), reverse=not rising)
    return top(g, numbers, rising) if len(set(values[:4])) == 4 else None


def flat(m):
    return np.asarray(m, float).ravel()


E.field("received", lambda g, a: g.A.sum(0)[None])
E.field("ranking", lambda g, a: top(g, flat(a.received)))
E.field("received_from_others", lambda g, a: a.received - np.resize(g.own, np.shape(a.received)))
E.field("ranking_from_others", lambda g, a: top(g, flat(a.received_from_others)))
E.field("caution", lambda g, a: "b")


def table_mistakes(at, table, others):
    """Of a row of sums; `table` is what is summed."""
    def wrong(name, answer, what, says, **more):
        E.wrong(name, at, lambda g, a: np.reshape(answer(g, table(g)), (1, -1)), what, says,
                **more)
    wrong("rows", lambda g, t: t.sum(1), "rows summed: what each gives", r"row|gives|given",
          names="row_sums rows_summed")
    wrong("largest", lambda g, t: t.max(0), "largest of each column", r"largest|sum|add")
    if others:
        wrong("mean", lambda g, t: t.sum(0) / 6, "the mean, divided by 6, beside sums",
              r"mean|divid|6|average")
        wrong("whole_share", lambda g, t: t.sum(0) / t.sum(), "shares of all attention",
              r"share|sum to|all attention|divid|total", rare=True)
    wrong("counted", lambda g, t: (t > 0).sum(0), "cells that are not 0 counted",
          r"count|how many")
    wrong("doubled_own", lambda g, t: t.sum(0) + g.own, "own attention counted twice",
          r"twice|own|itself|diagonal", rare=True)
    wrong("last_row_missing", lambda g, t: t[:5].sum(0), "the last row left out", r"last|row",
          rare=True)
    wrong("first_row_missing", lambda g, t: t[1:].sum(0), "the first row left out", r"first|row",
          rare=True)
    wrong("own_only", lambda g, t: g.own, "the diagonal only", r"own|itself|diagonal")
    wrong("own_row", lambda g, t: t[0], "the first row", r"first row|row", rare=True)
    wrong("both", lambda g, t: t.sum(0) + t.sum(1), "given and received together",
          r"both|given|gives|row", rare=True)
    wrong("difference", lambda g, t: t.sum(0) - t.sum(1), "received minus given",
          r"subtract|given|gives|row", rare=True)
    wrong("squares", lambda g, t: (t ** 2).sum(0), "squares summed", r"squar", rare=True)
    wrong("earlier", lambda g, t: np.tril(t).sum(0), "only from later words: lower triangle",
          r"later|mask|triangle|below", rare=True)
    wrong("later", lambda g, t: np.triu(t).sum(0), "only the upper triangle",
          r"earlier|later|mask|triangle|above", rare=True)


table_mistakes("received", lambda g: g.A, False)
E.wrong("others", "received", lambda g, a: (g.A.sum(0) - g.own)[None], "without its own already",
        r"itself|own|diagonal")
E.wrong("softmax", "received", lambda g, a: (np.exp(g.A) / np.exp(g.A).sum(1,
    keepdims=True)).sum(0)[None], "softmax taken again", r"softmax", rare=True)
E.wrong("ranks", "received", lambda g, a: (np.argsort(np.argsort(-g.A.sum(0))) + 1.0)[None],
        "ranks instead of sums", r"rank|place|sum", rare=True)
table_mistakes("received_from_others", lambda g: g.A - np.diag(g.own), True)
E.wrong("same", "received_from_others", lambda g, a: a.received, "own not taken off",
        r"itself|own|diagonal|same")
E.wrong("minus_one", "received_from_others", lambda g, a: a.received - 1, "1 taken off",
        r"\b1\b|one|own")
E.wrong("added", "received_from_others", lambda g, a: a.received + g.own,
        "own added instead of taken off", r"add|sign|subtract|twice")
E.wrong("over_5", "received_from_others", lambda g, a: (a.received - g.own) / 5, "divided by 5",
        r"5|mean|divid|average")
E.wrong("given_to_others", "received_from_others", lambda g, a: (1 - g.own)[None],
        "what each gives to others", r"gives|given|row")
E.wrong("largest_off", "received_from_others", lambda g, a: a.received - g.A.max(0),
        "the largest taken off", r"largest|own|diagonal", rare=True)
E.wrong("times_rest", "received_from_others", lambda g, a: a.received * (1 - g.own),
        "times 1 − own", r"subtract|times|multipl", rare=True)
E.wrong("own_twice_off", "received_from_others", lambda g, a: a.received - 2 * g.own,
        "own taken off twice", r"twice", rare=True)


def list_mistakes(at, numbers, others):
    """Of a ranking; `numbers` gives what it is by."""
    def wrong(name, answer, what, says, **more):
        E.wrong(name, at, lambda g, a: answer(g, a) if fair(g, numbers(g, a)) else None, what,
                says, **more)
    wrong("rising", lambda g, a: fair(g, numbers(g, a), True), "the weakest three",
          r"least|weak|small")
    wrong("last_first", lambda g, a: (fair(g, numbers(g, a)) or ())[::-1] or None,
          "the strongest last", r"order|strongest|last|first|revers")
    wrong("by_own", lambda g, a: fair(g, g.own), "by the diagonal", r"diagonal|itself|own")
    wrong("by_given", lambda g, a: fair(g, (g.A - np.diag(g.own)).sum(1)),
          "by what is given to others", r"gives|given|row")
    wrong("by_largest", lambda g, a: fair(g, others(g).max(0)), "by the largest cell",
          r"largest|cell")
    wrong("first_two", lambda g, a: (lambda r: (r[1], r[0], r[2]) if r else None)(fair(g,
        numbers(g, a))), "first two exchanged", r"order|exchang")
    wrong("last_two", lambda g, a: (lambda r: (r[0], r[2], r[1]) if r else None)(fair(g,
        numbers(g, a))), "last two exchanged", r"order|exchang", rare=True)
    wrong("counted", lambda g, a: fair(g, (others(g) > 0).sum(0)), "by how many look at it",
          r"how many|count", rare=True)
    wrong("sentence", lambda g, a: tuple(g.words[:3]), "the first three words", r"first|order",
          rare=True)
    wrong("content", lambda g, a: ("cat", "mat", "sat"), "the words with meaning",
          r"meaning|number|guess", rare=True)
    wrong("second_on", lambda g,
          a: (lambda o: tuple(g.words[i] for i in o[1:4]))(np.argsort(-numbers(g, a),
              kind="stable")) if fair(g, numbers(g, a)) else None, "the strongest left out",
          r"strongest|left out|first", rare=True)


list_mistakes("ranking", lambda g, a: flat(a.received), lambda g: g.A)
E.wrong("from_others", "ranking", lambda g, a: fair(g, g.A.sum(0) - g.own) if fair(g,
    flat(a.received)) else None,
        "by what the others give", r"itself|own|the others")
list_mistakes("ranking_from_others", lambda g, a: flat(a.received_from_others),
              lambda g: g.A - np.diag(g.own))
E.wrong("same", "ranking_from_others", lambda g, a: a.ranking if fair(g,
    flat(a.received_from_others)) else None,
        "the first ranking again", r"itself|own|same|first ranking|first list|diagonal counted")
E.choices("caution", "a c")



def one_more(row, place, by=0.1):
    """A slip at one word."""
    row = np.array(row, float)
    row[..., place] += by
    return row


for at, place in (("received", 1), ("received_from_others", 3)):
    E.wrong("slip", at, lambda g, a, of=at, i=place: one_more(g.A.sum(0)[None] - (g.own
            if of != "received" else 0), i), "a slip of 0.1 at one word", r"one", names="one_cell")
E.wrong("per_cent", "received", lambda g, a: 100 * g.A.sum(0)[None], "in per cent, without the sign",
        r"per ?cent", names="percentage")
E.wrong("one_own_left", "received_from_others",
        lambda g, a: one_more(g.A.sum(0)[None] - g.own, 5, g.own[5]),
        "the diagonal forgotten in the last column", r"one word|one", names="one_diagonal_forgotten")
for at in ("ranking", "ranking_from_others"):
    def numbers(g, of=at):
        return g.A.sum(0) - (g.own if of != "ranking" else 0)

    def fourth(g, a, numbers=numbers):
        order = np.argsort(-np.round(numbers(g), 6), kind="stable")
        return tuple(g.words[i] for i in order[[0, 1, 3]]) if fair(g, numbers(g)) else None

    def confused(g, a, numbers=numbers):
        right = fair(g, numbers(g))
        return right and tuple({"The": "the", "the": "The"}.get(word, word) for word in right)

    E.wrong("third_overlooked", at, fourth, "the third overlooked", r"missing|moved up")
    E.wrong("the_for_The", at, confused, "The and the mixed up", r"The.*the",
            names="the_words_confused")
E.wrong("neighbours_own", "received_from_others", lambda g, a: a.received - np.roll(g.own, 1),
        "the own weight of the word before taken off", r"beside|neighbour", rare=True)
E.wrong("ones", "received_from_others", lambda g, a: g.A.sum(1)[None], "the rows summed",
        r"row|gives")
E.wrong("votes", "received", lambda g, a: (g.A == g.A.max(1, keepdims=True)).sum(0)[None] * 1.0,
        "how many words look at it most", r"count|most", rare=True)
E.wrong("per_cent_of_all", "received", lambda g, a: 100 * g.A.sum(0)[None] / 6,
        "shares of all attention, in per cent", r"share|cent", rare=True)


def merged(g):
    """The sums, with "The" and "the" taken for one word, in the place of the first."""
    sums = g.A.sum(0)
    return np.array([sums[0] + sums[4], *sums[1:4], -1, sums[5]])


E.wrong("merged", "ranking", lambda g, a: fair(g, merged(g)), "The and the put together",
        r"together|\bthe\b")
