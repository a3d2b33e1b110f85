"""Rotary positions."""
import math

import numpy as np

from model import Exercise

E = Exercise("rope-rotation", 13)


def prepare(g):
    g.q, g.k = np.array(g.q, float).ravel(), np.array(g.k, float).ravel()
    g.t, g.m, g.n, g.by, g.width = (float(x) for x in (g.theta, g.query_position, g.key_position,
        g.shift, g.d_head))


def turn(v, angle):
    """Turned anticlockwise, as one row."""
    x, y = np.ravel(v)
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[x * c - y * s, x * s + y * c]])


def dot(a, b):
    return float(np.ravel(a) @ np.ravel(b))


E.field("query_angle", lambda g, a: g.m * g.t)
E.field("rotated_query", lambda g, a: turn(g.q, a.query_angle))
E.field("rotated_key", lambda g, a: turn(g.k, g.n * g.t))
E.field("score", lambda g, a: dot(a.rotated_query, a.rotated_key))
E.field("shifted_score", lambda g, a: a.score)
E.field("depends_on", lambda g, a: "a")
E.field("n_frequencies", lambda g, a: g.width / 2)


def add(at):
    def wrong(name, answer, what, says, **more):
        E.wrong(name.lstrip("*"), at, answer, what, says, rare=name.startswith("*"), **more)
    return wrong


qa, rq, rk, sc, ss, nf = map(add,
    "query_angle rotated_query rotated_key score shifted_score n_frequencies".split())
DEG, COUNT, DIGITS = r"degree", r"from (0|1)|count", "too_few_digits rounded_too_early"
qa("degrees", lambda g, a: math.degrees(g.m * g.t), "in degrees", DEG,
   also={"rotated_query": lambda g, a: turn(g.q, g.m * g.t)})
qa("theta", lambda g, a: g.t, "θ alone", r"position|θ alone|times")
qa("position", lambda g, a: g.m, "the position alone", r"θ|times|position")
qa("from_1", lambda g, a: (g.m + 1) * g.t, "counted from 1", COUNT)
qa("one_less", lambda g, a: (g.m - 1) * g.t, "one position less", COUNT)
qa("key", lambda g, a: g.n * g.t, "the key's angle", r"key")
qa("difference", lambda g, a: (g.m - g.n) * g.t, "the difference",
   r"difference|distance|relative|own position|from the key")
qa("minus", lambda g, a: -g.m * g.t, "the sign", r"sign|minus|clockwise|other way|negative",
   names="negated")
qa("added", lambda g, a: g.m + g.t, "added", r"add|times|multipl")
qa("divided", lambda g, a: g.m / g.t, "divided", r"divid|times|multipl")
qa("*upside", lambda g, a: g.t / g.m, "θ over m", r"divid|times|multipl")
qa("pi", lambda g, a: g.m * g.t * math.pi, "times π", r"π|pi")
qa("*radians", lambda g, a: math.radians(g.m * g.t), "taken for degrees", DEG)
qa("*turns", lambda g, a: g.m * g.t * 2 * math.pi, "turns", r"2π|turn|π")
qa("shifted", lambda g, a: (g.m + g.by) * g.t, "moved on already", r"mov|shift|later")
qa("*power", lambda g, a: g.t ** g.m, "θ to the power m", r"power|times")
qa("*sum", lambda g, a: (g.m + g.n) * g.t, "both positions added", r"sum|both|add|key")


