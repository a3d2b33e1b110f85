#!/usr/bin/env python3
"""Writes the numbers of the exercises measure-a-head and without-a-head anew.

    python3 tests/examination/real_head_numbers.py --program build/release/bin/attn

They come from the model that attn brings along, and are to be written anew whenever that model was
trained again. Weights are computed here and compared with those of the program, which does not tell
what a model says without a head. Of many sentences those are taken that show most clearly what the
exercises are about; where none does, nothing is written and the reason is told.
"""
import itertools
import sys
from dataclasses import dataclass

import numpy as np

sys.dont_write_bytecode = True  # a folder of the project stays as it is

from exercise_numbers import (ROOT, arguments, attn, matrix, words, write_answer, write_given,
                              write_manifest)
from small_model import SmallModel

FIRST = "Mia Tom Ana Ben Eva Leo Ida Max".split()
FAMILY = "Reed Hill Cole Park Lane Shaw Wood Fox".split()
# Twice even attention is a habit in measure-a-head. What lies between these is not taken: whoever
# rounds might find another answer.
NO_HABIT, LEAST_HABIT = 1.8, 2.1
AGAIN = ((7, 2), (8, 3))     # queries that came before, and the keys that followed then


# measure-a-head

def even_attention(n):
    return np.tril(np.ones((n, n))) / np.arange(1, n + 1)[:, None]


def measures(A):
    """One back, what followed, and the same token: the means, each over that of even attention."""
    even = even_attention(len(A))
    cells = ([(i, i - 1) for i in range(1, len(A))], AGAIN, [(i, j - 1) for i, j in AGAIN])
    return [np.mean([A[c] for c in some]) / np.mean([even[c] for c in some]) for some in cells]


def habit_of(A):
    """What a head does here by the rule of the page, or nothing where that is not plain."""
    back, followed, same = measures(A)
    more, less = max(back, followed), min(back, followed)
    if same >= 1 or np.abs(A.sum(1) - 1).max() >= 0.0195 or NO_HABIT < less < LEAST_HABIT:
        return None
    if more <= NO_HABIT:
        return "neither" if less > 0.4 else None
    if more < LEAST_HABIT or more < 1.4 * less:
        return None
    if back == more:
        return "previous"
    return "induction" if min(A[cell] for cell in AGAIN) >= 0.4 else None


def rounded_weights(model, tokens):
    return {head: A.round(2) for head, A in model.run(tokens)[0].items()}


def name_sentences():
    """Sentences in which the first full name comes again."""
    for i, j in itertools.product(range(8), (1, 3, 5)):
        name, other = (FIRST[i], FAMILY[(3 * i + j) % 8]), (FIRST[(i + j) % 8], FAMILY[(3 * i) % 8])
        yield ["<s>", *name, "met", *other, ".", *name]


def base_to_measure(model):
    """A sentence and a head that repeats what followed, and is about even one back."""
    found = []
    for tokens in name_sentences():
        for head, A in rounded_weights(model, tokens).items():
            back, followed, _ = measures(A)
            if habit_of(A) == "induction" and 1 < back < 1.3 and followed >= 4:
                found.append((followed, tokens, head, A))
    return max(found, key=lambda x: x[0], default=None)


def others_to_measure(model):
    """A sentence with a head that looks one back, two that repeat what followed, and one that does
    neither."""
    found = []
    for tokens in name_sentences():
        does = {"previous": [], "induction": [], "neither": []}
        for head, A in rounded_weights(model, tokens).items():
            if habit := habit_of(A):
                does[habit].append((max(measures(A)[:2]), head, A))
        if does["previous"] and len(does["induction"]) > 1 and does["neither"]:
            ranked = {name: sorted(heads, key=lambda x: -x[0]) for name, heads in does.items()}
            shown = [ranked["induction"][0], ranked["previous"][0], ranked["neither"][0],
                     ranked["induction"][1]]
            found.append((shown[1][0], tokens, [x[1] for x in shown], [x[2] for x in shown]))
    return max(found, key=lambda x: x[0], default=None)


