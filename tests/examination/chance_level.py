"""Chance level."""
import math

import numpy as np

from model import Exercise

E = Exercise("chance-level", 22)


def prepare(g):
    g.q, g.r = g.share, 1 - g.share
    g.full, g.last = divmod(int(g.n), int(g.batch))
    g.losses = np.array([g.full_loss] * g.full + [g.last_loss])
    g.sizes = np.array([g.batch] * g.full + [g.last])
    # Every example with every guess, to be counted.
    g.examples = np.arange(1000) < round(1000 * g.q)


def guessed_right(g):
    """How often a guess drawn by the shares is right, over all pairs of an example and a guess."""
    return float(np.mean(g.examples[:, None] == g.examples[None]))


E.field("equal_accuracy", lambda g, a: float(np.mean(np.arange(int(g.k)) == 0)))
E.field("equal_loss", lambda g, a: -math.log(1 / g.k))
E.field("majority_accuracy", lambda g, a: float(np.mean(g.examples)))
E.field("share_accuracy", lambda g, a: guessed_right(g))
E.field("share_loss", lambda g, a: float(np.mean(-np.log(np.where(g.examples, g.q, g.r)))))
E.field("below_majority", lambda g, a: "c")
E.field("coin_accuracy", lambda g, a: 0.5)
E.field("coin_training", lambda g, a: "a")
E.field("batches", lambda g, a: float(len(g.sizes)))
E.field("last_size", lambda g, a: g.n - g.batch * (a.batches - 1))
E.field("mean_of_batches", lambda g, a: (g.full_loss * (a.batches - 1) + g.last_loss) / a.batches)
E.field("mean_of_examples", lambda g, a: (g.full_loss * (g.n - a.last_size)
        + g.last_loss * a.last_size) / g.n)
E.field("times_as_much", lambda g, a: g.batch / a.last_size)


def add(at):
    def wrong(name, answer, what, says, **more):
        E.wrong(name, at, answer, what, says, **more)
    return wrong


ea, el, ma, sa, sl, ca, nb, ls, mb, me, ti = map(add, (
    "equal_accuracy equal_loss majority_accuracy share_accuracy share_loss coin_accuracy batches "
    "last_size mean_of_batches mean_of_examples times_as_much").split())
ea("half", lambda g, a: 0.5, "1/2", r"two classes")
ea("wrong", lambda g, a: 1 - 1 / g.k, "how often it is wrong", r"is wrong")
ea("square", lambda g, a: 1 / g.k ** 2, "1/k²", r"1/k²")
ea("k", lambda g, a: g.k, "k", r"number of classes")
ea("fewer", lambda g, a: 1 / (g.k - 1), "1/(k − 1)", r"off by one")
ea("percent", lambda g, a: 100 / g.k, "per cent", r"per ?cent", names="percentage")
ea("zero", lambda g, a: 0.0, "0", r"wrong every time", rare=True)
ea("loss", lambda g, a: math.log(g.k), "ln k", r"loss", rare=True)
el("two", lambda g, a: math.log(2), "ln 2", r"two classes")
el("log2", lambda g, a: math.log2(g.k), "log₂ k", r"base 2")
el("log10", lambda g, a: math.log10(g.k), "log₁₀ k", r"base 10")
el("share", lambda g, a: 1 / g.k, "1/k", r"probability")
el("error", lambda g, a: 1 - 1 / g.k, "1 − 1/k", r"other classes")
el("wrong_ones", lambda g, a: -math.log(1 - 1 / g.k), "−ln(1 − 1/k)", r"wrong classes")
el("over_k", lambda g, a: math.log(g.k) / g.k, "ln k / k", r"divided by the number")
el("times_k", lambda g, a: math.log(g.k) * g.k, "k ln k", r"added up")
el("minus", lambda g, a: -math.log(g.k), "−ln k", r"sign", names="negated")
el("zero", lambda g, a: 0.0, "0", r"probability 1", rare=True)
el("k", lambda g, a: g.k, "k", r"number of classes", rare=True)
ma("half", lambda g, a: 0.5, "1/2", r"coin")
ma("rest", lambda g, a: g.r, "the rarer class", r"rarer")
ma("guessing", lambda g, a: guessed_right(g), "guessing by shares", r"guessing by the shares")
ma("square", lambda g, a: g.q ** 2, "q²", r"once")
ma("one", lambda g, a: 1.0, "1", r"every time", rare=True)
ma("score", lambda g, a: g.q - 0.02, "the model's", r"trained model", rare=True)
sa("majority", lambda g, a: g.q, "always the frequent one", r"always naming")
sa("half", lambda g, a: 0.5, "1/2", r"coin")
sa("first", lambda g, a: g.q ** 2, "q²", r"only the right guesses|more frequent")
sa("wrong", lambda g, a: 2 * g.q * g.r, "2 q (1 − q)", r"differ")
sa("product", lambda g, a: g.q * g.r, "q (1 − q)", r"differ|product")
sa("second", lambda g, a: g.r ** 2, "(1 − q)²", r"rarer")
sa("minus", lambda g, a: g.q ** 2 - g.r ** 2, "q² − (1 − q)²", r"subtracted", rare=True)
sa("halved", lambda g, a: guessed_right(g) / 2, "halved", r"halved", rare=True)
sl("two", lambda g, a: math.log(2), "ln 2", r"ln 2")
sl("majority", lambda g, a: -math.log(g.q), "−ln q", r"more frequent class")
sl("first", lambda g, a: -g.q * math.log(g.q), "−q ln q", r"part of one class")
sl("second", lambda g, a: -g.r * math.log(g.r), "−(1 − q) ln(1 − q)", r"part of one class")
sl("minority", lambda g, a: -math.log(g.r), "−ln(1 − q)", r"rarer")
sl("unweighed", lambda g, a: -math.log(g.q) - math.log(g.r), "not weighed", r"weigh")
sl("plain", lambda g, a: -(math.log(g.q) + math.log(g.r)) / 2, "the plain mean", r"weigh")
sl("exchanged", lambda g, a: -g.r * math.log(g.q) - g.q * math.log(g.r), "shares exchanged",
   r"changed places")
