"""Recap: what attention is used for."""
import numpy as np

from model import Exercise

E = Exercise("recap-uses", 18)


def prepare(g):
    g.n = int(g.n)
    g.r, g.v = np.ravel(g.relevance), np.ravel(g.values)
    g.a = np.exp(g.r) / np.exp(g.r).sum()
    g.share = g.r / g.r.sum()
    g.at = {word: place for place, word in enumerate(g.words, 1)}


E.field("to_animal", lambda g, a: g.at["it"] - g.at["animal"])
E.field("to_street", lambda g, a: g.at["it"] - g.at["street"])
E.field("rnn_steps", lambda g, a: g.n)
E.field("attention_steps", lambda g, a: 1)
E.field("pairs", lambda g, a: g.n ** 2)
E.field("hard", lambda g, a: g.v[np.argmax(g.r)])
E.field("first_weight", lambda g, a: g.a[0])
E.field("soft", lambda g, a: g.a @ g.v)
for name, right in (("ratings", "sum"), ("translation", "mixture"), ("zero_row", "not_softmax"),
                    ("sentence_table", "similarity"), ("question", "from_question")):
    E.field(name, lambda g, a, right=right: right)


def wrong(at, name, answer, what, says, **more):
    E.wrong(name, at, lambda g, a: answer(g), what, says, **more)


wrong("to_animal", "ends", lambda g: 7, "both ends, as printed", r"both words")
wrong("to_animal", "between", lambda g: 5, "words between", r"in between")
wrong("to_animal", "place", lambda g: 8, "the place of it", r"place of")
wrong("to_animal", "place_of_animal", lambda g: 2, "the place of animal", r"place of")
wrong("to_street", "ends", lambda g: 3, "both ends", r"both words")
wrong("to_street", "between", lambda g: 1, "words between", r"in between")
wrong("to_street", "printed", lambda g: 4, "as printed", r"prints this", names="printed_distance")
wrong("to_street", "place", lambda g: 6, "the place of street", r"place of")
wrong("rnn_steps", "pairs", lambda g: g.n ** 2, "pairs", r"pairs")
wrong("rnn_steps", "one", lambda g: 1, "at once", r"one step")
wrong("rnn_steps", "links", lambda g: g.n - 1, "links", r"links")
wrong("rnn_steps", "log", lambda g: round(np.log2(g.n)), "log n", r"log|each word", rare=True)
wrong("attention_steps", "work", lambda g: g.n ** 2, "the work, as printed", r"work")
wrong("attention_steps", "words", lambda g: g.n, "the words", r"number of words")
wrong("attention_steps", "stages", lambda g: 3, "stages", r"stages")
wrong("pairs", "words", lambda g: g.n, "the words", r"one score")
wrong("pairs", "once", lambda g: g.n * (g.n - 1) / 2, "each pair once", r"once")
wrong("pairs", "others", lambda g: g.n * (g.n - 1), "not with itself", r"itself")
wrong("pairs", "twice", lambda g: 2 * g.n, "twice", r"twice", rare=True)
wrong("hard", "sum", lambda g: g.v.sum(), "all values", r"all values")
wrong("hard", "mean", lambda g: g.v.mean(), "the mean", r"mean")
wrong("hard", "last", lambda g: g.v[2], "the largest value", r"less relevant")
wrong("hard", "weighed", lambda g: g.r[0] * g.v[0], "weighed", r"multiplied")
wrong("hard", "relevance", lambda g: g.r[0], "the relevance", r"how relevant")
E.wrong("share", "first_weight", lambda g, a: g.share[0], "no exponential", r"power|exponential",
        "softmax_skipped", also={"soft": lambda g, a: g.share @ g.v})
wrong("first_weight", "relevance", lambda g: g.r[0], "the relevance", r"relevance itself")
wrong("first_weight", "one", lambda g: 1.0, "all of it", r"hard")
wrong("first_weight", "equal", lambda g: 1 / 3, "a third", r"equally")
wrong("first_weight", "power", lambda g: np.exp(g.r[0]), "not divided", r"divid")
wrong("first_weight", "second", lambda g: g.a[1], "the second", r"another")
wrong("first_weight", "two", lambda g: 2 ** g.r[0] / (2 ** g.r).sum(), "powers of 2",
      r"powers of 2")
wrong("soft", "relevances", lambda g: g.r @ g.v, "relevances for weights", r"relevances")
wrong("soft", "share", lambda g: g.share @ g.v, "no exponential", r"power|exponential|sum",
      names="softmax_skipped")
wrong("soft", "mean", lambda g: g.v.mean(), "the mean", r"mean")
wrong("soft", "first", lambda g: g.a[0] * g.v[0], "the first part", r"part of the first")
wrong("soft", "hard", lambda g: g.v[0], "the hard one", r"hard")
wrong("soft", "two", lambda g: g.a[:2] @ g.v[:2], "two of three", r"third")

E.choices("ratings", "range human scaled")
E.choices("translation", "same_place summary")
E.choices("zero_row", "even itself unimportant")
E.choices("sentence_table", "attention masked")
E.choices("question", "from_text from_answer from_both")
