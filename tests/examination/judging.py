"""Hands in sheets and decides what the verdicts upon them are worth."""
import fnmatch
import importlib
import pathlib
import re
import zlib
from dataclasses import dataclass, field
from functools import lru_cache
from types import SimpleNamespace

import numpy as np

import program
from sheet import as_shown, same_answer, sheet

CHARGED = ("wrong", "wrong_shape", "unreadable")
GENERAL = ("percentage", "too_few_digits", "rounded_too_early",
           "negated")  # true only where a mistake lists them
HERE = pathlib.Path(__file__).parent


@dataclass
class Outcome:
    """What became of one case: `marks` is what is counted, `note` what a person may read."""
    exercise: str
    variant: int
    case: str
    common: bool
    held: bool
    marks: list = field(default_factory=list)
    note: str = ""
    command: str = ""


@lru_cache(maxsize=None)
def exercise(which):
    module = importlib.import_module(which.replace("-", "_"))
    return module.E, module.prepare


@lru_cache(maxsize=None)
def setting(which, variant):
    """The exercise, what is given, its questions and the truth."""
    e, prepare = exercise(which)
    given, infos, name = program.given(which, variant)
    prepare(given)
    return SimpleNamespace(e=e, given=given, infos=infos, id=name, truth=e.solve(given, infos),
                           rounded=e.solve(given, infos, rounded=True))


@lru_cache(maxsize=None)
def decisions():
    """What people decided of remarks that no expression speaks of: (verdict, id, remark) each."""
    lines = (HERE / "decisions.txt").read_text(encoding="utf-8").splitlines()
    return [tuple(line.split(None, 2)) for line in lines if line.strip()
            and not line.startswith("#")]


def decided(case, remark):
    """named_true, named_false, coincidence, or nothing if nobody has decided yet."""
    for verdict, pattern, text in decisions():
        if fnmatch.fnmatch(case, pattern) and remark.startswith(text.rstrip()):
            return verdict
    return None


def fields_of(page):
    return {f["name"]: f for f in page["fields"]}


def charged(page):
    """The questions that are counted as wrong."""
    return [f["name"] for f in page["fields"] if f["verdict"] in CHARGED
            and f["name"] != "predicted"]


def remark_on(mark):
    return mark.get("misconception") or "", mark.get("message") or ""


def true_of(mistake, mark):
    """Whether the remark upon a question describes the mistake."""
    name, message = remark_on(mark)
    judged = decided(mistake.id, name or message)
    if judged:
        return judged == "named_true"
    if name in mistake.names or name in GENERAL:
        return name in mistake.names
    return bool(message and re.search(mistake.says, message, re.I))


@lru_cache(maxsize=None)
def answers_of_all(which, variant):
    """For each question, the mistakes that show with these numbers, and what each answers."""
    s, found = setting(which, variant), {}
    for m in s.e.mistakes:
        if s.e.shows(m, s.given, s.infos, s.truth):
            with np.errstate(all="ignore"):
                value = m.answer(s.given, SimpleNamespace(**s.truth))
            found.setdefault(m.field, []).append((m, as_shown(value, s.infos[m.field])))
    return found


def twins(which, variant, name, text):
    """Which mistakes give this text, or one that the question's tolerance cannot tell from it."""
    found, info = answers_of_all(which, variant).get(name, []), setting(which,
        variant).infos[name]
    here = next((shown[1] for _, shown in found if shown[0] == text), None)
    return [m for m, shown in found
            if shown[0] == text or (here is not None and same_answer(shown[1], here, info))]


def kind_of(mistake, mark, others):
    """named, coincidence, misnamed, or located (no name, but it says where)."""
    name, message = remark_on(mark)
    if true_of(mistake, mark):
        return "named"
    judged = decided(mistake.id, name or message)
    if judged == "named_false":
        return "misnamed"
    if judged == "coincidence" or any(true_of(other, mark) for other in others()):
        return "coincidence"
    if name:
        return "misnamed"
    return "located" if mark["verdict"] in CHARGED else "unlocated"


DECIMALS = {"one_decimal": 1, "two_decimals": 2}


def written(mistake, texts):
    """The sheet; who rounds to one decimal writes one, without zeros behind it."""
    decimals = DECIMALS.get(mistake.id.split(".")[2])
    if decimals is None:
        return texts
    shorter = re.sub(r"-?\d+\.\d+", lambda x: f"{float(x.group()):.{decimals}f}",
                     texts[mistake.field])
    return {**texts, mistake.field: shorter}


def changes_of(mistake):
    return {mistake.field: mistake.answer, **mistake.also}


def wrong(which, variant, identifier):
    """One misconception: named or not, followed through from rounded and unrounded numbers, and
    with the true answers after it."""
    s = setting(which, variant)
    m = next(x for x in s.e.mistakes if x.id == identifier)
    if not s.e.shows(m, s.given, s.infos, s.truth):
        return None
    answers = s.e.solve(s.given, s.infos, changes_of(m), True, s.truth)
    if same_answer(answers[m.field], s.rounded[m.field], s.infos[m.field]):
        return None
    texts = sheet(answers, s.infos)
    shown = written(m, texts)
    page = program.check(which, variant, shown)
    out = Outcome(which, variant, m.id, m.common, m.held, ["wrong"],
                  command=program.command(which, variant, shown))
    mark = fields_of(page).get(m.field, {"verdict": "none"})
    if mark["verdict"] not in CHARGED:
        out.marks.append("let_through")
        out.note = f"{m.what}: {mark['verdict']}"
        return out
    out.marks += ["rejected", kind_of(m, mark, lambda: twins(which, variant, m.field,
        texts[m.field]))]
    out.note = " | ".join([m.what, *remark_on(mark)])
    out.marks += follow_marks(s, m, variant, texts, page)
    return out


