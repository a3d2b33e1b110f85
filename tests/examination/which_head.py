"""Which head does what."""
import numpy as np

from model import Exercise

E = Exercise("which-head", 23)
HALVES = (2, 5, 8)  # the second halves of names


def prepare(g):
    g.W = np.array([g.A, g.B, g.C, g.D])
    # Which full name comes again is seen in the words.
    g.again = g.sentence[:7].index(g.sentence[7])
    g.back = np.array([[W[i, i - 1] for i in HALVES] for W in g.W])
    g.even = [1 / (i + 1) for i in HALVES]
    g.looks = g.W[:, 7, g.again + 1]
    g.nouns = np.array([[w, h] for w, h in zip(g.woke[2], g.heard[5])])
    does = {"back": g.back.mean(1), "looks": g.looks, "nouns": g.nouns.min(1)}
    g.place = {name: int(np.argmax(x)) for name, x in does.items()}
    g.place["rest"] = next(h for h in range(4) if h not in g.place.values())


def letter(place):
    return "ABCD"[int(place)]


def place_of(a, question):
    return "ABCD".index(getattr(a, question))


E.field("back", lambda g, a: g.back.mean(1)[None])
E.field("back_even", lambda g, a: float(np.mean(g.even)))
E.field("back_head", lambda g, a: letter(np.argmax(a.back)))
E.field("back_times", lambda g, a: float(a.back[0, place_of(a, "back_head")] / a.back_even))
E.field("followed_key", lambda g, a: float(g.again + 1))
E.field("followed_head", lambda g, a: letter(g.place["looks"]))
E.field("followed_weight", lambda g, a: float(g.W[place_of(a, "followed_head"), 7,
                                                  int(a.followed_key)]))
E.field("referent_head", lambda g, a: letter(g.place["nouns"]))
E.field("untrained_head", lambda g, a: letter(g.place["rest"]))
E.field("bright", lambda g, a: "b")
E.field("luck", lambda g, a: passing(g.tried, g.model_heads))
E.field("held_out", lambda g, a: "c")
E.field("use", lambda g, a: "a")


def passing(sentences, heads, chance=0.5):
    """How probable it is that a head of several is lucky in all sentences, head by head."""
    nobody = 1.0
    for _ in range(int(heads)):
        nobody *= 1 - chance ** sentences
    return 1 - nobody


def add(at):
    def wrong(name, answer, what, says, **more):
        E.wrong(name, at, answer, what, says, **more)
    return wrong


def cells(places):
    return lambda g, a: np.array([[np.mean([W[i, j] for i, j in places]) for W in g.W]])


ba, ev, ti, fk, fw, lu = map(add, (
    "back back_even back_times followed_key followed_weight luck").split())
ba("columns", cells([(1, 2), (4, 5), (7, 8)]), "rows and columns exchanged", r"above the diagonal")
ba("itself", cells([(2, 2), (5, 5), (8, 8)]), "the weights on itself", r"on themselves")
ba("two_back", cells([(2, 0), (5, 3), (8, 6)]), "two back", r"two back")
ba("from_one", cells([(1, 0), (4, 3), (7, 6)]), "counted from 1", r"begin with 0")
ba("after", cells([(3, 2), (6, 5)]), "the words after", r"after the names", rare=True)
ba("all", cells([(i, i - 1) for i in range(1, 9)]), "every query", r"Every query")
ba("all_nine", lambda g, a: cells([(i, i - 1) for i in range(1, 9)])(g, a) * 8 / 9,
   "every query, by 9", r"Every query")
ba("sum", lambda g, a: g.back.sum(1)[None], "the sum", r"added up")
ba("by_nine", lambda g, a: g.back.sum(1)[None] / 9, "divided by 9", r"number of all tokens")
ba("by_two", lambda g, a: g.back.sum(1)[None] / 2, "divided by 2", r"by 2", rare=True)
ba("last", lambda g, a: g.back[:, 2][None], "query 8 alone", r"at one of the queries")
ba("first", lambda g, a: g.back[:, 0][None], "query 2 alone", r"at one of the queries")
ba("new_names", lambda g, a: g.back[:, :2].mean(1)[None], "without the one that comes again",
   r"two of the three")
ba("largest", lambda g, a: np.array([[np.mean([W[i].max() for i in HALVES]) for W in g.W]]),
   "the largest of each row", r"wherever they lie")
ba("begin", cells([(i, 0) for i in HALVES]), "the beginning", r"<s>", rare=True)
ba("over_even", lambda g, a: g.back.mean(1)[None] / np.mean(g.even), "over even", r"even",
   rare=True)
ba("median", lambda g, a: np.median(g.back, 1)[None], "the median", r"at one of the queries",
   rare=True)
ba("percent", lambda g, a: 100 * g.back.mean(1)[None], "per cent", r"per ?cent",
   names="percentage")
ba("one_decimal", lambda g, a: np.round(g.back.mean(1)[None], 1), "one decimal", r"digits",
   names="too_few_digits", rare=True)
