"""Why divide by √d_k?"""
import math
from fractions import Fraction

from formulas import reader
from model import Exercise

E = Exercise("why-sqrt-dk", 9)
F = reader("d_k")


def prepare(g):
    g.d = float(g.d_k)


def p(x):
    """The first weight of softmax(x, 0)."""
    return 1 / (1 + math.exp(-x))


def unrounded(g, a):
    """The learner's weight; a right one with all digits, as four leave nothing of 1 − p."""
    truth = p(math.sqrt(g.d))
    return truth if abs(a.weight_unscaled - truth) < 6e-5 else a.weight_unscaled


E.field("product_mean", lambda g, a: 0.0)
E.field("product_variance", lambda g, a: 1.0)
E.field("independence", lambda g, a: "b")
E.field("score_variance", lambda g,
        a: F("d_k") * (Fraction(a.product_variance).limit_denominator(10 ** 4) or 1)
        if a.product_variance > 0 else F("d_k"))
E.field("score_deviation", lambda g, a: a.score_variance.power(0.5))
E.field("divisor", lambda g, a: a.score_deviation)
E.field("variance_if_divided_by_d_k", lambda g, a: a.score_variance * F("d_k^-2"))
E.field("weight_unscaled", lambda g, a: p(math.sqrt(g.d)))
E.field("slope_unscaled", lambda g, a: unrounded(g, a) * (1 - unrounded(g, a)))
E.field("weight_scaled", lambda g, a: p(1))
E.field("slope_scaled", lambda g, a: a.weight_scaled * (1 - a.weight_scaled))
E.field("consequence", lambda g, a: "a")


def numbers(at, rows):
    """Mistakes that are numbers: id (with a star where rare), function of g and a, what, says,
    names. Who writes per cent goes on with the share."""
    later = {"weight_unscaled": {"slope_unscaled": lambda g, a: p(math.sqrt(g.d))
        * (1 - p(math.sqrt(g.d)))},
             "weight_scaled": {"slope_scaled": lambda g, a: p(1) * (1 - p(1))}}
    for name, answer, what, says, *names in rows:
        E.wrong(name.lstrip("*"), at, answer, what, says, rare=name.startswith("*"),
                names=" ".join(names),
                also=later.get(at) if name == "percent" else None)


numbers("product_mean", [
    ("one", lambda g, a: 1, "1: the variance", r"variance|mean|0"),
    ("*dk", lambda g, a: g.d, "d_k", r"sum|d_k|one product"),
    ("*half", lambda g, a: 0.5, "1/2", r"mean|0|independen"),
    ("*one_over", lambda g, a: 1 / g.d, "1/d_k", r"d_k|mean"),
    ("*minus", lambda g, a: -1, "−1", r"mean|0"),
    ("*two", lambda g, a: 2, "2", r"mean|0|add"),
])
numbers("product_variance", [
    ("zero", lambda g, a: 0, "0: the mean", r"mean|variance|0"),
    ("two", lambda g, a: 2, "2: variances added", r"add|sum|multipl|product"),
    ("dk", lambda g, a: g.d, "d_k: that of the sum", r"sum|one product|d_k|score"),
    ("root", lambda g, a: math.sqrt(g.d), "√d_k", r"deviation|d_k|one product|sum"),
    ("*one_over", lambda g, a: 1 / g.d, "1/d_k", r"d_k|one product|mean|divid"),
    ("*half", lambda g, a: 0.5, "1/2", r"half|variance"),
    ("*three", lambda g, a: 3, "3: the fourth moment",
     r"fourth|independen|square|same|itself|q²|normal"),
    ("*four", lambda g, a: 4, "4", r"square|twice|add"),
])
E.choices("independence", "a c")


def formulas(at, rows):
    for name, formula, what, says, *names in rows:
        E.wrong(name.lstrip("*"), at, formula if callable(formula) else (lambda g, a,
            f=formula: f), what, says,
                rare=name.startswith("*"), names=" ".join(names))


