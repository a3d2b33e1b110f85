"""Measure a head."""
import numpy as np

from model import Exercise

E = Exercise("measure-a-head", 30)
QUERIES = (7, 8)     # whose tokens came before


def prepare(g):
    g.n = len(g.sentence)
    g.followed = [g.sentence.index(g.sentence[q]) + 1 for q in QUERIES]
    g.back = [g.A[i, i - 1] for i in range(1, g.n)]
    g.even_back = [1 / (i + 1) for i in range(1, g.n)]
    g.on_followed = [g.A[q, k] for q, k in zip(QUERIES, g.followed)]


def habit(previous_times, induction_times):
    if max(previous_times, induction_times) < 2:
        return "c"
    return "a" if previous_times > induction_times else "b"


def at_keys(g, a):
    return float(np.mean([g.A[q, int(k)] for q, k in zip(QUERIES, np.ravel(a.keys))]))


E.field("previous", lambda g, a: float(np.mean(g.back)))
E.field("previous_even", lambda g, a: float(np.mean(g.even_back)))
E.field("previous_times", lambda g, a: a.previous / a.previous_even)
E.field("keys", lambda g, a: np.array([g.followed], float))
E.field("induction", at_keys)
E.field("induction_even", lambda g, a: float(np.mean([1 / (q + 1) for q in QUERIES])))
E.field("induction_times", lambda g, a: a.induction / a.induction_even)
E.field("habit", lambda g, a: habit(a.previous_times, a.induction_times))
E.field("longer", lambda g, a: "b")


def add(at):
    def wrong(name, answer, what, says, **more):
        E.wrong(name, at, answer, what, says, **more)
    return wrong


def mean_of(cells):
    return lambda g, a: float(np.mean([g.A[i, j] for i, j in cells(g)]))


pr, pe, pt, ke, nd, ne, nt = map(add, (
    "previous previous_even previous_times keys induction induction_even induction_times").split())
pr("by_n", lambda g, a: sum(g.back) / g.n, "divided by n", r"number of all tokens")
pr("row_0", lambda g, a: (sum(g.back) + g.A[0, 0]) / g.n, "row 0 counted", r"Query 0")
pr("itself", mean_of(lambda g: [(i, i) for i in range(1, g.n)]), "on itself", r"on themselves")
pr("diagonal", mean_of(lambda g: [(i, i) for i in range(g.n)]), "the diagonal", r"on themselves")
pr("columns", lambda g, a: 0.0, "transposed", r"above the diagonal")
pr("sum", lambda g, a: sum(g.back), "the sum", r"added up")
pr("two", mean_of(lambda g: [(i, i - 2) for i in range(2, g.n)]), "two back", r"two back")
pr("begin", mean_of(lambda g: [(i, 0) for i in range(1, g.n)]), "on <s>", r"<s>")
pr("largest", lambda g, a: float(g.A[1:].max(1).mean()), "the largest", r"largest")
pr("no_start", lambda g, a: float(np.mean(g.back[1:])), "without query 1", r"Query 1")
pr("by_seven", lambda g, a: sum(g.back) / (g.n - 2), "by 7", r"too few")
pr("last", lambda g, a: g.back[-1], "query 8", r"last query")
pr("followed", lambda g, a: float(np.mean(g.on_followed)), "what followed", r"what followed")
pr("times", lambda g, a: sum(g.back) / sum(g.even_back), "over even", r"divided by even")
pr("percent", lambda g, a: 100 * float(np.mean(g.back)), "per cent", r"per ?cent",
   names="percentage")
pr("median", lambda g, a: float(np.median(g.back)), "the median", r"median", rare=True)
pr("one_decimal", lambda g, a: float(np.round(np.mean(g.back), 1)), "one decimal", r"digits",
   names="too_few_digits", rare=True)
pe("nine", lambda g, a: 1 / g.n, "1/9", r"all nine")
pe("eight", lambda g, a: 1 / (g.n - 1), "1/8", r"query 7")
pe("by_n", lambda g, a: sum(g.even_back) / g.n, "divided by n", r"number of all tokens")
pe("row_0", lambda g, a: (sum(g.even_back) + 1) / g.n, "row 0 counted", r"Query 0")
pe("before", lambda g, a: float(np.mean([1 / i for i in range(1, g.n)])), "itself not seen",
   r"itself as well")
pe("more", lambda g, a: float(np.mean([1 / (i + 2) for i in range(1, g.n)])), "one key more",
   r"too many")