def measure_a_head(model):
    base, others = base_to_measure(model), others_to_measure(model)
    if not base or not others:
        sys.exit("measure-a-head: no sentence shows the heads clearly. Try other sentences.")
    return [base[1], others[1]], {
        "given": [words("sentence", base[1]), matrix("A", base[3])],
        "other heads": [matrix(f"head_{i}", A) for i, A in enumerate(others[3])],
        "their words": [words("sentence", others[1])]}


# without-a-head

@dataclass
class Removed:
    """A head, its weights at the last query, and what is said without it: everywhere, at the last
    query alone, and at the right word alone."""
    head: tuple
    row: np.ndarray
    without: list
    here: float = 0.0
    there: float = 0.0


@dataclass
class Found:
    """A sentence, what is to be guessed after it, and heads of both kinds."""
    tokens: list
    right: str
    other: str
    key: int
    full: list
    seems: list
    does: list


def shares(model, tokens, asked, **change):
    """Probabilities to three decimals: of the words asked for, and of all others together."""
    p = model.run(tokens, **change)[1]
    few = [round(float(p[model.ids[word]]), 3) for word in asked]
    return [*few, round(1 - sum(few), 3)]


def name_queries():
    """Sentences that end with the first half of a name, its second half, and the other name's."""
    for (i, j), k, step in itertools.product(itertools.permutations(range(8), 2), range(8),
                                             (1, 3, 5)):
        names = (FIRST[i], FAMILY[k]), (FIRST[j], FAMILY[(k + step) % 8])
        for again in (0, 1):
            yield (["<s>", *names[0], "met", *names[1], ".", names[again][0]],
                   names[again][1], names[1 - again][1])


def seems_to_matter(row, key, full, without):
    """Nearly all its weight lies on the right word, and hardly anything changes without it."""
    return row[key] >= 0.8 and min(without) >= 0.002 and 0.01 <= full[0] - without[0] <= 0.05


def matters(A, key, full, removed):
    """It looks elsewhere at the last query, and one back at the right word. The guess is lost
    without it, or without it at that word, and not without it at the last query."""
    return (removed.head[0] == 0 and removed.row[key] <= 0.1 and removed.row.max() >= 0.6
            and A[key, key - 1] >= 0.8 and min(removed.without) >= 0.002
            and max(removed.without[0], removed.there) <= full[0] - 0.5
            and removed.here >= full[0] - 0.05)


def at_the_end(model, tokens, right, other):
    """What is shown of a sentence: its key, probabilities, and the heads of both kinds."""
    weights, key = model.run(tokens)[0], tokens.index(right)
    full = shares(model, tokens, (right, other))
    seems, does = [], []
    if min(full) < 0.002:
        return None
    for head, A in weights.items():
        row = A[-1].round(2)
        without = shares(model, tokens, (right, other), without=head)
        if seems_to_matter(row, key, full, without):
            seems.append(Removed(head, row, without))
        elif row[key] <= 0.1:
            removed = Removed(head, row, without, *(
                round(model.probability(tokens, right, head, [at]), 3) for at in (-1, key)))
            if matters(A, key, full, removed):
                does.append(removed)
    return Found(tokens, right, other, key, full, seems, does) if seems and does else None


def sentences_elsewhere():
    """Other sentences in which a word is decided, and that word."""
    for i, j in itertools.permutations(range(8), 2):
        giver, taker = FIRST[i], FIRST[j]
        yield ["<s>", giver, "gave", taker, "the", "key", "and", taker, "thanked"], giver
        a, b = (FIRST[i], FAMILY[j]), (FIRST[j], FAMILY[i])
        for one, two in ((a, b), (b, a)):
            yield ["<s>", *a, "met", *b, ".", *one, "sang", ".", two[0]], two[1]