ONE = F("1")
formulas("score_variance", [
    ("root", F("d_k^1/2"), "√d_k: the deviation", r"deviation|root"),
    ("square", F("d_k^2"), "d_k²", r"square|d_k²|once|independent|add|identical|same"),
    ("one", ONE, "1: one product's", r"one product|sum|add|d_k"),
    ("one_over", F("d_k^-1"), "1/d_k: that of the mean", r"mean|1/d_k|divid|sum"),
    ("double", F("2 d_k"), "2 d_k", r"twice|2|one product|add"),
    ("*zero", F("0"), "0", r"mean|0|sum"),
    ("*less_one", F("d_k", "-1"), "d_k − 1", r"sample|− ?1|estimat|one (less|fewer)|degrees"),
    ("*one_over_root", F("d_k^-1/2"), "1/√d_k", r"d_k|divid"),
    ("*half", F("1/2 d_k"), "d_k/2", r"half|sum|each"),
    ("*four", F("4 d_k"), "4 d_k", r"sum|each|4"),
])
formulas("score_deviation", [
    ("variance", lambda g, a: a.score_variance, "the variance again", r"variance|root"),
    ("square", F("d_k^2"), "squared instead of the root", r"square|root"),
    ("one", ONE, "1", r"one product|variance|root|scal"),
    ("*one_over", F("d_k^-1"), "1/d_k", r"d_k|root|divid|inver"),
    ("half", F("1/2 d_k"), "half the variance", r"half|root"),
    ("*one_over_root", F("d_k^-1/2"), "1/√d_k", r"divid|inver|upside|root|mean"),
    ("*cube_root", F("d_k^1/3"), "the third root", r"root|third|square"),
    ("*double_root", F("2 d_k^1/2"), "2 √d_k", r"2|twice|root"),
    ("*fourth_root", F("d_k^1/4"), "the root twice", r"twice|root"),
])
formulas("divisor", [
    ("variance", lambda g, a: a.score_variance, "the variance: d_k", r"d_k|variance|square|c²",
     "divided_by_d_k"),
    ("square", F("d_k^2"), "d_k²", r"square|d_k²|root"),
    ("inverse", lambda g, a: a.score_deviation.power(-1), "1/√d_k: multiplied, not divided",
     r"multipl|divid|inver|upside|1/"),
    ("inverse_variance", lambda g, a: a.score_variance.power(-1), "1/d_k",
     r"multipl|divid|inver|d_k|c²"),
    ("one", ONE, "1", r"variance|d_k|no|changes nothing"),
    ("*fourth", F("d_k^1/4"), "the fourth root", r"root|twice|each"),
    ("*double", F("2 d_k^1/2"), "2 √d_k", r"2|twice|root"),
    ("*half", F("1/2 d_k"), "d_k/2", r"half|root|√|c²"),
])
formulas("variance_if_divided_by_d_k", [
    ("one", ONE, "1: divided by c, not by c²", r"c²|square|d_k²"),
    ("squared", F("d_k^-2"), "1/d_k²: started from 1", r"square|d_k|c²|score|one product"),
    ("root", F("d_k^-1/2"), "1/√d_k: the deviation", r"deviation|root"),
    ("dk", lambda g, a: a.score_variance, "d_k: unchanged",
     r"divid|unchanged|variance|c²|square|before"),
    ("root_dk", F("d_k^1/2"), "√d_k", r"root|divid|c²|deviation"),
    ("square", F("d_k^2"), "d_k²", r"multipl|divid|square|c²|upside"),
    ("cube", F("d_k^3"), "multiplied by d_k²", r"multipl|divid"),
    ("*zero", F("0"), "0", r"0|zero|small|nothing"),
    ("*double", F("2 d_k^-1"), "2/d_k", r"2|twice"),
])

def told(weight):
    """A small weight, if four decimals leave anything of it; else nothing to judge by."""
    return weight if weight >= 1e-4 else None