ev("nine", lambda g, a: 1 / 9, "1/9", r"all nine")
ev("before", lambda g, a: np.mean([1 / i for i in HALVES]), "itself not seen", r"itself as well")
ev("more", lambda g, a: np.mean([1 / (i + 2) for i in HALVES]), "one key more", r"too many")
ev("middle", lambda g, a: 1 / (np.mean(HALVES) + 1), "1 / the mean", r"in the middle")
ev("sum", lambda g, a: sum(g.even), "the sum", r"added up")
ev("all", lambda g, a: np.mean([1 / (i + 1) for i in range(1, 9)]), "every query", r"Every query")
ev("first", lambda g, a: 1 / 3, "query 2 alone", r"query 2")
ev("quarter", lambda g, a: 0.25, "one of four heads", r"four heads")
ev("half", lambda g, a: 0.5, "1/2", r"two keys")
ev("eight", lambda g, a: 1 / 8, "1/8", r"eight")
ev("heads", lambda g, a: g.back.mean(), "the mean of the heads", r"mean of the four heads")
ti("turned", lambda g, a: a.back_even / a.back.max(), "the inverse", r"other way round")
ti("minus", lambda g, a: a.back.max() - a.back_even, "the difference", r"difference")
ti("more", lambda g, a: a.back.max() / a.back_even - 1, "times more", r"times more")
ti("product", lambda g, a: a.back.max() * a.back_even, "the product", r"multiplied")
ti("next", lambda g, a: a.back.max() / np.sort(a.back[0])[-2], "the next head", r"next one")
ti("nine", lambda g, a: 9 * a.back.max(), "nine times", r"1/9")
ti("quotients", lambda g, a: np.mean(g.back[place_of(a, "back_head")] / g.even),
   "the mean of quotients", r"three quotients")
ti("weight", lambda g, a: a.back.max(), "the weight", r"weight itself")
ti("percent", lambda g, a: 100 * a.back.max() / a.back_even, "per cent", r"per ?cent",
   names="percentage", rare=True)
for name in ("back_head", "followed_head", "referent_head", "untrained_head"):
    for what in ("back", "looks", "nouns", "rest"):
        E.wrong(what, name, lambda g, a, w=what: letter(g.place[w]), f"the head of {what}", ".")
fk("same", lambda g, a: g.again, "the same word", r"same word")
fk("itself", lambda g, a: 7, "the query", r"query itself")
fk("one_back", lambda g, a: 6, "one back", r"one back")
fk("next", lambda g, a: 8, "the next", r"to be guessed")
fk("from_one", lambda g, a: g.again + 2, "counted from 1", r"one too far")
fk("before", lambda g, a: g.again - 1, "the one before", r"stood before")
fk("other", lambda g, a: next(k for k in (2, 5) if k != g.again + 1), "the other name",
   r"other name")
fk("first", lambda g, a: 0, "<s>", r"<s>", rare=True)


def seen(i, j):
    return lambda g, a: float(g.W[place_of(a, "followed_head"), i(g) if callable(i) else i,
                                  j(g) if callable(j) else j])


fw("columns", seen(lambda g: g.again + 1, 7), "rows and columns exchanged", r"another cell")
fw("same", seen(7, lambda g: g.again), "the same word", r"another cell")
fw("itself", seen(7, 7), "itself", r"another cell", rare=True)
fw("one_back", seen(7, 6), "one back", r"another cell")
fw("next", seen(7, lambda g: g.again + 2), "one too far", r"another cell")
fw("below", seen(8, lambda g: g.again + 1), "query 8", r"another cell")
fw("above", seen(6, lambda g: g.again + 1), "query 6", r"another cell")
fw("stood", seen(lambda g: g.again, lambda g: g.again - 1), "the first time", r"another cell")
fw("others", lambda g, a: float(np.sort(g.looks)[-2]), "another head", r"[Aa]nother head")
fw("mean", lambda g, a: g.looks.mean(), "the mean", r"mean")
fw("sum", lambda g, a: g.looks.sum(), "the sum", r"sum", rare=True)
fw("rest", lambda g, a: 1 - g.looks.max(), "the rest", r"elsewhere", rare=True)
fw("even", lambda g, a: 1 / 8, "even attention", r"even attention")
fw("one", lambda g, a: 1.0, "1", r"all the weight", rare=True)
fw("key", lambda g, a: a.followed_key, "the key", r"number of the key", rare=True)
fw("percent", lambda g, a: 100 * g.looks.max(), "per cent", r"per ?cent", names="percentage")
E.choices("bright", "a c")
lu("one_head", lambda g, a: passing(g.tried, 1), "one head", r"one head passes")
lu("one_sentence", lambda g, a: passing(1, g.model_heads), "one sentence", r"one sentence")
lu("added", lambda g, a: g.model_heads * 0.5 ** g.tried, "added up", r"added up")
lu("nobody", lambda g, a: 1 - passing(g.tried, g.model_heads), "nobody", r"no head")
lu("all", lambda g, a: 0.5 ** (g.tried * g.model_heads), "all of them", r"all heads")
lu("fails", lambda g, a: 1 - 0.5 ** g.tried, "one fails", r"one head fails")
lu("coin", lambda g, a: 0.5, "1/2", r"one head and one sentence")
lu("certain", lambda g, a: 1.0, "1", r"certain", rare=True)
lu("exchanged", lambda g, a: passing(g.model_heads, g.tried), "exchanged", r"exchanged", rare=True)
lu("one_of", lambda g, a: 1 / g.model_heads, "1/heads", r"one of the heads", rare=True)
lu("keys", lambda g, a: passing(g.tried, g.model_heads, 1 / 8), "among all keys", r"1 in 8")
lu("exactly", lambda g, a: g.model_heads * 0.5 ** g.tried
   * (1 - 0.5 ** g.tried) ** (g.model_heads - 1), "exactly one", r"exactly one")
lu("fewer", lambda g, a: passing(g.tried, g.model_heads - 1), "one head fewer", r"off by one")
lu("four", lambda g, a: passing(g.tried, 4), "the page's heads", r"Four heads")
lu("percent", lambda g, a: 100 * passing(g.tried, g.model_heads), "per cent", r"per ?cent",
   names="percentage")
E.choices("held_out", "a b d")
E.choices("use", "b c d")
