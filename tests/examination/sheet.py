"""How answers are written on a sheet."""
import math

import numpy as np


def digits(info):
    """Decimals and significant digits that a question asks for; None where it says nothing."""
    tolerance = info.get("tolerance", {})
    if "decimals" in tolerance:
        return tolerance["decimals"], None
    if "significant" in tolerance:
        return None, tolerance["significant"]
    absolute, relative = tolerance.get("absolute", 0), tolerance.get("relative", 0)
    if absolute > 1e-9:
        return max(0, math.ceil(-math.log10(absolute) - 1e-9)), None
    return (None, 5) if relative > 1e-9 else (None, None)


def rounded(x, info):
    """A number as a learner rounds it, as text."""
    decimals, significant = digits(info)
    x = float(x)
    if significant and x:
        decimals = max(0, significant - 1 - math.floor(math.log10(abs(x))))
    if decimals is None:
        return str(int(x)) if x == int(x) and abs(x) < 1e15 else f"{x:.15g}"
    text = f"{x + math.copysign(1e-12, x):.{decimals}f}"
    return text.lstrip("-") if float(text) == 0 else text


def as_shown(value, info):
    """The text of an answer, and the value that this text stands for."""
    if info["kind"] in ("matrix", "mask"):
        rows = np.atleast_2d(np.asarray(value, float))
        cells = [[rounded(x, info) for x in row] for row in rows]
        return "; ".join(" ".join(row) for row in cells), np.array([[float(x) for x in row]
            for row in cells])
    if info["kind"] == "number":
        text = rounded(value, info)
        return text, float(text)
    if info["kind"] == "list":
        return ", ".join(value), value
    return str(value), value


def within(info, truth):
    """How far an answer may be from the truth."""
    tolerance = info.get("tolerance", {})
    if "significant" in tolerance and truth:
        place = math.floor(math.log10(abs(truth))) - tolerance["significant"] + 1
        return 0.5 * 10.0 ** place * (1 + 1e-6)
    return max(tolerance.get("absolute", 0) * (1 + 1e-9), tolerance.get("relative", 0)
               * abs(truth))


def same_answer(value, truth, info):
    """Whether two answers are the same as far as the question asks; the first as it is written."""
    if info["kind"] in ("number", "matrix", "mask"):
        shown = np.atleast_2d(as_shown(value, info)[1])
        truth = np.atleast_2d(np.asarray(truth, float))
        if shown.shape != truth.shape:
            return False
        return all(abs(x - t) <= within(info, t) for x, t in zip(shown.flat, truth.flat))
    return value == truth


def sheet(answers, infos):
    """Name and text of each answer."""
    return {name: as_shown(value, infos[name])[0] for name, value in answers.items()}


def as_file(which, variant, texts):
    """An answer file."""
    lines = [f"exercise = {which}", f"variant = {variant}"]
    return "\n".join(lines + [f"{name} = {text}" for name, text in texts.items()]) + "\n"
