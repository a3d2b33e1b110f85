#!/usr/bin/env python3
"""Examines `attn exercise`: hands in right and wrong answers and judges the verdicts."""
import argparse
import concurrent.futures
import itertools
import os
import sys
import time
from collections import Counter

sys.dont_write_bytecode = True  # a folder of the project stays as it is

import judging  # noqa: E402
import listed  # noqa: E402
import program  # noqa: E402
import spelling  # noqa: E402

COLUMNS = ("right wrong reject named all% common common% misn. coinc. located unjust digits "
           "true_after | "
           "slips charged misn. unjust digits | pairs 1st 2nd misn.")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default="attn", help="the attn to examine")
    parser.add_argument("--exercise", metavar="ID", action="append",
                        help="this exercise only; may be repeated")
    parser.add_argument("--variants", default="0-9", help="such as 0-9 or 3")
    parser.add_argument("--quick", action="store_true", help="variants 0-1, no pairs")
    parser.add_argument("--split", choices=("seen", "held", "all"), default="seen")
    parser.add_argument("--only", default="", help="mistakes whose id contains this")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--unnamed", metavar="FILE", help="list the mistakes without a name there")
    parser.add_argument("-v", "--verbose", action="store_true",
                        help="print each case in which something is amiss")
    return parser.parse_args()


def variants_of(options):
    first, _, last = options.variants.partition("-")
    return range(0, 2) if options.quick else range(int(first), int(last or first) + 1)


def wanted(mistake, options):
    return options.only in mistake.id and (options.split == "all"
        or mistake.held == (options.split == "held"))


def pairs_of(e, variant, options):
    """Some pairs of common mistakes in different questions, others for each variant."""
    order = list(e.chain)
    common = [m for m in e.mistakes if m.common and wanted(m, options)]
    both = [(a.id, b.id) for a, b in itertools.combinations(common, 2)
            if order.index(a.field) < order.index(b.field)]
    random = judging.seed_of("pairs", e.which, variant, options.split)
    return [both[i] for i in random.choice(len(both), min(3, len(both)),
        replace=False)] if both else []


def jobs(options):
    for which in options.exercise or program.exercises():
        e, _ = judging.exercise(which)
        for variant in variants_of(options):
            for m in e.mistakes:
                if wanted(m, options):
                    yield judging.wrong, which, variant, m.id
            if options.only:
                continue
            for style in spelling.STYLES:
                yield spelling.right, which, variant, style
            for name in e.chain:
                yield judging.slip, which, variant, name
            if not options.quick:
                for one, two in pairs_of(e, variant, options):
                    yield judging.pair, which, variant, one, two
        if not options.only:
            for case in listed.cases(which):
                yield listed.judge, which, 0, case


def begin(path):
    program.PROGRAM = path


def work(job):
    function, *rest = job
    try:
        return function(*rest)
    except Exception as fault:  # an examiner's own fault is told, and the rest goes on
        print(f"{function.__name__}{tuple(rest)}: {type(fault).__name__}: {fault}",
              file=sys.stderr)
        return None


def row(outcomes):
    """The numbers of a line of the table."""
    counts = Counter(mark.split(":")[0] for o in outcomes for mark in o.marks)
    wrong = [o for o in outcomes if "wrong" in o.marks]
    unclear = sum("coincidence" in o.marks for o in wrong)
    common = [o for o in wrong if o.common]
    named = sum("named" in o.marks for o in common)
    could = len(common) - sum("coincidence" in o.marks for o in common)
    rejected = sum("rejected" in o.marks for o in wrong)
    slips = [o for o in outcomes if "slip" in o.marks]
    share = lambda part, whole: f"{100 * part / whole:.1f}%" if whole else "-"  # noqa: E731
    return [f"{counts['right_ok']}/{counts['right']}", len(wrong), rejected, counts["named"],
            share(counts["named"], len(wrong) - unclear), f"{named}/{could}", share(named, could),
            counts["misnamed"],
            unclear, counts["located"], counts["unjust"], counts["digits"], counts["true_after"],
            "|", len(slips),
            sum("rejected" in o.marks for o in slips), counts["slip_misnamed"],
            counts["slip_unjust"], counts["slip_digits"], "|",
            counts["pair"], counts["first_named"], counts["second_named"], counts["pair_misnamed"]]


def print_table(outcomes, ids):
    """A line for each exercise, and one for all."""
    lines = [["", *COLUMNS.split()]]
    lines += [[n, *row([o for o in outcomes if o.exercise == n])] for n in ids]
    lines.append(["all", *row(outcomes)])
    widths = [max(len(str(line[i])) for line in lines) for i in range(len(lines[0]))]
    for line in lines:
        print("  ".join(str(x).rjust(w) for x, w in zip(line, widths)))


def print_single(outcomes):
    """What became of the listed answers, and of all that should have been refused."""
    counts = Counter(mark for o in outcomes for mark in o.marks)
    print(f"let through that should not be: {counts['listed_through']} of "
          f"{counts['listed_wrong']}; "
          f"right spellings refused: {counts['listed_refused']} of {counts['listed_right']}; "
          f"of the misconceptions and slips let through: {counts['let_through']}")


AMISS = ("let_through", "located", "misnamed", "unlocated", "slip_misnamed", "unjust", "digits",
         "true_after", "slip_unjust",
         "slip_digits", "pair_misnamed", "listed_through", "listed_refused", "refused")


def print_cases(outcomes):
    for o in outcomes:
        amiss = [m for m in o.marks if m.split(":")[0] in AMISS]
        if amiss:
            print(f"{', '.join(amiss)}\n  {o.case} (variant {o.variant}): {o.note}\n  {o.command}")


def write_unnamed(outcomes, path):
    """The mistakes that have no name in some variant: once each, with how often."""
    met, silent, notes = Counter(), Counter(), {}
    for o in outcomes:
        if "wrong" in o.marks and "coincidence" not in o.marks:
            met[o.case] += 1
            if "named" not in o.marks:
                silent[o.case] += 1
                notes.setdefault(o.case, (o.note, "common" if o.common else "rare", o.marks))
    with open(path, "w", encoding="utf-8") as file:
        for case, count in silent.items():
            note, kind, marks = notes[case]
            what = next((m for m in marks if m in ("misnamed", "let_through")), "")
            place = f"{case}  [{case.split('.')[1]}]  {kind}  {count} of {met[case]}"
            file.write(f"{place}  {what}  {note}\n")


def main():
    options = arguments()
    if os.sep in options.program:
        options.program = os.path.abspath(options.program)
    begin(options.program)
    started, todo = time.time(), list(jobs(options))
    with concurrent.futures.ProcessPoolExecutor(options.processes, initializer=begin,
        initargs=(options.program,)) as pool:
        outcomes = [o for o in pool.map(work, todo, chunksize=40) if o]
    if options.verbose:
        print_cases(outcomes)
    ids = options.exercise or program.exercises()
    for split in ("seen", "held") if options.split == "all" else ():
        print(f"{split} mistakes")
        print_table([o for o in outcomes if o.held == (split == "held")], ids)
        print()
    print_table(outcomes, ids)
    print_single(outcomes)
    print(f"{options.split}: {len(todo)} cases in {time.time() - started:.0f} s")
    if options.unnamed:
        write_unnamed(outcomes, options.unnamed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
