"""Right answers in many spellings: every one of them has to be accepted."""
import json

import numpy as np

import program
from formulas import Formula
from judging import Outcome, charged, setting
from sheet import as_shown, sheet


def exact(value):
    return f"{float(value):.17g}"


def cells(value, form, columns=" ", rows="; "):
    return rows.join(columns.join(form(x) for x in row) for row in np.atleast_2d(np.asarray(value,
        float)))


def numeric(info):
    return info["kind"] in ("number", "matrix", "mask")


def each(form, bracket=None):
    """A style that writes numbers in a form, and matrices with it."""
    def write(value, info):
        if not numeric(info):
            return as_shown(value, info)[0]
        if info["kind"] == "mask":
            form_here = lambda x: str(int(x))  # noqa: E731
        else:
            form_here = form
        if info["kind"] == "number":
            return form_here(value)
        return bracket(value, form_here) if bracket else cells(value, form_here)
    return write


def bracketed(value, form, head="", tail=""):
    return head + "[[" + cells(value, form, ", ", "], [") + "]]" + tail


def scientific(x):
    return f"{float(x):.15e}"


def doubled_half(x):
    return f"{2 * float(x):.17g}/2"


def thousands(mark):
    def write(value, info):
        if info["kind"] == "number" and float(value) == int(value) and abs(value) >= 1000:
            return f"{int(value):{mark}}"
        return as_shown(value, info)[0]
    return write


def numpy_print(value, info):
    if info["kind"] not in ("matrix", "mask"):
        return as_shown(value, info)[0]
    if info["kind"] == "mask":
        value = np.asarray(value, int)
    with np.printoptions(precision=8, suppress=True, threshold=10000, linewidth=200):
        return str(np.atleast_2d(value)).replace("\n", " ")


JAPANESE = {"equivariant": "同変", "invariant": "不変", "causal": "因果", "literal": "文字どおり"}


def japanese(value, info):
    return JAPANESE.get(value, as_shown(value, info)[0]) if info["kind"] == "label" else as_shown(
        value, info)[0]


def spaced_formula(value, info):
    return str(value).replace("*", " * ").replace("^2", "**2") if isinstance(value,
        Formula) else as_shown(value, info)[0]


def juxtaposed(value, info):
    return str(value).replace("*", "").replace("^2", "²") if isinstance(value,
        Formula) and "d_k" not in value.variables \
        else as_shown(value, info)[0]


def attn_print(value, info):
    """As attn draws a matrix, with labels and headings."""
    if info["kind"] not in ("matrix", "mask"):
        return as_shown(value, info)[0]
    rows = np.atleast_2d(np.asarray(value, float))
    last = len(rows) - 1
    lines = ["     " + "  ".join(f"k{j}" for j in range(rows.shape[1]))]
    for i, row in enumerate(rows):
        left, right = ("[", "]") if last == 0 else ("⎡", "⎤") if i == 0 else ("⎣", "⎦") \
            if i == last else ("⎢", "⎥")
        lines.append(f"q{i} {left} " + "  ".join(f"{x:.12g}" for x in row) + f" {right}")
    return "\n".join(lines)


def markdown(value, form):
    rows = ["| " + row + " |" for row in cells(value, form, " | ").split("; ")]
    rule = "|" + "---|" * np.atleast_2d(value).shape[1]
    return "\n".join([rows[0], rule] + rows[1:])


def around(before, behind):
    """Words and signs before and behind a number."""
    def write(value, info):
        text = as_shown(value, info)[0]
        return before + text + behind if info["kind"] == "number" else text
    return write


STYLES = {
    "as_asked": lambda v, i: as_shown(v, i)[0],
    "exact": each(exact),
    "scientific": each(scientific),
    "quotient": each(doubled_half),
    "brackets": each(exact, bracketed),
    "array": each(exact, lambda v, f: bracketed(v, f, "array(", ")")),
    "tensor": each(lambda x: f"{float(x):.8f}", lambda v, f: bracketed(v, f, "tensor(", ")")),
    "numpy_print": numpy_print,
    "attn_print": attn_print,
    "markdown": each(exact, markdown),
    "tuple_lines": each(exact, lambda v, f: "\n".join(f"[{r}]" for r in cells(v, f, ", ").split("; "))),
    "braces": each(exact, lambda v, f: "{{" + cells(v, f, ", ", "}, {") + "}}"),
    "latex": each(exact, lambda v, f: "\\begin{pmatrix}" + cells(v, f, " & ", " \\\\ ")
        + "\\end{pmatrix}"),
    "notebook": each(lambda x: f"np.float64({float(x)!r})", lambda v, f: bracketed(v, f, "Out[3]: ")),
    "about": around("about ", " (rounded)."),
    "japanese_sentence": around("答えは約 ", " です。"),
    "quoted": around('"', '"'),
    "latex_signs": around("$", "$"),
    "commas": each(exact, lambda v, f: cells(v, f, ", ")),
    "thousands_comma": thousands(","),
    "thousands_underscore": thousands("_"),
    "japanese": japanese,
    "spaced_formula": spaced_formula,
    "juxtaposed": juxtaposed,
    "rounded_chain": None,
    "file_dos": None,
    "file_json": None,
}


def right(which, variant, style):
    """The right answers in one style."""
    s = setting(which, variant)
    write = STYLES[style] or STYLES["as_asked"]
    answers = s.e.solve(s.given, s.infos, rounded=True) if style == "rounded_chain" else s.truth
    texts = {name: write(value, s.infos[name]) for name, value in answers.items()}
    if style == "file_dos":
        page = program.check_text(which, variant, dos_file(s, variant, texts))
    elif style == "file_json":
        page = program.check_text(which, variant, json_file(s, variant))
    else:
        page = program.check(which, variant, texts)
    out = Outcome(which, variant, f"{which}.right.{style}", True, False, ["right"],
                  command=program.command(which, variant, texts))
    bad = charged(page)
    out.marks.append("refused:" + ",".join(bad) if bad or page["verdict"] == "none"
                     else "right_ok")
    out.note = " | ".join(f["message"] for f in page["fields"]
                          if f["name"] in bad) or str(page.get("errors", ""))
    return out


def dos_file(s, variant, texts):
    """As an editor on another system writes it: with a mark, tabs, its own minus and line ends."""
    lines = ["\ufeffexercise = " + s.id, f"variant = {variant}", "# a remark"]
    lines += [f"{name}\t=\t" + (text.replace(" ", "\t").replace("-", "−") if numeric(s.infos[name])
        else text) for name, text in texts.items()]
    return "\r\n".join(lines) + "\r\n"


def json_file(s, variant):
    """As a program writes it."""
    def plain(value, info):
        if info["kind"] == "number":
            return float(value)
        if numeric(info):
            return np.atleast_2d(value).tolist()
        return list(value) if info["kind"] == "list" else str(value)
    page = {"exercise": s.id, "variant": variant}
    page.update({name: plain(value, s.infos[name]) for name, value in s.truth.items()})
    return json.dumps(page)
