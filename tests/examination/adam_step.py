"""One step of Adam."""
import numpy as np

from model import Exercise

E = Exercise("adam-step", 20)


def prepare(g):
    for name in ("p", "g", "m_before", "v_before"):
        setattr(g, name, np.atleast_2d(getattr(g, name)))
    g.b1, g.b2, g.eps = g.beta1, g.beta2, g.epsilon
    g.m = g.b1 * g.m_before + (1 - g.b1) * g.g
    g.v = g.b2 * g.v_before + (1 - g.b2) * g.g ** 2
    g.mh, g.vh = g.m / (1 - g.b1 ** g.t), g.v / (1 - g.b2 ** g.t)


E.field("m", lambda g, a: g.m_before + (1 - g.b1) * (g.g - g.m_before))
E.field("v", lambda g, a: g.v_before + (1 - g.b2) * (g.g ** 2 - g.v_before))
E.field("m_corrected", lambda g, a: a.m / (1 - g.b1 ** g.t))
E.field("v_corrected", lambda g, a: a.v / (1 - g.b2 ** g.t))
E.field("p_after", lambda g, a: g.p - g.lr * a.m_corrected / (np.sqrt(a.v_corrected) + g.eps))
E.field("why_corrected", lambda g, a: "b")
E.field("first_step", lambda g, a: "c")
E.field("no_gradient", lambda g, a: "a")


def add(at):
    def wrong(name, answer, what, says, **more):
        E.wrong(name, at, answer, what, says, **more)
    return wrong


m, v, mc, vc, p = map(add, "m v m_corrected v_corrected p_after".split())


def both(name, of_m, of_v, what, says, **more):
    """A mistake that can be made with either mean."""
    m(name, of_m, what, says, **more)
    v(name, of_v, what, says, **more)


both("exchanged", lambda g, a: (1 - g.b1) * g.m_before + g.b1 * g.g,
     lambda g, a: (1 - g.b2) * g.v_before + g.b2 * g.g ** 2, "β and 1 − β exchanged",
     r"changed places")
both("other_beta", lambda g, a: g.b2 * g.m_before + (1 - g.b2) * g.g,
     lambda g, a: g.b1 * g.v_before + (1 - g.b1) * g.g ** 2, "the other β", r"other mean")
both("new_whole", lambda g, a: g.b1 * g.m_before + g.g, lambda g, a: g.b2 * g.v_before + g.g ** 2,
     "the new one whole", r"whole")
both("old_whole", lambda g, a: g.m_before + (1 - g.b1) * g.g,
     lambda g, a: g.v_before + (1 - g.b2) * g.g ** 2, "the old one whole", r"whole")
both("new_only", lambda g, a: (1 - g.b1) * g.g, lambda g, a: (1 - g.b2) * g.g ** 2,
     "the past forgotten", r"only what is new")
both("old_only", lambda g, a: g.b1 * g.m_before, lambda g, a: g.b2 * g.v_before,
     "the gradient forgotten", r"only the old")
both("gradient", lambda g, a: g.g, lambda g, a: g.g ** 2, "the gradient itself",
     r"new gradient alone", rare=True)
both("kept", lambda g, a: g.m_before, lambda g, a: g.v_before, "unchanged", r"before this step",
     rare=True)
both("sum", lambda g, a: g.m_before + g.g, lambda g, a: g.v_before + g.g ** 2, "added whole",
     r"whole", rare=True)
both("half", lambda g, a: (g.m_before + g.g) / 2, lambda g, a: (g.v_before + g.g ** 2) / 2,
     "the plain mean of both", r"half", rare=True)
both("minus", lambda g, a: g.b1 * g.m_before - (1 - g.b1) * g.g,
     lambda g, a: g.b2 * g.v_before - (1 - g.b2) * g.g ** 2, "subtracted", r"subtracted")
both("power", lambda g, a: g.b1 ** g.t * g.m_before + (1 - g.b1 ** g.t) * g.g,
     lambda g, a: g.b2 ** g.t * g.v_before + (1 - g.b2 ** g.t) * g.g ** 2, "β^t", r"power of t",
     rare=True)