SOFT = r"exponential|softmax"
numbers("weight_unscaled", [
    ("scaled", lambda g, a: p(1), "scaled already", r"scal|divided"),
    ("dk", lambda g, a: p(g.d), "d_k for √d_k", r"d_k|root"),
    ("one", lambda g, a: 1, "1", r"round|digit|exactly|never|1",
     "too_few_digits rounded_too_early"),
    ("second", lambda g, a: told(1 - p(math.sqrt(g.d))), "the second weight", r"second|other"),
    ("undivided", lambda g, a: math.exp(math.sqrt(g.d)), "e to the score", r"divid|sum|share"),
    ("odds", lambda g, a: told(math.exp(-math.sqrt(g.d))), "e to the minus score",
     r"minus|second|sign|divid|share"),
    ("e0_zero", lambda g, a: 1 - 1e-9, "e⁰ taken as 0", r"e\^?0|e⁰|round|1|digit",
     "too_few_digits rounded_too_early"),
    ("base_2", lambda g, a: p(math.sqrt(g.d) * math.log(2)), "powers of 2", r"2\b|base", "base_2"),
    ("shares", lambda g, a: math.sqrt(g.d) / (math.sqrt(g.d) + 1), "√d_k / (√d_k + 1)",
     SOFT + r"|power", "softmax_skipped"),
    ("percent", lambda g, a: 100 * p(math.sqrt(g.d)), "in per cent", r"per ?cent", "percentage"),
    ("half", lambda g, a: 0.5, "1/2", r"equal|half|same|1/2"),
    ("two_digits", lambda g, a: 0.99, "two digits", r"digit|round|cut",
     "too_few_digits rounded_too_early"),
    ("*too_small", lambda g, a: p(1 / math.sqrt(g.d)), "divided by d_k", r"d_k|divid",
     "divided_by_d_k"),
    ("*zero_first", lambda g, a: 0, "0", r"second|other|0"),
    ("*up", lambda g, a: p(g.d ** 1.5), "multiplied", r"multipl|1|round|digit",
     "multiplied_by_scale too_few_digits"),
])


def slope(at, weight):
    """Of p (1 − p); `weight` gives p."""
    rows = [
        ("weight", lambda g, a: weight(g, a), "p itself", r"p itself|weight|1 − p|multipl"),
        ("rest", lambda g, a: 1 - weight(g, a), "1 − p",
         r"1 ?[−-] ?p|times p|multipl|second|half"),
        ("square", lambda g, a: weight(g, a) ** 2, "p²", r"p²|square|1 ?[−-] ?p"),
        ("*rest_square", lambda g, a: (1 - weight(g, a)) ** 2, "(1 − p)²", r"square|²"),
        ("negative", lambda g, a: -weight(g, a) * (1 - weight(g, a)), "the sign",
         r"sign|negative|minus|other (score|key)|second", "negated"),
        ("double", lambda g, a: 2 * weight(g, a) * (1 - weight(g, a)), "doubled",
         r"twice|doubl|factor|2"),
        ("*p_minus_1", lambda g, a: weight(g, a) * (weight(g, a) + 1), "p (1 + p)",
         r"sign|1 ?\+|minus|−"),
        ("*one_less_square", lambda g, a: 1 - weight(g, a) ** 2, "1 − p²: tanh's",
         r"tanh|square|1 ?[−-] ?p²|p²"),
        ("*half", lambda g, a: weight(g, a) * (1 - weight(g, a)) / 2, "halved", r"half|halv"),
        ("quarter", lambda g, a: 0.25, "1/4", r"1/4|largest|p = 1/2|0\.25"),
        ("percent", lambda g, a: 100 * weight(g, a) * (1 - weight(g, a)), "in per cent",
         r"per ?cent|100", "percentage"),
    ]
    numbers(at, rows)


