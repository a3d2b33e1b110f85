#!/usr/bin/env python3
"""Writes the numbers of the exercise which-head anew, from the model that attn brings along.

    python3 tests/examination/which_head_numbers.py --program build/release/bin/attn

To be run whenever that model was trained again. Which head does what is asked of the program: its
table of habits decides. Of the sentences below those are taken in which the heads show most clearly
what they do. Where a head is missing, or no sentence shows it, nothing is written and the reason is
told. What is written: numbers and sentences of the manifest between its two kinds of marks, the
answer of the solution, and what tests keep of the numbers that are given.
"""
import concurrent.futures
import itertools
import re
import sys

import numpy as np

sys.dont_write_bytecode = True  # a folder of the project stays as it is

from exercise_numbers import (arguments, attn, matrix, words, write_answer, write_given,
                              write_manifest)

EXERCISE = "which-head"
HABITS = ("previous", "induction", "referent")       # of the three heads that have learned
ROLES = (*HABITS, "untrained")                       # in this order under [define]
LETTERS = ("referent", "untrained", "previous", "induction")   # the heads A, B, C, D

FIRST = "Mia Tom Ana Ben Eva Leo Ida Max".split()
FAMILY = "Reed Hill Cole Park Lane Shaw Wood Fox".split()
ANIMALS = "cat dog bird horse cow frog duck lion".split()

SECOND_HALVES = (2, 5, 8)    # queries of "<s> Ana Shaw met Eva Wood . Eva Wood"
AGAIN = 7                    # the first name that comes again
SUBJECT, OBJECT = 2, 5       # keys of "<s> the lion woke the dog because it"
EVEN = np.mean([1 / (i + 1) for i in SECOND_HALVES])
LEAST = {"one back": 0.2, "what followed": 0.3, "what it stands for": 0.3}  # ahead of the others


def habits(program):
    """The heads, (layer, head), that have each habit by the program's own table."""
    page = attn(program, "mha", "the cat sat because it was tired", "--learned", "--heads-table",
                "--json")
    found = {habit: [] for habit in HABITS}
    for row in next(t for t in page["tables"] if t["id"] == "habits")["rows"]:
        if row["habit"] in found:
            found[row["habit"]].append(tuple(int(x) for x in row["head"].split(",")))
    for habit, heads in found.items():
        if not heads:
            sys.exit(f"no head of this model has the habit {habit}: the exercise needs one")
    return found


def rounded_weights(program, sentence):
    """Every head's weights to two decimals: (layer, head, "learned" or "untrained")."""
    page = attn(program, "mha", " ".join(sentence), "--learned", "--heads-table", "--json")
    weights = {}
    for stage in page["stages"]:
        layer, untrained = re.fullmatch(r"weights_layer_(\d+)(_untrained)?", stage["id"]).groups()
        head = int(stage["group"].split()[1])
        weights[int(layer), head, "untrained" if untrained else "learned"] = np.array(
            [[float(f"{x:.2f}") for x in row] for row in stage["data"]])
    return weights


def name_sentences():
    """Sentences in which a full name comes again, with the place of its first half."""
    for i, j in itertools.product(range(8), (1, 3)):
        one, other = (FIRST[i], FAMILY[(3 * i + j) % 8]), (FIRST[(i + j) % 8], FAMILY[(3 * i) % 8])
        yield 4, (*one, "met", *other, ".", *other)
        yield 1, (*one, "met", *other, ".", *one)


def pairs():
    """Subject and object of two sentences that differ in the verb alone."""
    return itertools.permutations(ANIMALS, 2)


def because(subject, verb, other):
    return ("the", subject, verb, "the", other, "because", "it")


def ahead(values, role):
    """How far a role's head is ahead of the other three."""
    return values[role] - max(x for other, x in values.items() if other != role)


def is_readable(weights):
    """Whether each row still sums to about 1, so that a page can call it weights."""
    return all(abs(sums - 1) < 0.0195 for W in weights.values() for sums in W.sum(axis=1))


def shown_by_names(weights, again):
    """How clearly a sentence shows one back and what followed, each over what is needed."""
    back = {role: np.mean([W[i, i - 1] for i in SECOND_HALVES]) for role, W in weights.items()}
    looks = {role: W[AGAIN, again + 1] for role, W in weights.items()}
    if not is_readable(weights) or len({round(x, 3) for x in back.values()}) < 4:
        return -1.0
    if back["previous"] < 2.05 * EVEN or looks["induction"] < 0.5:
        return -1.0
    if weights["untrained"][AGAIN, :AGAIN + 1].min() <= 0:  # it gives something to every key
        return -1.0
    return min(ahead(back, "previous") / LEAST["one back"],
               ahead(looks, "induction") / LEAST["what followed"])


