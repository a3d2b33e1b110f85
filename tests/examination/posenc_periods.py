"""Periods of the positional encoding."""
import math

from model import Exercise

E = Exercise("posenc-periods", 3)
TAU = 2 * math.pi


def prepare(g):
    g.d = g.d_model


def period(exponent, base=10000.0, turn=TAU):
    return turn * base ** exponent


E.field("period_0", lambda g, a: TAU)
E.field("period_2", lambda g, a: period(2 / g.d))
E.field("period_middle", lambda g, a: period(0.5))
E.field("slowest_pair", lambda g, a: g.d / 2 - 1)
E.field("slowest_period", lambda g, a: period(2 * a.slowest_pair / g.d))

HALF, DEGREES, TURN = r"half|\bπ\b.*2π|2π", r"degree|360", r"2π"
FREQUENCY = r"frequency|one over|inverse|reciprocal|1 ?/"
SIGN = r"sign|minus|negative|frequency|one over|divid|upside"


def wrong(at):
    def add(name, answer, what, says, **more):
        E.wrong(name, at, answer, what, says, **more)
    return add


def wave_mistakes(add, exponent, pair):
    """Of any period; `exponent` is the right one, `pair` that of the same number as a pair."""
    add("half_wave", lambda g, a: period(exponent(g, a), turn=math.pi), "π for 2π", HALF)
    add("degrees", lambda g, a: period(exponent(g, a), turn=360), "degrees", DEGREES)
    add("no_turn", lambda g, a: period(exponent(g, a), turn=1), "2π forgotten", TURN)
    add("frequency", lambda g, a: 10000 ** -exponent(g, a), "the frequency", FREQUENCY)
    add("cycles", lambda g, a: 1 / period(exponent(g, a)), "cycles per position", FREQUENCY)
    add("sign", lambda g, a: period(-exponent(g, a)), "sign of the exponent", SIGN)
    add("one_i", lambda g, a: period(exponent(g, a) / 2), "i for 2i in the exponent",
        r"2i|half|exponent|twice")
    add("as_pair", lambda g, a: period(pair(g, a)), "dimension taken for pair", r"pair",
        names="pair_taken_for_dimension")
    add("base_1000", lambda g, a: period(exponent(g, a), 1000.0), "base 1000", r"1000|base")
    add("base_100000", lambda g, a: period(exponent(g, a), 1e5), "base 100000", r"100000|base",
        rare=True)
    add("base_e", lambda g, a: period(exponent(g, a), math.e), "base e", r"\be\b|base", rare=True)
    add("linear", lambda g, a: TAU * 10000 * exponent(g, a),
        "10000 times the exponent, not to its power", r"power|times|multipl|linear", rare=True)
    add("denominator", lambda g, a: period(exponent(g, a) * g.d / (g.d - 2)),
        "d − 2 in the denominator", r"d(_model)? ?− ?[12]|d/2 ?− ?1|denominator|d_model/2",
        rare=False)
    add("tau_in_power", lambda g, a: (TAU * 10000) ** exponent(g, a), "2π inside the power",
        r"inside|parenthes", rare=True)
    add("six", lambda g, a: period(exponent(g, a), turn=6), "2π taken as 6", r"round|digits|2π",
        names="rounded_too_early too_few_digits", rare=True)
    add("rough_pi", lambda g, a: period(exponent(g, a), turn=6.2), "π taken as 3.1",
        r"round|digits|3\.1", names="rounded_too_early too_few_digits", rare=True)
    add("square_turn", lambda g, a: period(exponent(g, a), turn=math.pi ** 2), "π² for 2π",
        r"2π|π²", rare=True)


p0, p2, pm, sp, s = map(wrong,
    "period_0 period_2 period_middle slowest_pair slowest_period".split())
p0("half_wave", lambda g, a: math.pi, "π", HALF)
p0("quarter_wave", lambda g, a: math.pi / 2, "π/2", r"quarter|2π", rare=True)
p0("degrees", lambda g, a: 360, "360", DEGREES)
p0("half_turn_degrees", lambda g, a: 180, "180", r"degree|180", rare=True)
p0("frequency", lambda g, a: 1, "1: the frequency, or 2π forgotten", r"frequency|2π")
p0("cycles", lambda g, a: 1 / TAU, "1/2π", FREQUENCY)
p0("zero", lambda g, a: 0, "0", r"\b0\b|zero|2π", rare=True)
p0("base", lambda g, a: 10000, "10000", r"10000", rare=True)
p0("supremum", lambda g, a: TAU * 10000, "2π · 10000", r"10000|slowest|longest",
   names="supremum_taken", rare=True)
p0("whole", lambda g, a: 6, "6", r"whole|round|digits", names="rounded_too_early too_few_digits")
p0("rough", lambda g, a: 6.2, "π taken as 3.1", r"round|digits",
   names="rounded_too_early too_few_digits", rare=True)
