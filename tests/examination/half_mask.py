"""The second half sees the first."""
import numpy as np

from model import Exercise

E = Exercise("half-mask", 6)


def prepare(g):
    g.n = int(g.n)
    g.first = (g.n + 1) // 2
    g.causal = np.tril(np.ones((g.n, g.n)))
    g.literal = np.ones((g.n, g.n))
    g.literal[g.first:, g.first:] = 0
    g.ones = np.ones((g.n, g.n))


E.field("mask", lambda g, a: g.causal)
E.field("reading", lambda g, a: "literal" if np.array_equal(a.mask, g.literal) else "causal")
E.field("open_cells", lambda g, a: float(np.sum(a.mask)))
E.field("blind", lambda g, a: g.n - g.first)


def halves(g, first_sees_first=1, first_sees_second=1, second_sees_first=1, second_sees_second=0,
           first=None):
    """A mask of four blocks."""
    f = g.first if first is None else first
    mask = np.zeros((g.n, g.n))
    mask[:f, :f], mask[:f, f:] = first_sees_first, first_sees_second
    mask[f:, :f], mask[f:, f:] = second_sees_first, second_sees_second
    return mask


def mask(name, answer, what, says, literal=False, **more):
    E.wrong(name, "mask", lambda g, a: answer(g), what, says,
            also={"reading": lambda g, a: "literal" if literal else "causal"}, **more)


OTHER_WAY = r"other way|revers|block|1 and 0 exchanged"
mask("none", lambda g: g.ones, "no mask at all", r"no mask|everything|all|every")
mask("block", lambda g: 1 - g.causal, "causal as a block-mask", OTHER_WAY, names="mask_reversed")
mask("block_literal", lambda g: 1 - g.literal, "literal as a block-mask", OTHER_WAY,
     names="mask_reversed", literal=True)
mask("upper", lambda g: g.causal.T, "upper triangle",
     r"rows and columns|transpos|exchang|later|upper|other way|comes after",
     names="transposed_product mask_reversed")
mask("literal_transposed", lambda g: halves(g, 1, 1, 0, 1) * 0 + np.hstack([g.literal[:, :g.first],
    g.literal[:, g.first:]]).T * 0 + halves(g, 1, 0, 1, 1),
     "first half cannot see the second, second sees all",
     r"first half|second half|itself|rows and columns|transpos|exchang", literal=True)
mask("not_itself", lambda g: np.tril(g.ones, -1), "cannot see itself", r"itself|diagonal|own")
mask("next_too", lambda g: np.tril(g.ones, 1), "sees the next token",
     r"next|one (token|place|word)?.*too|follow")
mask("own_half", lambda g: halves(g, 1, 0, 0, 1), "each half sees itself only", r"half")
mask("first_only_itself", lambda g: halves(g, 1, 0, 1, 0), "nobody sees the second half",
     r"first half|second half|says nothing|nothing is said", literal=True)
mask("halves_exchanged", lambda g: halves(g, 0, 1, 1, 1), "the first half sees the second only",
     r"exchang|first half|halves|other way", literal=True)
mask("crossed", lambda g: halves(g, 0, 1, 1, 0), "each half sees the other only", r"half|itself",
     literal=True)
mask("second_only", lambda g: halves(g, 0, 0, 1, 0), "the first half sees nothing",
     r"first half|nothing", literal=True)
mask("short_first", lambda g: halves(g, first=g.first - 1), "the first half too short",
     r"short|longer|half", literal=True)
mask("long_first", lambda g: halves(g, first=g.first + 1), "the first half too long", r"long|half",
     literal=True, rare=True)
mask("itself_too", lambda g: np.maximum(g.literal, np.eye(g.n)),
     "the second half sees itself: the diagonal", r"itself|themselves|diagonal|own", literal=True)
mask("second_causal", lambda g: np.maximum(g.literal, g.causal),
     "the second half sees the first and what is before", r"second half|itself|before|causal",
     literal=True)
mask("both", lambda g: g.literal * g.causal, "literal and causal at once",
     r"both|mix|at once|two readings|first half", literal=True)
