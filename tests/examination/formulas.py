"""Formulas with which learners answer: sums of c · n^i · d^j · h^k."""
from fractions import Fraction


class Formula:
    """A sum of terms; two are equal if their terms are."""

    def __init__(self, terms, variables):
        self.variables = tuple(variables)
        self.terms = {powers: Fraction(c) for powers, c in terms.items() if c}

    def __add__(self, other):
        terms = dict(self.terms)
        for powers, c in other.terms.items():
            terms[powers] = terms.get(powers, 0) + c
        return Formula(terms, self.variables)

    def __mul__(self, other):
        if not isinstance(other, Formula):
            return Formula({p: c * Fraction(other) for p, c in self.terms.items()}, self.variables)
        terms = {}
        for p, c in self.terms.items():
            for q, e in other.terms.items():
                powers = tuple(x + y for x, y in zip(p, q))
                terms[powers] = terms.get(powers, 0) + c * e
        return Formula(terms, self.variables)

    def power(self, exponent):
        """A single term to a power; its number may have to be a square."""
        (powers, c), = self.terms.items()
        root = Fraction(float(c) ** float(exponent)).limit_denominator(10 ** 6)
        return Formula({tuple(p * Fraction(exponent) for p in powers): root}, self.variables)

    def at(self, **values):
        """Its value."""
        total = 0.0
        for powers, c in self.terms.items():
            product = float(c)
            for name, p in zip(self.variables, powers):
                product *= float(values[name]) ** float(p) if p else 1.0
            total += product
        return total

    def __eq__(self, other):
        return isinstance(other, Formula) and self.terms == other.terms

    def __hash__(self):
        return hash(str(self))

    def __str__(self):
        terms = sorted(self.terms.items(), reverse=True)
        return " + ".join(self.term(p, c) for p, c in terms).replace("+ -", "- ") or "0"

    def term(self, powers, c):
        """One term as text."""
        parts = [f"{name}^({p})" if p != 1 else name for name, p in zip(self.variables, powers)
                 if p]
        parts = [part.replace("^(2)", "^2").replace("^(3)", "^3") for part in parts]
        number = str(c.numerator) if c.denominator == 1 else f"({c})" if c > 0 else f"-({-c})"
        return "*".join(([number] if c != 1 or not parts else []) + parts)


def reader(*variables):
    """A function that makes formulas of these variables: F("3 n d2", "n2 d")."""
    def formula(*terms):
        total = {}
        for text in terms:
            powers, c = [Fraction(0)] * len(variables), Fraction(1)
            for word in text.split():
                name = next((v for v in variables if word == v or word.startswith(v + "^")), None)
                if name is None:
                    c *= Fraction(word)
                else:
                    powers[variables.index(name)] += Fraction(word.partition("^")[2] or 1)
            total[tuple(powers)] = total.get(tuple(powers), 0) + c
        return Formula(total, variables)
    return formula