def turn_mistakes(wrong, vector, angle, other, position):
    """Of a turned vector; `angle` is the right one, `other` that of the other vector."""
    def part(g, a):
        x, y = vector(g)
        return x, y, math.cos(angle(g, a)), math.sin(angle(g, a))

    def row(make):
        return lambda g, a: np.array([make(*part(g, a))])
    wrong("clockwise", row(lambda x, y, c, s: (x * c + y * s, -x * s + y * c)), "clockwise",
          r"clockwise|other way|sign|direction", names="turned_the_other_way")
    wrong("not_turned", lambda g, a: vector(g)[None], "not turned",
          r"not turned|unchanged|without turn|as it (was|is)",
          names="key_not_turned query_not_turned")
    wrong("both_minus", row(lambda x, y, c, s: (x * c - y * s, x * s - y * c)), "minus in both",
          r"minus|both")
    wrong("both_plus", row(lambda x, y, c, s: (x * c + y * s, x * s + y * c)), "plus in both",
          r"plus|both")
    wrong("sin_cos", row(lambda x, y, c, s: (x * s - y * c, x * c + y * s)),
          "sin and cos exchanged", r"sin|cos|exchang")
    wrong("places", row(lambda x, y, c, s: (x * s + y * c, x * c - y * s)),
          "the two numbers exchanged", r"exchang|order|swap|places")
    wrong("degrees", lambda g, a: turn(vector(g), math.radians(angle(g, a))),
          "calculator on degrees", DEG, names="degrees")
    wrong("scaled", row(lambda x, y, c, s: (x * c, y * s)), "x cos, y sin: no mixing",
          r"mix|both|each|cos|sin|missing")
    wrong("*scaled_other", row(lambda x, y, c, s: (x * s, y * c)), "x sin, y cos",
          r"mix|both|each|cos|sin|missing")
    wrong("other_angle", lambda g, a: turn(vector(g), other(g, a)), "the other's angle",
          r"angle|position|exchang|key|query")
    wrong("theta", lambda g, a: turn(vector(g), g.t), "by θ alone", r"θ|position")
    wrong("position", lambda g, a: turn(vector(g), position(g)), "by the position alone",
          r"θ|times")
    wrong("from_1", lambda g, a: turn(vector(g), angle(g, a) + g.t), "positions counted from 1",
          COUNT)
    wrong("*one_less", lambda g, a: turn(vector(g), angle(g, a) - g.t), "one position less", COUNT)
    wrong("difference", lambda g, a: turn(vector(g), (g.m - g.n) * g.t), "by the difference",
          r"difference|distance|own position|relative")
    wrong("*added", row(lambda x, y, c, s: (x + c, y + s)), "cos and sin added", r"add|turn")
    wrong("encoding", row(lambda x, y, c, s: (x + s, y + c)),
          "sin and cos added, as the sinusoidal encoding", r"add|sinusoidal|turn")
    wrong("*double", lambda g, a: turn(vector(g), 2 * angle(g, a)), "turned twice",
          r"twice|double")
    wrong("one_decimal", lambda g, a: np.round(turn(vector(g), angle(g, a)), 1), "one decimal",
          r"digit|round|decimal", names=DIGITS)
    wrong("rough_cos", row(lambda x, y, c, s: (x * round(c, 2) - y * round(s, 2), x * round(s, 2)
        + y * round(c, 2))), "cos and sin rounded to two decimals", r"digit|round", names=DIGITS)
    wrong("*unsigned", lambda g, a: abs(turn(vector(g), angle(g, a))), "signs lost",
          r"sign|minus|negative")
    wrong("*negated", lambda g, a: -turn(vector(g), angle(g, a)), "all signs changed",
          r"sign|minus|half a turn", names="negated")
    wrong("*shifted", lambda g, a: turn(vector(g), angle(g, a) + g.by * g.t), "moved on already",
          r"mov|shift|later")
    wrong("*pi", lambda g, a: turn(vector(g), angle(g, a) * math.pi), "angle times π",
          r"π|pi|angle")


turn_mistakes(rq, lambda g: g.q, lambda g, a: a.query_angle, lambda g, a: g.n * g.t, lambda g: g.m)
turn_mistakes(rk, lambda g: g.k, lambda g, a: g.n * g.t, lambda g, a: a.query_angle, lambda g: g.n)
sc("unturned", lambda g, a: dot(g.q, g.k), "the two as they were given",
   r"without turn|not turned|given|unturned", names="score_without_turning")
sc("cross", lambda g, a: float(np.ravel(a.rotated_query)[0]
    * np.ravel(a.rotated_key)[1] - np.ravel(a.rotated_query)[1] * np.ravel(a.rotated_key)[0]),
   "the cross product", r"cross|diagonal|dot product|pairs")
