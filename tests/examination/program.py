"""Runs attn: what it gives, and how it judges a sheet."""
import json
import os
import shlex
import subprocess
import tempfile
from types import SimpleNamespace

import numpy as np

PROGRAM = "attn"
_FOLDER = None


def environment():
    """A folder of this process's own, so that nobody waits for another's lock, and no course is
    found in the folder that one stands in; ATTN_COURSE names one on purpose."""
    global _FOLDER
    if _FOLDER is None:
        base = "/dev/shm" if os.path.isdir("/dev/shm") else None
        _FOLDER = tempfile.TemporaryDirectory(prefix="attn-examination-", dir=base)
    course = {"ATTN_COURSE": os.environ["ATTN_COURSE"]} if "ATTN_COURSE" in os.environ else {}
    return {**course, "HOME": _FOLDER.name, "XDG_STATE_HOME": _FOLDER.name, "LANG": "C.UTF-8",
            "PATH": os.environ.get("PATH", "")}


def attn(*arguments, text=None):
    """Exit status, standard output and errors."""
    known = environment()
    done = subprocess.run([PROGRAM, *arguments], input=text, capture_output=True, env=known,
                          cwd=known["HOME"], text=not isinstance(text, bytes))
    return done.returncode, done.stdout, done.stderr


def numbers_of(value):
    """Lists of numbers as matrices, the rest as it is."""
    if isinstance(value, list) and value and isinstance(value[0], list):
        return np.array(value, float)
    return value


def exercises():
    """The ids of the course's exercises, in its order."""
    return [e["id"] for e in json.loads(attn("exercise", "list", "--json")[1])["exercises"]]


def given(which, variant):
    """What an exercise gives (as attributes), and what is known of its questions."""
    page = json.loads(attn("exercise", "show", which, "--variant", str(variant),
        "--json")[1])
    known = {name: numbers_of(value) for name, value in page["given"].items()}
    if "seed" in known:
        known.update(made_from(known))
    return SimpleNamespace(**known), {f["name"]: f for f in page["fields"]}, page["id"]


def made_from(known):
    """The vectors that attn draws for a sentence."""
    made = {}
    for name, stage in (("Q", "query"), ("K", "key"), ("V", "value")):
        _, out, _ = attn("attend", " ".join(known["words"]), "--seed", str(int(known["seed"])),
                         "--stage",
                         stage, "--json")
        made[name] = np.array(values_in(json.loads(out)), float)
    return made


def values_in(page):
    """The first matrix in a page of attn's."""
    if isinstance(page, list) and page and isinstance(page[0], list):
        return page
    for part in page.values() if isinstance(page, dict) else page if isinstance(page,
        list) else ():
        if (found := values_in(part)) is not None:
            return found
    return None


def check(which, variant, texts):
    """The verdict upon a sheet, as a dictionary; None where attn did not answer."""
    arguments = [part for name, text in texts.items() for part in ("--set", f"{name}={text}")]
    return parsed(attn("exercise", "check", which, "--variant", str(variant), "--json",
                       *arguments))


def check_text(which, variant, text):
    """The same for an answer file."""
    return parsed(attn("exercise", "check", which, "-", "--variant", str(variant), "--json",
                       text=text))


def parsed(result):
    """The document in what attn printed."""
    status, out, errors = result
    try:
        page = json.loads(out)
    except ValueError:
        return {"verdict": "none", "fields": [], "status": status, "errors": errors}
    page["status"] = status
    return page


def command(which, variant, texts):
    """The same check, to be typed."""
    sets = " ".join("--set " + shlex.quote(f"{name}={text}") for name, text in texts.items())
    return f"attn exercise check {which} --variant {variant} {sets}"
