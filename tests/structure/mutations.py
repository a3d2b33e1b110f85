#!/usr/bin/env python3
"""mutations.py [WORD...]: are faults found? By hand, and it takes a minute or two for each.

Puts each fault of mutations.tsv (or those whose line has one of the words) into the sources, builds
with the preset `edit`, runs the tests that must find it, and puts the sources back. Says of each
whether it was killed or survived; one that survives wants a test. "gone" is a line that is not
there once any more: write the fault anew where its code is now.
"""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def faults(words):
    lines = (ROOT / "tests/structure/mutations.tsv").read_text().splitlines()
    chosen = [line for line in lines if not line.startswith("#")]
    return [line.split("\t") for line in chosen
            if not words or any(word in line for word in words)]


def succeeds(*command):
    return subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL).returncode == 0


def builds():
    return succeeds("cmake", "--build", "--preset", "edit", "--target", "attn", "attn_tests")


def fate(old, new, tests, path):
    text = path.read_text() if path.exists() else ""
    if text.count(old) != 1:
        return "gone"
    path.write_text(text.replace(old, new))
    try:
        if not builds():
            return "does not build"
        chosen = "^(" + "|".join(tests.split()) + ")"
        passes = succeeds("env", "ATTN_SAMPLE=1", "ctest", "--preset", "edit", "-R", chosen,
                          "--stop-on-failure")  # the same sample at every commit
        return "SURVIVED" if passes else "killed"
    finally:
        path.write_text(text)


def main():
    if not builds():
        sys.exit("It must build, and pass its tests, before there is a fault in it.")
    fates = []
    for name, old, new, tests in faults(sys.argv[1:]):
        fates.append(fate(old, new, tests, ROOT / "src" / name))
        print(f"{fates[-1]:15}{name}: {old} -> {new}", flush=True)
    builds()
    print(", ".join(f"{fates.count(one)} {one}" for one in sorted(set(fates))))
    sys.exit(0 if set(fates) <= {"killed"} else 1)


main()
