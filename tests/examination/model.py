"""What an exercise is to the examiner: a chain of questions, and the mistakes made in it.

A chain is a list of functions. Each gets what is given (g) and the answers so far (a), which may
be a learner's wrong ones, so that whatever comes after a mistake follows from it of itself.
"""
import hashlib
from dataclasses import dataclass, field
from types import SimpleNamespace

import numpy as np

from sheet import as_shown, same_answer


@dataclass
class Mistake:
    """One wrong turn: where it shows first, what is answered, and which remark is true of it."""
    id: str                       # unique over all exercises
    exercise: str                 # its id
    field: str
    answer: object                # function of g and a
    what: str                     # in words, for people
    says: str = ""                # an expression that a true remark matches
    names: frozenset = frozenset()
    common: bool = True
    also: dict = field(default_factory=dict)   # what this learner answers later, and follows
    seed: str = ""                # decides who may see it

    @property
    def held(self):
        """Whether it is kept from those who write the recipes: about a third are."""
        return int(hashlib.md5(self.seed.encode()).hexdigest()[:8], 16) % 3 == 0


class Exercise:
    """An exercise solved apart from attn, with the mistakes made in it."""

    def __init__(self, which, seed):
        """`seed` keeps a mistake on its side of the split, wherever its exercise may stand."""
        self.which, self.seed, self.chain, self.mistakes = which, seed, {}, []

    def field(self, name, answer):
        """The next question, and how it is answered."""
        self.chain[name] = answer

    def wrong(self, name, at, answer, what, says="", names="", rare=False, also=None):
        """A mistake that first shows in the answer to `at`."""
        self.mistakes.append(Mistake(f"{self.which}.{at}.{name}", self.which, at, answer, what,
                                     says or "(?!)", frozenset(names.split()), not rare,
                                     also or {}, f"{self.seed}.{at}.{name}"))

    def choices(self, at, options, common=True):
        """Wrong options of a choice: any remark upon one of them speaks of that option."""
        for option in options.split():
            self.wrong(option, at, lambda g, a, o=option: o, f"chose {option}", ".",
                       rare=not common)

    def solve(self, given, infos, changes=None, rounded=False, truth=None):
        """All answers; `changes` replaces some steps. With `rounded`, each step goes on from what
        was written down for the one before it, else from all its digits. Where a step cannot go on
        from a wrong answer (a matrix of another shape), the true answer stands."""
        known = SimpleNamespace()
        for name, step in self.chain.items():
            try:
                with np.errstate(all="ignore"):
                    value = (changes or {}).get(name, step)(given, known)
                if truth and not finite(value):
                    value = truth[name]
            except (ValueError, ZeroDivisionError, OverflowError, IndexError,
                    np.linalg.LinAlgError):
                if not truth:
                    raise
                value = truth[name]
            setattr(known, name, as_shown(value, infos[name])[1] if rounded else value)
        return vars(known)

    def shows(self, mistake, given, infos, truth):
        """Whether the mistake gives another answer than the truth with these numbers."""
        try:
            with np.errstate(all="ignore"):
                value = mistake.answer(given, SimpleNamespace(**truth))
        except (ValueError, AttributeError, ZeroDivisionError, OverflowError, IndexError):
            return False
        if value is None or not finite(value):
            return False
        return not same_answer(value, truth[mistake.field], infos[mistake.field])


def finite(value):
    """Whether it can be written down."""
    return not isinstance(value, (float, int, np.ndarray,
        np.floating)) or bool(np.all(np.isfinite(value)))