both("corrected", lambda g, a: g.mh, lambda g, a: g.vh, "corrected already", r"corrected already")
both("rate", lambda g, a: g.lr * g.m, lambda g, a: g.lr * g.v, "times η", r"learning rate",
     names="decimal_point", rare=True)
m("unsigned", lambda g, a: g.b1 * g.m_before + (1 - g.b1) * abs(g.g), "the minus lost",
  r"minus|sign")
m("unsigned_all", lambda g, a: g.b1 * abs(g.m_before) + (1 - g.b1) * abs(g.g),
  "all minuses lost", r"minus|sign")
m("squared", lambda g, a: g.b1 * g.m_before + (1 - g.b1) * g.g ** 2, "squared", r"square")
v("not_squared", lambda g, a: g.b2 * g.v_before + (1 - g.b2) * g.g, "not squared", r"unsquared")
v("absolute", lambda g, a: g.b2 * g.v_before + (1 - g.b2) * abs(g.g), "the size for the square",
  r"not its square")
v("share_squared", lambda g, a: g.b2 * g.v_before + ((1 - g.b2) * g.g) ** 2, "((1 − β) g)²",
  r"together with")
v("negative", lambda g, a: g.b2 * g.v_before + (1 - g.b2) * g.g * abs(g.g), "−3² = −9", r"negative")
v("old_squared", lambda g, a: g.b2 * g.v_before ** 2 + (1 - g.b2) * g.g ** 2, "v² too",
  r"old v|squared as well")
v("doubled", lambda g, a: g.b2 * g.v_before + (1 - g.b2) * 2 * abs(g.g), "2 g for g²", r"doubled")
v("of_m", lambda g, a: g.b2 * g.v_before + (1 - g.b2) * a.m ** 2, "m² for g²", r"square of m")
v("root", lambda g, a: np.sqrt(g.v), "the root already", r"root")
v("all_squared", lambda g, a: (g.b2 * g.v_before + (1 - g.b2) * g.g) ** 2, "all squared",
  r"whole sum", rare=True)
m("one_decimal", lambda g, a: np.round(g.m, 1), "one decimal", r"round|digit",
  names="rounded_too_early too_few_digits", rare=True)


def correction(name, of, what, says, **more):
    """A wrong divisor; `of` gives it from β and t."""
    mc(name, lambda g, a: a.m / of(g.b1, g.t), what, says, **more)
    vc(name, lambda g, a: a.v / of(g.b2, g.t), what, says, **more)


correction("none", lambda b, t: 1, "not corrected", r"not corrected")
correction("before", lambda b, t: 1 - b ** (t - 1), "β^(t − 1)", r"t − 1")
correction("after", lambda b, t: 1 - b ** (t + 1), "β^(t + 1)", r"t \+ 1", rare=True)
correction("no_power", lambda b, t: 1 - b, "1 − β", r"first step|power")
correction("times", lambda b, t: 1 / (1 - b ** t), "multiplied", r"multiplied")
correction("power", lambda b, t: b ** t, "divided by β^t", r"by β\^t")
correction("power_of_all", lambda b, t: (1 - b) ** t, "(1 − β)^t", r"as a whole")
correction("product", lambda b, t: 1 - b * t, "1 − β t", r"t was multiplied|power of t")
correction("t", lambda b, t: t, "divided by t", r"number of steps")
correction("beta", lambda b, t: b, "divided by β", r"by β", rare=True)
correction("plus", lambda b, t: 1 + b ** t, "1 + β^t", r"sign", rare=True)
mc("other", lambda g, a: a.m / (1 - g.b2 ** g.t), "the other β", r"other mean")
vc("other", lambda g, a: a.v / (1 - g.b1 ** g.t), "the other β", r"other mean")
mc("minus", lambda g, a: a.m - g.b1 ** g.t, "m − β^t", r"subtracted", rare=True)
vc("root", lambda g, a: np.sqrt(a.v / (1 - g.b2 ** g.t)), "the root already", r"root")
vc("root_divisor", lambda g, a: a.v / np.sqrt(1 - g.b2 ** g.t), "√(1 − β^t)", r"root", rare=True)
mc("gradient", lambda g, a: g.g / (1 - g.b1 ** g.t), "g corrected", r"another row", rare=True)


