"""Reading a loss curve."""
import numpy as np

from model import Exercise

E = Exercise("loss-curve", 21)


def prepare(g):
    g.train, g.held, g.at = (np.ravel(x) for x in (g.training, g.held_out, g.steps))
    g.spacing = g.at[1]
    g.best, g.cross = int(np.argmin(g.held)), int(np.argmax(g.held > g.train))
    # The loss of the copy task by its two cases, and its minimum by trying.
    g.loss = lambda c: g.p * 1 + (1 - g.p) * (c / (1 - g.p) - 1) ** 2
    tried = np.arange(0, 2, 1e-4)
    g.c = float(np.round(tried[np.argmin(g.loss(tried))], 4))


def at(g, step):
    place = step / g.spacing
    if place != int(place) or not 0 <= place < 9:
        raise ValueError(step)
    return int(place)


E.field("start", lambda g, a: "b")
E.field("best_step", lambda g, a: float(g.at[g.best]))
E.field("probability", lambda g, a: float(np.exp(-g.held[at(g, a.best_step)])))
E.field("crossing", lambda g, a: float(g.at[g.cross]))
E.field("past_the_best", lambda g, a: "d")
E.field("why_above", lambda g, a: "a")
E.field("perfect_copy", lambda g, a: g.loss(1.0))
E.field("best_factor", lambda g, a: g.c)
E.field("training_floor", lambda g, a: g.loss(a.best_factor))
E.field("held_out_floor", lambda g, a: (a.best_factor - 1) ** 2)
E.field("lower", lambda g, a: "c")


def add(at_field):
    def wrong(name, answer, what, says, **more):
        E.wrong(name, at_field, answer, what, says, **more)
    return wrong


b, q, x, pc, c, f, h = map(add, ("best_step probability crossing perfect_copy best_factor "
                                 "training_floor held_out_floor").split())
b("last", lambda g, a: g.at[8], "the last step", r"training loss is lowest")
b("crossing", lambda g, a: g.at[g.cross], "where they cross", r"first time")
b("start", lambda g, a: 0.0, "0", r"nothing has been learned", rare=True)
b("next", lambda g, a: g.at[g.best + 1], "one row late", r"risen")
b("before", lambda g, a: g.at[g.best - 1], "one row early", r"still falling")
b("early", lambda g, a: g.at[1], "where it falls fastest", r"still falling", rare=True)
b("row", lambda g, a: g.best, "the row", r"row")
b("row_from_one", lambda g, a: g.best + 1, "the row counted from 1", r"row", rare=True)
b("loss", lambda g, a: g.held[g.best], "the loss", r"loss")
q("one_minus", lambda g, a: 1 - g.held[g.best], "1 − loss", r"1 minus")
q("training", lambda g, a: np.exp(-g.train[g.best]), "the training loss", r"training loss")
q("loss", lambda g, a: g.held[g.best], "the loss", r"loss itself")
q("sign", lambda g, a: np.exp(g.held[g.best]), "e^loss", r"minus")
q("two", lambda g, a: 2 ** -g.held[g.best], "2^−loss", r"power of 2")
q("ten", lambda g, a: 10 ** -g.held[g.best], "10^−loss", r"power of 10")
q("last", lambda g, a: np.exp(-g.held[8]), "the last row", r"last step")
q("wrong_class", lambda g, a: 1 - np.exp(-g.held[g.best]), "the wrong class", r"wrong class")
q("log", lambda g, a: -np.log(g.held[g.best]), "−ln loss", r"logarithm")
q("half", lambda g, a: 0.5, "1/2", r"1/2", rare=True)
q("percent", lambda g, a: 100 * np.exp(-g.held[g.best]), "per cent", r"per ?cent",
  names="percentage")