sc("difference_of", lambda g, a: float(np.ravel(a.rotated_query)[0]
    * np.ravel(a.rotated_key)[0] - np.ravel(a.rotated_query)[1] * np.ravel(a.rotated_key)[1]),
   "second product subtracted", r"subtract|add|sign|minus")
sc("crossed_sum", lambda g, a: float(np.ravel(a.rotated_query)[0] * np.ravel(a.rotated_key)[1]
    + np.ravel(a.rotated_query)[1] * np.ravel(a.rotated_key)[0]), "first times second",
   r"cross|first|second|exchang")
sc("minus", lambda g, a: -a_score(a), "the sign", r"sign|minus|negative", names="negated")
sc("scaled", lambda g, a: a_score(a) / math.sqrt(2), "divided by √2", r"scal|√|divid")
sc("scaled_head", lambda g, a: a_score(a) / math.sqrt(g.width), "divided by √d_head",
   r"scal|√|divid")
sc("first_only", lambda g, a: float(np.ravel(a.rotated_query)[0] * np.ravel(a.rotated_key)[0]),
   "first product only", r"first|second|sum|both")
sc("*second_only", lambda g, a: float(np.ravel(a.rotated_query)[1] * np.ravel(a.rotated_key)[1]),
   "second product only", r"first|second|sum|both")
sc("*sum_all", lambda g, a: float(np.sum(a.rotated_query) + np.sum(a.rotated_key)),
   "all four added", r"add|multipl|sum|product")
sc("*product_of_sums", lambda g, a: float(np.sum(a.rotated_query) * np.sum(a.rotated_key)),
   "sums multiplied", r"sum|each|product", )
sc("*cosine", lambda g, a: a_score(a) / np.linalg.norm(g.q) / np.linalg.norm(g.k), "the cosine",
   r"cosine|length|angle|divid")
sc("*lengths", lambda g, a: float(np.linalg.norm(g.q) * np.linalg.norm(g.k)),
   "the product of the lengths", r"length|cosine|angle")
sc("other_direction", lambda g, a: dot(g.q, turn(g.k, (g.m - g.n) * g.t)),
   "turned by n − m the wrong way", r"exchang|swap|positions")
sc("key_unturned", lambda g, a: dot(a.rotated_query, g.k), "the key not turned", r"key|both|only")
sc("query_unturned", lambda g, a: dot(g.q, a.rotated_key), "the query not turned",
   r"query|both|only")
sc("*sum_of_angles", lambda g, a: dot(g.q, turn(g.k, (g.m + g.n) * g.t)), "turned by m + n",
   r"add|sum|difference|m \+ n")
sc("one_decimal", lambda g, a: round(a_score(a), 1), "one decimal", r"digit|round|decimal",
   names=DIGITS)
sc("*unsigned", lambda g, a: abs(a_score(a)), "sign lost", r"sign|minus|negative")
sc("*softmax", lambda g, a: math.exp(a_score(a)), "e to the score", r"softmax|exponential|e to")
sc("*times_cos", lambda g, a: dot(g.q, g.k) * math.cos((g.m - g.n) * g.t),
   "the old score times cos", r"cos")


def a_score(a):
    return dot(a.rotated_query, a.rotated_key)


ss("query_only", lambda g, a: dot(turn(g.q, (g.m + g.by) * g.t), a.rotated_key),
   "only the query moved", r"query|both|only")
ss("key_only", lambda g, a: dot(a.rotated_query, turn(g.k, (g.n + g.by) * g.t)),
   "only the key moved", r"key|both|only")
ss("apart", lambda g, a: dot(turn(g.q, (g.m + g.by) * g.t), turn(g.k, (g.n - g.by) * g.t)),
   "moved apart", r"apart|both|direction|opposite")
ss("plus", lambda g, a: a.score + g.by, "the shift added", r"add|shift")
ss("plus_angle", lambda g, a: a.score + g.by * g.t, "the angle added", r"add|angle")
ss("times", lambda g, a: a.score * g.by, "times the shift", r"times|multipl")
ss("turned", lambda g, a: a.score * math.cos(g.by * g.t), "times the cosine of the angle",
   r"cos|turn|times")
