"""Writes numbers of models into exercises: what the scripts that end in _numbers.py share."""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
GIVEN = ROOT / "tests/golden/data/given_numbers.json"
VARIANTS = 4   # so many of each exercise are kept there


def arguments(about):
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--program", default="attn", help="the attn whose model is asked")
    options = parser.parse_args()
    if os.sep in options.program:
        options.program = os.path.abspath(options.program)
    return options


def attn(program, *arguments):
    done = subprocess.run([program, *arguments], capture_output=True, text=True,
                          env={**os.environ, "LANG": "C.UTF-8", "LC_ALL": "", "LANGUAGE": ""})
    if done.returncode:
        sys.exit(f"attn {' '.join(arguments)}: {done.stderr}")
    return json.loads(done.stdout)


def matrix(name, M, decimals=2):
    rows = ",\n".join("  [" + ", ".join(f"{x:.{decimals}f}" for x in row) + "]" for row in M)
    return f"{name} = [\n{rows},\n]"


def words(name, of):
    return f"{name} = [" + ", ".join(f'"{word}"' for word in of) + "]"


def folder_of(exercise, kind="exercises"):
    """The folder of an exercise by its id, or with the kind solutions that of its solution."""
    return next((ROOT / kind).glob(f"[0-9]*-{exercise}"))


def write_manifest(exercise, blocks):
    """Puts each block of lines between the marks of its name."""
    path = folder_of(exercise) / "exercise.toml"
    text = path.read_text(encoding="utf-8")
    for name, lines in blocks.items():
        marks = re.compile(rf"(# numbers of the model: {name}\n).*?(# end of these numbers\n)",
                           re.S)
        text, count = marks.subn(lambda m: m[1] + "\n".join(lines) + "\n" + m[2], text)
        if count != 1:
            sys.exit(f"{path}: the marks of {name} are there {count} times, not once")
    path.write_text(text, encoding="utf-8")


def write_answer(program, exercise):
    """The answer of the solution."""
    import judging
    import program as examined
    from sheet import as_file, sheet
    examined.PROGRAM = program
    os.environ["ATTN_COURSE"] = str(ROOT)
    s = judging.setting(exercise, 0)
    lines = as_file(exercise, 0, sheet(s.rounded, s.infos)).splitlines()
    path = folder_of(exercise, "solutions") / "answer.txt"
    path.write_text("\n".join([*lines[:2], "", *lines[2:]]) + "\n", encoding="utf-8")


def write_given(program, exercise):
    """The numbers of the first variants, one a line, where tests keep them."""
    text = GIVEN.read_text(encoding="utf-8")
    variants = [attn(program, "exercise", "show", exercise, "--variant", str(v), "--json",
                     "--course", str(ROOT))["given"] for v in range(VARIANTS)]
    lines = ",\n".join("    " + json.dumps(given, sort_keys=True, ensure_ascii=False)
                       for given in variants)
    entry = f'  "{exercise}": [\n{lines}\n  ]'
    known = re.compile(rf'  "{exercise}": \[\n.*?\n  \]', re.S)
    text = known.sub(lambda m: entry, text) if known.search(text) else (
        text.rstrip().removesuffix("}").rstrip() + ",\n" + entry + "\n}\n")
    json.loads(text)
    GIVEN.write_text(text, encoding="utf-8")