def follow_marks(s, m, variant, texts, page):
    """Later questions charged though they follow or are true."""
    marks = []
    if [f for f in charged(page) if f != m.field]:
        marks.append("unjust:" + ",".join(f for f in charged(page) if f != m.field))
    exact = s.e.solve(s.given, s.infos, changes_of(m), False, s.truth)
    for label, answers in (("digits", exact),
        ("true_after", {**s.truth, m.field: exact[m.field]})):
        if label == "true_after":
            answers.update({name: exact[name] for name in m.also})
        try:
            other = sheet(answers, s.infos)
        except (ValueError, OverflowError):
            continue
        if other == texts:
            continue
        late = [f for f in charged(program.check(s.e.which, variant, other)) if f != m.field]
        if late:
            marks.append(f"{label}:" + ",".join(late))
    return marks


def seed_of(*parts):
    return np.random.default_rng(zlib.crc32("/".join(map(str, parts)).encode()))


def slipped(value, info, random):
    """An answer with one slip in one place; None where there is none to make."""
    if info["kind"] in ("number", "matrix"):
        cells = np.atleast_2d(np.array(value, float))
        i, j = random.integers(cells.shape[0]), random.integers(cells.shape[1])
        whole = np.all(cells == np.round(cells))
        size = 1.0 if whole else max(10.0 ** np.floor(np.log10(abs(cells[i, j]) + 1e-9)),
            0.1 if info["kind"] == "matrix" else 0)
        if whole and abs(cells[i, j]) > 1000:
            size = 10.0 ** random.integers(1, 4)
        cells[i, j] += size * random.choice([-1, 1, 2])
        return float(cells[0, 0]) if info["kind"] == "number" else cells
    if info["kind"] == "mask":
        cells = np.array(value, float)
        i, j = random.integers(cells.shape[0]), random.integers(cells.shape[1])
        cells[i, j] = 1 - cells[i, j]
        return cells
    if info["kind"] == "expression" and value.terms:
        return value + type(value)({sorted(value.terms)[-1]: 2}, value.variables)
    return None


def slip(which, variant, name):
    """One slip of arithmetic, and everything after it from it."""
    s = setting(which, variant)
    value = slipped(s.truth[name], s.infos[name], seed_of(which, variant, name))
    if value is None or name == "order" or same_answer(value, s.truth[name], s.infos[name]):
        return None
    out = Outcome(which, variant, f"{which}.{name}.slip", True, False, ["slip"])
    changes = {name: lambda g, a: value}
    if which == "half-mask":
        changes["reading"] = lambda g, a: "causal"
    for label, rounded in (("", True), ("digits", False)):
        texts = sheet(s.e.solve(s.given, s.infos, changes, rounded, s.truth), s.infos)
        page = program.check(which, variant, texts)
        late = [f for f in charged(page) if f != name]
        if late:
            out.marks.append(("slip_digits:" if label else "slip_unjust:") + ",".join(late))
        if not label:
            slip_remark(s, out, name, texts, page)
    return out


def slip_remark(s, out, name, texts, page):
    """Whether the slip is refused, and whether a mistake is made of it that it is not."""
    mark = fields_of(page).get(name, {"verdict": "none"})
    out.command = program.command(out.exercise, out.variant, texts)
    out.note = " | ".join(["one slip", *remark_on(mark)])
    out.marks.append("rejected" if mark["verdict"] in CHARGED else "let_through")
    said, message = remark_on(mark)
    others = twins(out.exercise, out.variant, name, texts[name])
    judged = decided(out.case, said or message)
    unknown = said and judged not in ("named_true", "coincidence")
    if judged == "named_false" or (unknown and not any(true_of(o, mark) for o in others)):
        out.marks.append("slip_misnamed")


def pair(which, variant, first, second):
    """Two mistakes in one sheet."""
    s = setting(which, variant)
    one, two = (next(x for x in s.e.mistakes if x.id == i) for i in (first, second))
    if not s.e.shows(one, s.given, s.infos, s.truth):
        return None
    answers = s.e.solve(s.given, s.infos, changes_of(one), True, s.truth)
    if not s.e.shows(two, s.given, s.infos, answers):
        return None
    texts_one = sheet(answers, s.infos)
    texts = sheet(s.e.solve(s.given, s.infos, {**changes_of(one), **changes_of(two)}, True,
        s.truth), s.infos)
    if texts[two.field] == texts_one[two.field]:
        return None
    marks = fields_of(program.check(which, variant, texts))
    out = Outcome(which, variant, f"{first} + {second}", True, one.held or two.held, ["pair"],
                  command=program.command(which, variant, texts))
    out.note = " || ".join(f"{m.what} | {' | '.join(remark_on(marks[m.field]))}" for m in (one,
        two))
    for place, m in (("first", one), ("second", two)):
        mark = marks[m.field]
        if mark["verdict"] in CHARGED:
            kind = kind_of(m, mark, lambda: twins(which, variant, m.field, texts[m.field]))
            out.marks += [f"{place}_named"] if kind == "named" else [
                "pair_misnamed"] if kind == "misnamed" else []
    return out