ss("zero", lambda g, a: 0, "0", r"\b0\b|zero|change|same|score itself")
ss("unturned", lambda g, a: dot(g.q, g.k), "the score without turning",
   r"without turn|not turned|given|unturned", names="score_without_turning")
ss("minus", lambda g, a: -a.score, "the sign", r"sign|minus|negative|same", names="negated")
ss("*one", lambda g, a: 1, "1", r"same|unchanged|factor|1")
ss("*distance_again", lambda g, a: dot(turn(g.q, (g.m + g.by) * g.t),
    turn(g.k, (g.n + 2 * g.by) * g.t)), "the key moved twice", r"twice|key|same")
ss("*decays", lambda g, a: a.score / 2, "halved: decays with the position",
   r"half|decay|same|distance")
ss("*doubled", lambda g, a: 2 * a.score, "doubled", r"twice|doubl|same", )
ss("one_decimal", lambda g, a: round(a.score, 1), "one decimal", r"digit|round|decimal",
   names=DIGITS)
ss("degrees", lambda g, a: dot(turn(g.q, math.radians((g.m + g.by) * g.t)),
    turn(g.k, math.radians((g.n + g.by) * g.t))), "calculator on degrees", DEG)
E.choices("depends_on", "b c")
nf("all", lambda g, a: g.width, "one for each dimension", r"pair|half|each dimension|two")
nf("one", lambda g, a: 1, "one", r"one|each pair|own")
nf("less_one", lambda g, a: g.width / 2 - 1, "d/2 − 1: the last index",
   r"index|from 0|one (less|few|too)|count")
nf("quarter", lambda g, a: g.width / 4, "d/4", r"quarter|twice|4|pair")
nf("double", lambda g, a: 2 * g.width, "2 d: sin and cos", r"sin|twice|double|pair|half")
nf("*root", lambda g, a: math.sqrt(g.width), "√d", r"root|pair")
nf("*more_one", lambda g, a: g.width / 2 + 1, "d/2 + 1", r"from 0|one|count")
nf("*width_less", lambda g, a: g.width - 1, "d − 1", r"pair|half|dimension")
nf("*pairs", lambda g, a: g.width * (g.width - 1) / 2, "all pairs of dimensions",
   r"pair|neighbour|half")
nf("two", lambda g, a: 2, "2: one for sin, one for cos", r"sin|pair|two|each")
E.wrong("angles_added", "score", lambda g, a: dot(turn(g.q, (g.m + g.n) * g.t), g.k),
        "the two angles added", r"angle", names="angles_added_in_the_score")
E.wrong("query_back", "score", lambda g, a: dot(turn(g.q, -g.m * g.t), a.rotated_key),
        "the query turned the other way", r"angle|other way|direction",
        names="products_subtracted", rare=True)
ss("key_from_zero", lambda g, a: dot(turn(g.q, (g.m + g.by) * g.t), turn(g.k, g.by * g.t)),
   "the key put at the shift", r"shift|position 0|step|only the query")
nf("*shift", lambda g, a: g.by, "the shift", r"position|shift|pair|index|dimension")
E.wrong("both_back", "score", lambda g, a: dot(turn(g.q, -g.m * g.t), turn(g.k, -g.n * g.t)),
        "both turned clockwise", r"clockwise|sign|other place")
E.wrong("gradians", "rotated_query", lambda g, a: turn(g.q, g.m * g.t * math.pi / 200),
        "calculator on gradians", r"grad", names="gradians_for_radians", rare=True)
E.wrong("self_score", "score", lambda g, a: dot(g.q, g.q), "q with itself", r"itself|length",
        names="one_with_itself", rare=True)
E.wrong("by_positions", "score", lambda g, a: dot(turn(g.q, g.m), turn(g.k, g.n)),
        "the positions for angles", r"θ|position")
ss("lengths_and_turn", lambda g, a: math.sqrt(dot(g.q, g.q) * dot(g.k, g.k))
   * math.cos((g.m - g.n) * g.t), "the key's own direction forgotten", r"angle between|cosine")