sl("log2", lambda g, a: -g.q * math.log2(g.q) - g.r * math.log2(g.r), "in bits", r"base 2")
sl("log10", lambda g, a: -g.q * math.log10(g.q) - g.r * math.log10(g.r), "log₁₀", r"base 10")
sl("minus", lambda g, a: g.q * math.log(g.q) + g.r * math.log(g.r), "the sign", r"sign",
   names="negated")
sl("of_accuracy", lambda g, a: -math.log(guessed_right(g)), "−ln of the accuracy", r"accuracy",
   rare=True)
sl("share", lambda g, a: g.q, "q", r"probability", rare=True)
E.choices("below_majority", "a b")
ca("training", lambda g, a: g.remembered, "the training accuracy", r"trained on")
ca("rest", lambda g, a: 1 - g.remembered, "1 − the training accuracy", r"trained on", rare=True)
ca("middle", lambda g, a: (g.remembered + 0.5) / 2, "in the middle", r"training accuracy")
ca("zero", lambda g, a: 0.0, "0", r"wrong every time", rare=True)
ca("share", lambda g, a: g.q, "the share above", r"unequal")
ca("quarter", lambda g, a: 0.25, "1/4", r"two coins", rare=True)
ca("k", lambda g, a: 1 / g.k, "1/k", r"equal classes", rare=True)
E.choices("coin_training", "b c")
nb("full", lambda g, a: g.full, "the last left out", r"full batches")
nb("fraction", lambda g, a: g.n / g.batch, "not rounded", r"whole numbers")
nb("more", lambda g, a: g.full + 2, "one too many", r"too many", rare=True)
ls("full", lambda g, a: g.batch, "a full batch", r"as full")
ls("missing", lambda g, a: g.batch - g.last, "those missing", r"missing")
ls("fraction", lambda g, a: g.last / g.batch, "the fraction", r"share", rare=True)
ls("all_full", lambda g, a: g.n - g.last, "those in full batches", r"full batches", rare=True)
mb("examples", lambda g, a: np.average(g.losses, weights=g.sizes), "the mean of examples",
   r"other of the two")
mb("two", lambda g, a: (g.full_loss + g.last_loss) / 2, "of two numbers", r"two numbers")
mb("full", lambda g, a: g.full_loss, "the last left out", r"not in this", names="too_few_digits")
mb("by_full", lambda g, a: g.losses.sum() / g.full, "divided by the full ones",
   r"not in the number")
mb("one_more", lambda g, a: ((g.full + 1) * g.full_loss + g.last_loss) / (g.full + 1),
   "the last twice", r"twice", rare=True)
mb("sum", lambda g, a: g.losses.sum(), "the sum", r"sum", rare=True)
mb("over_n", lambda g, a: g.losses.sum() / g.n, "divided by n", r"number of examples")
me("batches", lambda g, a: g.losses.mean(), "the mean of batches", r"other of the two")
me("two", lambda g, a: (g.full_loss + g.last_loss) / 2, "of two numbers", r"two numbers")
me("over_n", lambda g, a: g.losses.sum() / g.n, "sum of batches over n", r"number of examples")
me("last_full", lambda g, a: (g.losses * g.batch).sum() / g.n, "the last as if full",
   r"size of a full one")
me("only_full", lambda g, a: g.full * g.batch * g.full_loss / g.n, "the last not added",
   r"not in the sum")
me("by_full", lambda g, a: g.losses @ g.sizes / (g.n - g.last), "divided by those in full batches",
   r"not in the number", rare=True)
me("sum", lambda g, a: g.losses @ g.sizes, "the sum", r"sum", rare=True)
me("places", lambda g, a: g.losses @ g.sizes / (g.batch * (g.full + 1)), "divided by 32 · 32",
   r"would have", rare=True)
ti("turned", lambda g, a: a.last_size / g.batch, "the inverse", r"other way round")
ti("one", lambda g, a: 1.0, "1", r"count alike")
ti("batches", lambda g, a: g.full, "the number of batches", r"compares batches")
ti("losses", lambda g, a: g.last_loss / g.full_loss, "the losses", r"compares losses")
ti("difference", lambda g, a: g.batch - a.last_size, "the difference", r"quotient")
ti("all", lambda g, a: g.n / a.last_size, "all examples", r"all examples", rare=True)