x("best", lambda g, a: g.at[g.best], "the best step", r"lowest")
x("last", lambda g, a: g.at[8], "the last step", r"earlier")
x("start", lambda g, a: 0.0, "0", r"step 0")
x("before", lambda g, a: g.at[g.cross - 1], "one row early", r"still below")
x("after", lambda g, a: g.at[g.cross + 1], "one row late", r"earlier")
x("row", lambda g, a: g.cross, "the row", r"row", rare=True)
x("loss", lambda g, a: g.held[g.cross], "the loss", r"loss", rare=True)
E.choices("start", "a c d")
E.choices("past_the_best", "a b c")
E.choices("why_above", "b c")
E.choices("lower", "a b d")
pc("none", lambda g, a: 0.0, "0", r"while nothing is dropped")
pc("p", lambda g, a: g.p, "p", r"only the draws in which the weight is lost")
pc("kept", lambda g, a: (1 - g.p) * (1 / (1 - g.p) - 1) ** 2, "the kept case only",
   r"only the draws in which the weight stays")
pc("kept_unweighed", lambda g, a: (1 / (1 - g.p) - 1) ** 2, "the kept case, not weighed",
   r"only the draws in which the weight stays|weighed")
pc("unweighed", lambda g, a: g.p + (1 / (1 - g.p) - 1) ** 2, "one case not weighed", r"weighed")
pc("unsquared", lambda g, a: g.p + (1 - g.p) * (1 / (1 - g.p) - 1), "not squared", r"not squared")
pc("times", lambda g, a: g.p + (1 - g.p) * (1 - g.p - 1) ** 2, "multiplied by 1 − p",
   r"multiplied")
pc("rest", lambda g, a: 1 - g.p, "1 − p", r"stays|c or")
pc("enlarged", lambda g, a: 1 / (1 - g.p), "1/(1 − p)", r"enlarged")
pc("square", lambda g, a: g.p ** 2, "p²", r"p²")
pc("variance", lambda g, a: g.p * (1 - g.p), "p (1 − p)", r"variance")
pc("one", lambda g, a: 1.0, "1", r"always 0", rare=True)
c("one", lambda g, a: 1.0, "1", r"gives too much")
c("inverse", lambda g, a: 1 / (1 - g.p), "1/(1 − p)", r"larger still")
c("square", lambda g, a: (1 - g.p) ** 2, "(1 − p)²", r"not x")
c("root", lambda g, a: np.sqrt(1 - g.p), "√(1 − p)", r"not x")
c("p", lambda g, a: g.p, "p", r"too little")
c("plus", lambda g, a: 1 + g.p, "1 + p", r"more than 1")
c("zero", lambda g, a: 0.0, "0", r"always 0", rare=True)
c("p_squared", lambda g, a: 1 - g.p ** 2, "1 − p²", r"not x", rare=True)
f("perfect", lambda g, a: g.p / (1 - g.p), "that of c = 1", r"c = 1")
f("zero", lambda g, a: 0.0, "0", r"that error stays")
f("square", lambda g, a: g.p ** 2, "p²", r"without dropout")
f("rest", lambda g, a: 1 - g.p, "1 − p", r"c or")
f("variance", lambda g, a: g.p * (1 - g.p), "p (1 − p)", r"variance")
f("double", lambda g, a: 2 * g.p, "2 p", r"doubles", rare=True)
f("c_only", lambda g, a: g.p + (1 - g.p) * (g.c - 1) ** 2, "not divided by 1 − p",
  r"divided by 1 − p")
h("p", lambda g, a: g.p, "p", r"floor with dropout")
h("zero", lambda g, a: 0.0, "0", r"c is not 1")
h("c_squared", lambda g, a: a.best_factor ** 2, "c²", r"c²")
h("one_minus", lambda g, a: 1 - a.best_factor ** 2, "1 − c²", r"c²")
h("enlarged", lambda g, a: g.p ** 2 / (1 - g.p), "p²/(1 − p)", r"1 − p")
h("variance", lambda g, a: g.p * (1 - g.p), "p (1 − p)", r"variance")
h("half", lambda g, a: g.p ** 2 / 2, "p²/2", r"nothing else", rare=True)