p0("pair_1", lambda g, a: period(2 / g.d), "that of pair 1", r"pair|from 1|from 0|counted")
p0("next_whole", lambda g, a: 7, "7: the next whole number", r"whole|7", rare=True)
p0("infinite", lambda g, a: g.d, "d_model", r"d_model|width", rare=True)
p0("tau_d", lambda g, a: TAU * g.d, "2π d", r"d_model|width", rare=True)
p0("tenth", lambda g, a: TAU * 10, "a decimal point", r"10|point", rare=True)
wave_mistakes(p2, lambda g, a: 2 / g.d, lambda g, a: 4 / g.d)
p2("same_as_0", lambda g, a: a.period_0, "the same as dimension 0",
   r"dimension 0|pair 0|same|pair")
p2("twice", lambda g, a: 2 * a.period_0, "twice the first", r"twice|doubl|exponent|dimension 0",
   rare=True)
p2("half", lambda g, a: a.period_0 / 2, "half the first", r"half|frequency|doubl", rare=True)
p2("added", lambda g, a: TAU + 10000 ** (2 / g.d), "2π added", r"add|times|multipl", rare=True)
p2("pair_up", lambda g, a: period(3 / g.d), "exponent 3/d", r"exponent|dimension", rare=True)
wave_mistakes(pm, lambda g, a: 0.5, lambda g, a: 1.0)
pm("half_base", lambda g, a: TAU * 5000, "half of 10000", r"half|root|power", rare=True)
pm("mean", lambda g, a: (TAU + TAU * 10000) / 2, "half way between first and last",
   r"half way|mean|middle|linear|geometric", rare=True)
pm("width", lambda g, a: TAU * g.d / 2, "2π d/2", r"d_model|power", rare=True)
pm("before", lambda g, a: period(0.5 - 2 / g.d), "the pair before", r"pair|before|from 1|one too",
   rare=True)
pm("after", lambda g, a: period(0.5 + 2 / g.d), "the pair after", r"pair|after|from 0|one too",
   rare=True)
pm("as_2", lambda g, a: a.period_2, "the same as dimension 2", r"dimension 2|same", rare=True)
sp("half", lambda g, a: g.d / 2, "d/2: counted from 1", r"from 0|from 1|d(_model)?/2")
sp("last_dim", lambda g, a: g.d - 1, "the last dimension", r"dimension|pair",
   names="pair_taken_for_dimension")
sp("last_even", lambda g, a: g.d - 2, "the last even dimension", r"dimension|pair",
   names="pair_taken_for_dimension")
sp("width", lambda g, a: g.d, "d_model", r"dimension|pair|from 0|d_model",
   names="pair_taken_for_dimension")
sp("first", lambda g, a: 0, "0: the fastest", r"fast|short|first|other end|smallest")
sp("one", lambda g, a: 1, "1", r"fast|short|first|other end|second", rare=True)
sp("two_less", lambda g, a: g.d / 2 - 2, "d/2 − 2", r"from 0|one too|d(_model)?/2", rare=True)
sp("middle", lambda g, a: g.d / 4, "d/4: the middle", r"middle|half|d(_model)?/4", rare=True)
sp("half_odd", lambda g, a: (g.d - 1) / 2, "(d − 1)/2", r"odd|whole|pair|half", rare=True)
sp("plus_one", lambda g, a: g.d / 2 + 1, "d/2 + 1", r"from 0|d(_model)?/2", rare=True)
wave_mistakes(s, lambda g, a: 2 * a.slowest_pair / g.d, lambda g, a: 4 * a.slowest_pair / g.d)
s("supremum", lambda g, a: TAU * 10000, "2π · 10000", r"bound|never|reach|10000",
  names="supremum_taken")
s("ten_thousand", lambda g, a: 10000, "10000", r"10000|2π")
s("half_supremum", lambda g, a: math.pi * 10000, "π · 10000", r"half|2π|10000", rare=True)
s("odd_dim", lambda g, a: period((2 * a.slowest_pair + 1) / g.d), "exponent (d − 1)/d",
  r"exponent|pair|odd|dimension")
s("fastest", lambda g, a: TAU, "2π: the fastest", r"fast|short|first|smallest")
s("middle", lambda g, a: a.period_middle, "the middle one", r"middle", rare=True)
s("one_earlier", lambda g, a: period(2 * (a.slowest_pair - 1) / g.d), "the pair before",
  r"pair|before|one too", rare=True)
s("rough_pi_14", lambda g, a: 6.28 * 10000 ** (2 * a.slowest_pair / g.d), "π taken as 3.14",
  r"3\.14|round|digits", names="rounded_too_early too_few_digits")
s("ten_times", lambda g, a: 10 * period(2 * a.slowest_pair / g.d), "a zero too many", r"ten times")
s("thousands", lambda g, a: round(period(2 * a.slowest_pair / g.d), -3), "rounded to thousands",
  r"rounded|digits")
E.wrong("doubled_twice", "period_2", lambda g, a: period(8 / g.d), "exponent 8/d",
        r"exponent", names="exponent_several_times_as_large", rare=True)
s("twice_the_middle", lambda g, a: 2 * a.period_middle, "twice the middle one", r"middle|halved",
  rare=True)