def needed_elsewhere(model, head):
    """With and without it in the sentence that needs it most."""
    def pair(sentence):
        return [round(model.probability(*sentence, change), 3) for change in (None, head)]
    return max((pair(sentence) for sentence in sentences_elsewhere()), key=lambda x: x[0] - x[1])


def clearest(found):
    """A sentence whose two heads put about as much weight where they look."""
    return max(found, key=lambda x: min(x.seems[0].row.max(), x.does[0].row.max()), default=None)


def two_sentences(model):
    """One with a head that only seems to matter beside one that does; and one with two such heads,
    in which the right word stands elsewhere."""
    found = [x for s in name_queries() if (x := at_the_end(model, *s))]
    double = clearest([x for x in found if len(x.seems) > 1])
    single = clearest([x for x in found if double and x.key != double.key])
    if not single:
        sys.exit("without-a-head: no sentence has a head that only seems to matter beside one that "
                 "does. Try other sentences.")
    return single, double


def columns(name, *of, decimals=3):
    """A matrix of these columns: a page writes the words beside its rows."""
    return matrix(name, np.array(of).T, decimals)


def words_of(found):
    return [words("sentence", found.tokens), words("guesses", [found.right, found.other, "others"]),
            words("right", [found.right]), words("other", [found.other]),
            f"right_key = {found.key}", f"at_the_last = {found.does[0].here:.3f}",
            f"at_the_word = {found.does[0].there:.3f}"]


def without_a_head(model):
    single, double = two_sentences(model)
    seems, does = single.seems[0], single.does[0]
    with_it, without_it = needed_elsewhere(model, seems.head)
    pairs = [needed_elsewhere(model, x.head) for x in double.seems[:2]]
    if max(without_it, *(pair[1] for pair in pairs)) > 0.3:
        sys.exit("without-a-head: a head that only seems to matter is not needed anywhere.")
    return [single.tokens, double.tokens], {
        "given": [*words_of(single), columns("weights_A", seems.row, decimals=2),
                  columns("weights_B", does.row, decimals=2), columns("all_heads", single.full),
                  columns("without_A", seems.without), columns("without_B", does.without),
                  f"elsewhere_with = {with_it:.3f}", f"elsewhere_without = {without_it:.3f}"],
        "another sentence": [
            columns("other_all", double.full),
            columns("idle_weights", *(x.row for x in double.seems[:2]), decimals=2),
            columns("idle_without", *(x.without for x in double.seems[:2])),
            matrix("idle_elsewhere", pairs, 3),
            columns("needed_weights", double.does[0].row, decimals=2),
            columns("needed_without", double.does[0].without)],
        "its words": words_of(double)}


def compare_with_attn(model, program, sentences):
    """Refuses to go on where the program has other weights."""
    for tokens in sentences:
        page = attn(program, "mha", " ".join(tokens[1:]), "--learned", "--heads-table", "--json")
        weights = model.run(tokens)[0]
        for (layer, head), A in weights.items():
            theirs = next(s["data"] for s in page["stages"] if s["id"] == f"weights_layer_{layer}"
                          and int(s["group"].split()[1]) == head)
            if np.abs(A - np.array(theirs, float)).max() > 1e-9:
                sys.exit(f"{' '.join(tokens)}: attn has other weights in head {layer}.{head}")


def main():
    program = arguments(__doc__.splitlines()[0]).program
    model = SmallModel(ROOT / "src/learning/models/en.safetensors")
    made = {"measure-a-head": measure_a_head(model), "without-a-head": without_a_head(model)}
    compare_with_attn(model, program, [s for sentences, _ in made.values() for s in sentences])
    for exercise, (sentences, blocks) in made.items():
        write_manifest(exercise, blocks)
        write_answer(program, exercise)
        write_given(program, exercise)
        print(exercise + ":", " | ".join(" ".join(tokens) for tokens in sentences))


if __name__ == "__main__":
    main()