mask("itself_only", lambda g: np.eye(g.n), "itself only", r"itself|diagonal|own", rare=True)
mask("window", lambda g: g.causal - np.tril(g.ones, -2), "itself and the one before",
     r"before|window|earlier", rare=True)
mask("zeros", lambda g: 0 * g.ones, "all zeros", r"nothing|zero|0", rare=True)
mask("anti", lambda g: np.fliplr(g.causal), "mirrored", r"mirror|order|revers|right", rare=True)
mask("block_causal", lambda g: np.maximum(g.causal, halves(g, 1, 0, 1, 1)),
     "causal by halves: second sees all, first itself", r"half|halves|later", rare=True)
E.wrong("other_name", "reading", lambda g, a: "literal", "the name of the other reading",
        r"name|fit|mask|reading")


def cells(name, answer, what, says, **more):
    E.wrong(name, "open_cells", lambda g, a: answer(g), what, says, **more)


cells("blocked", lambda g: g.n * (g.n - 1) / 2, "blocked cells counted",
      r"blocked|\b0\b|zero|closed|diagonal|itself")
cells("all", lambda g: g.n ** 2, "all cells", r"all|whole|every")
cells("half", lambda g: g.n ** 2 / 2, "n²/2", r"half|diagonal")
cells("row", lambda g: g.n, "one row or the diagonal", r"row|diagonal")
cells("literal", lambda g: g.literal.sum(), "those of the literal mask",
      r"literal|other reading|your mask")
cells("double", lambda g: g.n * (g.n + 1), "halving forgotten", r"half|halv|twice|doubl")
cells("one_less", lambda g: g.n * (g.n + 1) / 2 - 1, "miscounted by one",
      r"count|one (less|few|too)|off", rare=True)
cells("next", lambda g: (g.n + 1) * (g.n + 2) / 2, "n one too large", r"one too (large|many)",
      rare=True)
cells("half_up", lambda g: (g.n ** 2 + 1) / 2, "n²/2, rounded up", r"half|diagonal", rare=True)
cells("whole_literal_closed", lambda g: g.n ** 2 - g.literal.sum(),
      "blocked cells of the literal mask", r"blocked|literal|zero|\b0\b", rare=True)


def blind(name, answer, what, says, **more):
    E.wrong(name, "blind", lambda g, a: answer(g), what, says, **more)


blind("none", lambda g: 0, "none", r"none|second half|itself|diagonal|literal")
blind("first_half", lambda g: g.first, "those of the first half",
      r"first half|second half|other half")
blind("all", lambda g: g.n, "all", r"all|second half|first half|every")
blind("one", lambda g: 1, "one", r"second half|one|each|every", rare=True)
blind("half", lambda g: g.n / 2, "n/2", r"whole|half|odd")
blind("cells", lambda g: (g.n - g.first) ** 2, "blocked cells instead of queries",
      r"cells|queries|rows")
blind("pairs", lambda g: (g.n - g.first) * g.first, "cells of the block", r"cells|queries|rows",
      rare=True)
blind("one_more", lambda g: g.n - g.first + 2, "two too many", r"second half|count|many",
      rare=True)

mask("block_above", lambda g: halves(g, 0, 1, 0, 0), "one block, in the wrong corner",
     r"block|corner|first half", literal=True)
mask("first_alone", lambda g: halves(g, 1, 0, 0, 0), "the first half sees itself, nothing else",
     r"block|first half|second", literal=True, rare=True)
mask("prefix", lambda g: np.maximum(g.causal, halves(g, 1, 0, 0, 0)),
     "open within the first half, causal after it", r"two readings|first half|causal", rare=True)
mask("causal_then_open", lambda g: np.vstack([g.causal[:g.first], g.ones[g.first:]]),
     "causal in the first half, open in the second", r"first half is causal", rare=True)
mask("middle_in_both", lambda g: np.vstack([g.ones[:g.first - 1], g.literal[g.first:][:1],
    g.literal[g.first:]]), "the middle token in both halves", r"both halves", literal=True, rare=True)
