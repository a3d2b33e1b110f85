#!/usr/bin/env python3
"""Writes src/tokenizer/character_classes.inc and lower_case.inc: what the library knows of each
character.

The library's parts are of different Unicode versions: its expressions (Oniguruma) of 16, white
space, digits and lower case (Rust) of 17, BERT's punctuation and marks of 8, its normal forms of 9.
No library of C++ has all of them, so the answers are kept as ranges. For people, by hand:

    python3 tests/tokenizer/make_character_tables.py src/tokenizer

Source: pip install tokenizers==0.23.3
"""
import sys

from tokenizers import Regex, normalizers, pre_tokenizers

POINTS = [c for c in range(0x110000) if not 0xD800 <= c < 0xE000]
BLOCK = 20000


def blocks():
    for at in range(0, len(POINTS), BLOCK):
        yield [chr(c) for c in POINTS[at:at + BLOCK]]


def removed(normalizer):
    gone = set()
    for block in blocks():
        gone |= set(block) - set(normalizer.normalize_str("".join(block)))
    return {ord(c) for c in gone}


def matching(expression):
    return removed(normalizers.Replace(Regex(expression), ""))


def alone(pre_tokenizer):
    found = set()
    for block in blocks():
        text = "".join("a" + c for c in block)
        found |= {ord(s) for s, _ in pre_tokenizer.pre_tokenize_str(text) if len(s) == 1 and s != "a"}
    return found


def in_words():
    found = {ord("a")}
    for block in blocks():
        text = "".join("a" + c + " " for c in block)
        found |= {ord(s[1]) for s, _ in pre_tokenizers.Whitespace().pre_tokenize_str(text) if len(s) == 2}
    return found


def changed(normalizer):
    answers = ((c, normalizer.normalize_str(chr(c))) for c in POINTS)
    return {c: s for c, s in answers if s != chr(c)}


def bert(**on):
    off = dict(clean_text=False, handle_chinese_chars=False, strip_accents=False, lowercase=False)
    return normalizers.BertNormalizer(**{**off, **on})


def normal_forms():
    """What takes part in a normal form, and what of it may belong to the character before it."""
    nfd, nfkd = changed(normalizers.NFD()), changed(normalizers.NFKD())
    composed = changed(normalizers.NFC())
    last = "\u0345"  # of the highest combining class: what is put before it has one, too
    form = normalizers.NFD()
    joins = {c for c in POINTS if form.normalize_str(last + chr(c)) != last + form.normalize_str(chr(c))}
    joins.add(ord(last))
    for c, text in nfd.items():
        if c not in composed:
            joins |= {ord(x) for x in text[1:]}
    while more := {c for c, text in nfkd.items() if ord(text[0]) in joins} - joins:
        joins |= more
    parts = {ord(x) for text in [*nfd.values(), *nfkd.values()] for x in text}
    return set(nfd) | set(nfkd) | joins | parts, joins


def class_entries():
    forms, joins = normal_forms()
    flags = [matching(r"\p{L}"), matching(r"\p{N}"), in_words(),
             alone(pre_tokenizers.Digits(individual_digits=True)), alone(pre_tokenizers.Punctuation()),
             {c for c, s in changed(bert(strip_accents=True)).items() if s == ""},
             removed(normalizers.StripAccents()),
             {c for c, s in changed(bert(clean_text=True)).items() if s == ""}, forms, joins]
    entries, before = [], None
    for c in range(0x110000):
        bits = sum((c in flag) << i for i, flag in enumerate(flags))
        if bits != before:
            entries.append(c << 11 | bits)
        before = bits
    return entries


def lower_case_rows():
    rows = []
    for c, s in sorted(changed(normalizers.Lowercase()).items()):
        if len(s) > 1:
            assert c == 0x130, "another character has several in lower case"
            continue
        delta = ord(s) - c
        if rows:
            first, last, step, before = rows[-1]
            if before == delta and (c - last == step or (first == last and c - last in (1, 2))):
                rows[-1] = (first, c, c - last, delta)
                continue
        rows.append((c, c, 1, delta))
    return rows


def write(path, cells, per_line):
    lines = [", ".join(cells[i:i + per_line]) + ",\n" for i in range(0, len(cells), per_line)]
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(lines)


def main(folder):
    entries, rows = class_entries(), lower_case_rows()
    write(f"{folder}/character_classes.inc", [f"0x{entry:X}" for entry in entries], 10)
    write(f"{folder}/lower_case.inc",
          [f"{{0x{a:X}, 0x{b:X}, {step}, {delta}}}" for a, b, step, delta in rows], 4)
    print(f"{len(entries)} runs of classes, {len(rows)} rows of lower case")


main(sys.argv[1])