pe("middle", lambda g, a: 1 / np.mean(range(2, g.n + 1)), "1 / the mean", r"in the middle")
pe("sum", lambda g, a: sum(g.even_back), "the sum", r"added up")
pe("cells", lambda g, a: (g.n - 1) / (g.n * (g.n + 1) / 2), "of all cells", r"open cells")
pe("half", lambda g, a: 0.5, "1/2", r"query 1", rare=True)
pe("head", lambda g, a: float(np.mean(g.back)), "the head's", r"head's own", rare=True)
pe("two", lambda g, a: float(np.mean([1 / 8, 1 / 9])), "queries 7 and 8", r"queries 7 and 8")
for times, measure in ((pt, "previous"), (nt, "induction")):
    times("turned", lambda g, a, m=measure: getattr(a, m + "_even") / getattr(a, m),
          "the inverse", r"other way round")
    times("minus", lambda g, a, m=measure: getattr(a, m) - getattr(a, m + "_even"),
          "the difference", r"difference")
    times("more", lambda g, a, m=measure: getattr(a, m) / getattr(a, m + "_even") - 1,
          "times more", r"times more")
    times("product", lambda g, a, m=measure: getattr(a, m) * getattr(a, m + "_even"),
          "the product", r"multiplied")
    times("weight", lambda g, a, m=measure: getattr(a, m), "the weight", r"weight itself")
    times("nine", lambda g, a, m=measure: 9 * getattr(a, m), "nine times", r"same share")
    times("percent", lambda g, a, m=measure: 100 * getattr(a, m) / getattr(a, m + "_even"),
          "per cent", r"per ?cent", names="percentage", rare=True)
nt("other_even", lambda g, a: a.induction / a.previous_even, "the other even", r"first measure")


def moved(by):
    return lambda g, a: np.array([g.followed], float) + by


ke("same", moved(-1), "the same tokens", r"same tokens")
ke("from_one", moved(1), "counted from 1", r"one too far")
ke("before", moved(-2), "before them", r"stood before")
ke("one_back", lambda g, a: np.array([[6.0, 7.0]]), "one back", r"one back")
ke("itself", lambda g, a: np.array([[7.0, 8.0]]), "the queries", r"queries themselves")
ke("next", lambda g, a: np.array([[8.0, 9.0]]), "the next", r"after the queries")
ke("other", lambda g, a: np.array([[5.0, 6.0]]), "the other name", r"other name", rare=True)
ke("exchanged", lambda g, a: np.array([g.followed[::-1]], float), "exchanged", r"another order",
   names="columns_in_another_order", rare=True)


def at_places(of):
    return lambda g, a: float(np.mean([g.A[of(q, k)] for q, k in zip(QUERIES, g.followed)]))


nd("same", at_places(lambda q, k: (q, k - 1)), "the same token", r"same tokens")
nd("further", at_places(lambda q, k: (q, k + 1)), "one too far", r"other cells")
nd("one_back", at_places(lambda q, k: (q, q - 1)), "one back", r"other cells")
nd("itself", at_places(lambda q, k: (q, q)), "itself", r"other cells")
nd("columns", at_places(lambda q, k: (k, q)), "transposed", r"above the diagonal")
nd("first_time", at_places(lambda q, k: (k, k - 1)), "the first time", r"first time")
nd("sum", lambda g, a: sum(g.on_followed), "the sum", r"added up")
nd("by_eight", lambda g, a: sum(g.on_followed) / 8, "divided by 8", r"many queries")
nd("by_nine", lambda g, a: sum(g.on_followed) / 9, "divided by 9", r"many queries")
nd("first", lambda g, a: g.on_followed[0], "query 7", r"one of the two")
nd("second", lambda g, a: g.on_followed[1], "query 8", r"one of the two")
nd("largest", lambda g, a: float(g.A[7:].max(1).mean()), "the largest", r"largest")
nd("previous", lambda g, a: float(np.mean(g.back)), "the other measure", r"token before",
   rare=True)
nd("percent", lambda g, a: 100 * float(np.mean(g.on_followed)), "per cent", r"per ?cent",
   names="percentage")
ne("previous", lambda g, a: float(np.mean(g.even_back)), "the other measure", r"two queries count")
ne("before", lambda g, a: float(np.mean([1 / q for q in QUERIES])), "itself not seen", r"too few")
ne("more", lambda g, a: float(np.mean([1 / (q + 2) for q in QUERIES])), "one key more",
   r"too many")
ne("sum", lambda g, a: sum(1 / (q + 1) for q in QUERIES), "the sum", r"added up")
ne("nine", lambda g, a: 1 / 9, "1/9", r"query 8")
ne("eight", lambda g, a: 1 / 8, "1/8", r"query 7")
ne("half", lambda g, a: 0.5, "1/2", r"Two queries", rare=True)
for option in "abcd":
    E.wrong(option, "habit", lambda g, a, o=option: o, f"chose {option}", ".")
E.choices("longer", "a c")
