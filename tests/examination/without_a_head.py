"""Without a head."""
import numpy as np

from model import Exercise

E = Exercise("without-a-head", 31)


def prepare(g):
    g.p = g.all_heads[:, 0]
    g.without = [g.without_A[:, 0], g.without_B[:, 0]]
    g.on_right = np.array([w[int(g.right_key), 0] for w in (g.weights_A, g.weights_B)])


def both(of):
    """A row of two: the same for head A and for head B."""
    return lambda g, a: np.array([[float(of(g.p, q)) for q in g.without]])


def divergence(p, q):
    return float(np.sum(p * np.log(p / q)))


def letter(place):
    return "AB"[int(place)]


E.field("by_weights", lambda g, a: letter(np.argmax(g.on_right)))
E.field("change", both(lambda p, q: q[0] - p[0]))
E.field("kl", both(divergence))
E.field("matters", lambda g, a: letter(np.argmax(a.kl)))
E.field("why_little", lambda g, a: "b")
E.field("one_token", lambda g, a: "c")
E.field("general", lambda g, a: "a")


def add(at):
    def wrong(name, of, what, says, **more):
        E.wrong(name, at, of if of.__code__.co_argcount == 2 and of.__code__.co_varnames[0] == "g"
                else both(of), what, says, **more)
    return wrong


def odds(x):
    return np.log(x / (1 - x))


ch, kl = add("change"), add("kl")
ch("without", lambda p, q: q[0], "the probability", r"probabilities without")
ch("drop", lambda p, q: p[0] - q[0], "the fall", r"sign", names="negated")
ch("quotient", lambda p, q: q[0] / p[0], "the quotient", r"quotient")
ch("inverse", lambda p, q: p[0] / q[0], "the inverse quotient", r"quotient")
ch("relative", lambda p, q: q[0] / p[0] - 1, "relative", r"divided by a probability")
ch("other", lambda p, q: q[1] - p[1], "the other name", r"other name")
ch("others", lambda p, q: q[2] - p[2], "the others", r"others")
ch("logs", lambda p, q: np.log(q[0] / p[0]), "logarithms", r"logarithm")
ch("logits", lambda p, q: odds(q[0]) - odds(p[0]), "logits", r"log-odds", rare=True)
ch("percent", lambda p, q: 100 * (q[0] - p[0]), "per cent", r"per ?cent", names="percentage")
ch("exchanged", lambda g, a: np.array([[q[0] - g.p[0] for q in g.without[::-1]]]), "A and B",
   r"another order", names="columns_in_another_order")
ch("weights", lambda g, a: g.on_right[None], "the weights", r"weights", rare=True)
kl("turned", lambda p, q: divergence(q, p), "q for p", r"exchanged")
kl("bits", lambda p, q: divergence(p, q) / np.log(2), "bits", r"bits")
kl("base_10", lambda p, q: divergence(p, q) / np.log(10), "base 10", r"base 10")
kl("negative", lambda p, q: -divergence(p, q), "the sign", r"sign", names="negated")
kl("one_term", lambda p, q: p[0] * np.log(p[0] / q[0]), "the right word", r"right word alone")
kl("loss", lambda p, q: np.log(p[0] / q[0]), "the loss", r"loss")
kl("two_terms", lambda p, q: divergence(p[:2], q[:2]), "without others", r"others")
kl("unweighted", lambda p, q: np.log(p / q).sum(), "no p", r"without the factors")
kl("by_q", lambda p, q: (q * np.log(p / q)).sum(), "times q", r"multiplied by q|sign",
   names="weighted_by_q negated the_other_way_round")
kl("no_signs", lambda p, q: np.abs(p * np.log(p / q)).sum(), "no signs", r"signs")
kl("differences", lambda p, q: np.abs(p - q).sum(), "differences", r"differ")
kl("half", lambda p, q: np.abs(p - q).sum() / 2, "half of them", r"differ|changes")
kl("squares", lambda p, q: ((p - q) ** 2).sum(), "squares", r"squared")
kl("crossed", lambda p, q: -(p * np.log(q)).sum(), "cross-entropy", r"cross-entropy")
kl("entropies", lambda p, q: (p * np.log(p)).sum() - (q * np.log(q)).sum(), "entropies",
   r"entrop", rare=True)
kl("mean", lambda p, q: divergence(p, q) / 3, "the mean", r"mean of the three")
kl("both_ways", lambda p, q: divergence(p, q) + divergence(q, p), "both ways", r"Both directions")
kl("no_log", lambda p, q: (p * p / q).sum(), "no logarithm", r"logarithm is missing", rare=True)
kl("exchanged", lambda g, a: np.array([[divergence(g.p, q) for q in g.without[::-1]]]), "A and B",
   r"another order", names="columns_in_another_order")
for question in ("by_weights", "matters"):
    for option in "AB":
        E.wrong(option, question, lambda g, a, o=option: o, f"chose {option}", ".")
E.choices("why_little", "a c")
E.choices("one_token", "a b")
E.choices("general", "b c")