slope("slope_unscaled", unrounded)
numbers("slope_unscaled", [
    ("zero", lambda g, a: 0, "0", r"\bzero\b|too small|nothing is left",
     "too_few_digits rounded_too_early"),
    ("from_rounded", lambda g, a: round(unrounded(g, a), 3) * (1 - round(unrounded(g, a), 3)),
     "p rounded to three decimals first", r"round|digit", "rounded_too_early too_few_digits"),
    ("scaled", lambda g, a: p(1) * (1 - p(1)), "of the scaled weight", r"scal"),
    ("one", lambda g, a: 1, "1", r"derivative|p \(|1"),
    ("ten", lambda g, a: 10 * unrounded(g, a) * (1 - unrounded(g, a)), "the decimal point",
     r"10|point|decimal place|power of ten|zeros", "power_of_ten decimal_point"),
    ("*tenth", lambda g, a: unrounded(g, a) * (1 - unrounded(g, a)) / 10, "a zero too many",
     r"10|point|decimal place|power of ten|zeros", "power_of_ten decimal_point"),
    ("chain", lambda g, a: unrounded(g, a) * (1 - unrounded(g, a)) / math.sqrt(g.d),
     "divided by √d_k", r"√d_k|divid|own score|scal"),
    ("*root", lambda g, a: math.sqrt(unrounded(g, a) * (1 - unrounded(g, a))), "its root",
     r"root"),
])
numbers("weight_scaled", [
    ("unscaled", lambda g, a: a.weight_unscaled, "not scaled", r"scal|divided", "no_scale"),
    ("by_dk", lambda g, a: p(1 / math.sqrt(g.d)), "divided by d_k", r"d_k", "divided_by_d_k"),
    ("half", lambda g, a: 0.5, "1/2", r"equal|half|0|1/2"),
    ("second", lambda g, a: 1 - p(1), "the second weight", r"second|other"),
    ("undivided", lambda g, a: math.e, "e", r"divid|sum|share"),
    ("one", lambda g, a: 1, "1", r"softmax|score|exponential|largest|1"),
    ("base_2", lambda g, a: 2 / 3, "powers of 2", r"2\b|base", "base_2"),
    ("weight_over", lambda g, a: a.weight_unscaled / math.sqrt(g.d),
     "the weight divided, not the score", r"after|weight.*divid|score", "scaled_after_softmax"),
    ("up", lambda g, a: p(g.d), "multiplied", r"multipl|1", "multiplied_by_scale too_few_digits"),
    ("percent", lambda g, a: 100 * p(1), "in per cent", r"per ?cent", "percentage"),
    ("two_digits", lambda g, a: 0.73, "two digits", r"digit|round",
     "too_few_digits rounded_too_early"),
    ("e_2_7", lambda g, a: 2.7 / 3.7, "e as 2.7", r"digit|round|2\.7",
     "too_few_digits rounded_too_early"),
    ("*odds", lambda g, a: 1 / math.e, "1/e", r"minus|second|divid|sum|share"),
    ("*two", lambda g, a: p(2), "2 for 1", r"2|scal|score"),
    ("*one_less", lambda g, a: 1 - 1 / math.e, "1 − 1/e", r"e\b|divid|sum|1/e"),
])
slope("slope_scaled", lambda g, a: a.weight_scaled)
numbers("slope_scaled", [
    ("unscaled", lambda g, a: a.slope_unscaled, "that without scale", r"scal"),
    ("over_root", lambda g, a: a.weight_scaled * (1 - a.weight_scaled) / math.sqrt(g.d),
     "with respect to the unscaled score", r"unscaled|√d_k|own score|chain|divid"),
    ("slope_over", lambda g, a: a.slope_unscaled / math.sqrt(g.d),
     "the unscaled slope divided by √d_k", r"scal|√d_k|divid"),
    ("*slope_times", lambda g, a: a.slope_unscaled * math.sqrt(g.d),
     "the unscaled slope times √d_k", r"scal|√d_k|times|multipl"),
    ("one_decimal", lambda g, a: 0.2, "one decimal", r"digit|round|decimal",
     "too_few_digits rounded_too_early"),
    ("*zero", lambda g, a: 0, "0", r"\bzero\b|too small|scal"),
    ("from_rounded", lambda g, a: round(a.weight_scaled, 1) * (1 - round(a.weight_scaled, 1)),
     "p rounded to one decimal first", r"round|digit", "rounded_too_early too_few_digits"),
])
E.choices("consequence", "b c")



def digits_alone(number):
    """3.4 for 0.00034."""
    return float(f"{number:.1e}".split("e")[0])


E.wrong("exponent_lost", "slope_unscaled",
        lambda g, a: digits_alone(a.weight_unscaled * (1 - a.weight_unscaled)), "the exponent lost",
        r"power of ten|exponent|decimal point", names="power_of_ten decimal_point")
E.wrong("no_parentheses", "weight_scaled", lambda g, a: 1 + math.exp(-1), "1/1+e^-1",
        r"parenthes|more than 1")
numbers("weight_scaled", [
    ("sum", lambda g, a: 1 + math.e, "the sum of both powers", r"not a share"),
    ("*three", lambda g, a: math.e / (math.e + 2), "as with three keys", r"three"),
    ("*tanh", lambda g, a: math.tanh(1), "tanh", r"tangent"),
    ("*slope", lambda g, a: p(1) * (1 - p(1)), "the slope already", r"derivative"),
])
numbers("slope_scaled", [
    ("*between", lambda g, a: 2 * p(1) - 1, "p less 1 − p", r"less"),
    ("*over_d_k", lambda g, a: p(1) * (1 - p(1)) / g.d, "divided by d_k", r"d_k|scal"),
])