def step(name, of, what, says, **more):
    """A wrong step, which is subtracted."""
    p(name, lambda g, a: g.p - of(g, a.m_corrected, a.v_corrected), what, says, **more)


step("plus", lambda g, m, v: -g.lr * m / (np.sqrt(v) + g.eps), "added", r"added")
step("no_root", lambda g, m, v: g.lr * m / (v + g.eps), "no root", r"root is missing")
step("inside", lambda g, m, v: g.lr * m / np.sqrt(v + g.eps), "ε inside the root",
     r"below the root")
step("no_epsilon", lambda g, m, v: g.lr * m / np.sqrt(v), "no ε", r"ε is missing")
step("sgd", lambda g, m, v: g.lr * g.g, "plain descent", r"plain gradient descent")
step("momentum", lambda g, m, v: g.lr * m, "not divided", r"nothing was divided")
step("no_rate", lambda g, m, v: m / (np.sqrt(v) + g.eps), "no η", r"η is missing")
step("rate_twice", lambda g, m, v: g.lr ** 2 * m / (np.sqrt(v) + g.eps), "η²", r"more than once",
     rare=True)
step("outside", lambda g, m, v: g.lr * m / np.sqrt(v) + g.eps, "ε outside", r"outside")
step("minus_epsilon", lambda g, m, v: g.lr * m / (np.sqrt(v) - g.eps), "ε subtracted",
     r"subtracted", rare=True)
step("gradient", lambda g, m, v: g.lr * g.g / (np.sqrt(v) + g.eps), "g for m", r"gradient g")
step("times", lambda g, m, v: g.lr * m * (np.sqrt(v) + g.eps), "multiplied", r"multiplied")
step("squared", lambda g, m, v: g.lr * m / (v ** 2 + g.eps), "v² for √v", r"squared", rare=True)
step("by_gradient", lambda g, m, v: g.lr * m / (abs(g.g) + g.eps), "divided by the gradient",
     r"size of the new gradient", rare=True)
step("unsigned", lambda g, m, v: g.lr * abs(m) / (np.sqrt(v) + g.eps), "the sign lost", r"same way")
step("turned", lambda g, m, v: g.lr * (np.sqrt(v) + g.eps) / m, "upside down", r"upside", rare=True)
p("uncorrected", lambda g, a: g.p - g.lr * a.m / (np.sqrt(a.v) + g.eps), "m and v uncorrected",
  r"without the correction")
p("v_uncorrected", lambda g, a: g.p - g.lr * a.m_corrected / (np.sqrt(a.v) + g.eps),
  "v uncorrected", r"without the correction")
p("m_uncorrected", lambda g, a: g.p - g.lr * a.m / (np.sqrt(a.v_corrected) + g.eps),
  "m uncorrected", r"without the correction")
p("early_epsilon", lambda g, a: g.p - g.lr * a.m_corrected
  / ((np.sqrt(a.v) + g.eps) / np.sqrt(1 - g.b2 ** g.t)), "ε before the correction",
  r"before the correction")
p("step_only", lambda g, a: g.lr * a.m_corrected / (np.sqrt(a.v_corrected) + g.eps),
  "the step alone", r"step alone")
p("all_divided", lambda g, a: (g.p - g.lr * a.m_corrected) / (np.sqrt(a.v_corrected) + g.eps),
  "p divided too", r"parameters were divided", rare=True)
p("old", lambda g, a: g.p - g.lr * g.m_before / (np.sqrt(g.v_before) + g.eps), "the old means",
  r"before this step", rare=True)
p("sign_only", lambda g, a: g.p - g.lr * np.sign(a.m_corrected), "η exactly", r"η exactly",
  rare=True)
E.choices("why_corrected", "a c")
E.choices("first_step", "a b d")
E.choices("no_gradient", "b c d")