def shown_by_pair(woke, heard):
    """How clearly two sentences show what "it" stands for: in both of them."""
    both = {role: min(woke[role][-1, SUBJECT], heard[role][-1, OBJECT]) for role in woke}
    if both["referent"] < 0.5 or max(x for r, x in both.items() if r != "referent") > 0.45:
        return -1.0
    return ahead(both, "referent") / LEAST["what it stands for"]


def even_attention(n):
    return np.tril(np.ones((n, n))) / np.arange(1, n + 1)[:, None]


def flattest_untrained(asked):
    """The head that was nearest to even attention before anything was learned."""
    def distance(head):
        return np.mean([np.abs(W[head] - even_attention(len(W[head]))) for W in asked])
    return min((h for h in asked[0] if h[2] == "untrained"), key=distance)


def by_role(weights, heads):
    return {role: weights[heads[role]] for role in ROLES}


def best_of(candidates):
    """The clearest first."""
    return sorted(candidates, key=lambda x: -x[0])


def choice_for(heads, names, verbs):
    """The sentences that show these heads best, and how well the worst of them does."""
    base, other = (best_of((shown_by_names(by_role(W, heads), again), s, by_role(W, heads))
                           for again, s, W in names if again == wanted)[0] for wanted in (4, 1))
    told = best_of((shown_by_pair(by_role(woke, heads), by_role(heard, heads)), pair,
                    by_role(woke, heads), by_role(heard, heads)) for pair, woke, heard in verbs)
    else_told = next(x for x in told if x[1][0] != told[0][1][0] and x[1][1] != told[0][1][1])
    return min(base[0], other[0], else_told[0]), heads, (base, told[0]), (other, else_told)


def chosen(program):
    """Heads, and two sets of sentences with their weights."""
    found = habits(program)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        def ask(sentences):
            return list(pool.map(lambda s: rounded_weights(program, s), sentences))
        listed, two = list(name_sentences()), list(pairs())
        names = [(a, s, W) for (a, s), W in zip(listed, ask([s for _, s in listed]))]
        verbs = list(zip(two, ask([because(a, "woke", b) for a, b in two]),
                         ask([because(a, "heard", b) for a, b in two])))
    untrained = flattest_untrained([W for _, _, W in names])
    choices = [choice_for({**{habit: (*head, "learned") for habit, head in zip(HABITS, three)},
                           "untrained": untrained}, names, verbs)
               for three in itertools.product(*(found[h] for h in HABITS)) if len(set(three)) == 3]
    if not choices:
        sys.exit(f"no three different heads have the habits {', '.join(HABITS)}: {found}")
    best = max(choices, key=lambda x: x[0])
    if best[0] < 1:
        sys.exit("in none of the sentences do three heads show clearly what they do. The best, of "
                 f"{best[1]}: {best[0]:.2f} of what is needed ({LEAST}). Try other sentences.")
    return best


def labels(names, told):
    subject, other = told[1]
    return [words("sentence", ["<s>", *names[1]]),
            words("keys", ["<s>", *because(subject, "(verb)", other)]),
            words("subject", [subject]), words("object", [other])]


def last_rows(weights, roles):
    """What "it" gives to each key: a column for each head."""
    return np.array([weights[role][-1] for role in roles]).T


def given_block(names, told):
    lines = labels(names, told)
    lines += [matrix(letter, names[2][role]) for letter, role in zip("ABCD", LETTERS)]
    return lines + [matrix(verb, last_rows(told[i], LETTERS)) for verb, i in (("woke", 2),
                                                                              ("heard", 3))]


def define_block(names, told):
    lines = [matrix(f"other_{role}", names[2][role]) for role in ROLES]
    return lines + [matrix(f"other_{verb}", last_rows(told[i], ROLES))
                    for verb, i in (("woke", 2), ("heard", 3))]


def main():
    program = arguments(__doc__.splitlines()[0]).program
    clear, heads, base, other = chosen(program)
    write_manifest(EXERCISE, {"given": given_block(*base), "other sentences": define_block(*other),
                              "their words": labels(*other)})
    write_answer(program, EXERCISE)
    write_given(program, EXERCISE)
    for role in ROLES:
        print(f"{role}: layer {heads[role][0]}, head {heads[role][1]}")
    for names, told in (base, other):
        print(f"{' '.join(names[1])} | {' '.join(because(told[1][0], 'woke/heard', told[1][1]))}")
    print(f"shown {clear:.2f} times as clearly as is needed")


if __name__ == "__main__":
    main()
