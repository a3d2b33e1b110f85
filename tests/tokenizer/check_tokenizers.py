#!/usr/bin/env python3
"""Compares attn's token ids with those of the library, on 10,000 lines of mixed text for each folder.
Then the normalizers and pre-tokenizers alone, with a model that shows where each part ends, on every
character as well. For people, by hand; without a folder those of tests/tokenizer/fixtures are checked:

    ninja -C build print_ids && python3 tests/tokenizer/check_tokenizers.py build/bin/print_ids [FOLDER...]

Source: pip install tokenizers==0.23.3
"""
import json
import pathlib
import subprocess
import sys
import tempfile

from tokenizers import Tokenizer, pre_tokenizers

from mixed_lines import mixed_lines

LINES = 10_000
LETTERS = sorted(pre_tokenizers.ByteLevel.alphabet())


def ours(program, folder, lines):
    given = "".join(json.dumps([line]) + "\n" for line in lines)
    run = subprocess.run([program, str(folder)], input=given, capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"{folder}: {run.stdout}{run.stderr}")
    return [[int(t.split(":")[0]) for t in row.split()] for row in run.stdout.split("\n")[:-1]]


def check(program, folder, lines):
    library = Tokenizer.from_file(str(folder / "tokenizer.json"))
    library.no_truncation()
    library.no_padding()
    theirs = [encoding.ids for encoding in library.encode_batch(lines)]
    wrong = [(t, a, b) for t, a, b in zip(lines, ours(program, folder, lines), theirs, strict=True) if a != b]
    print(f"{folder.name}: {len(lines)} lines, {sum(map(len, theirs))} tokens, {len(wrong)} lines differ")
    for text, a, b in wrong[:3]:
        print(f"  {text!r}\n    attn    {[library.id_to_token(i) for i in a]}\n    library {[library.id_to_token(i) for i in b]}")
    return not wrong


def every_character():
    points = [chr(c) for c in range(0x110000) if not 0xD800 <= c < 0xE000]
    makers = [lambda c: f"a{c}b {c}", lambda c: f"{c}{c} 1{c}", lambda c: f"'{c}\u0301\u3099{c}"]
    return ["".join(map(make, points[i:i + 50])) for make in makers for i in range(0, len(points), 50)]


def showing_parts(data):
    """The same steps before a model in which each byte is a token, and another at the end of a part."""
    tokens = LETTERS + [letter + "</w>" for letter in LETTERS]
    step = data["pre_tokenizer"]
    steps = step["pretokenizers"] if step and step["type"] == "Sequence" else [step] if step else []
    if not any(each["type"] == "ByteLevel" for each in steps):
        steps = [*steps, {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False, "use_regex": False}]
    model = {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None,
             "end_of_word_suffix": "</w>", "fuse_unk": False, "byte_fallback": False, "ignore_merges": False,
             "vocab": {token: i for i, token in enumerate(tokens)}, "merges": []}
    return {**data, "model": model, "added_tokens": [], "post_processor": None, "decoder": None,
            "pre_tokenizer": {"type": "Sequence", "pretokenizers": steps}}


def check_parts(program, folder, lines):
    data = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as name:
        parts = pathlib.Path(name) / f"{folder.name}, steps alone"
        parts.mkdir()
        (parts / "tokenizer.json").write_text(json.dumps(showing_parts(data)), encoding="utf-8")
        return check(program, parts, lines)


def main():
    program, folders = sys.argv[1], [pathlib.Path(name) for name in sys.argv[2:]]
    if not folders:
        folders = sorted(p.parent for p in pathlib.Path(__file__).resolve().parent.glob("fixtures/*/tokenizer.json"))
    lines = mixed_lines(20, LINES, 160)
    all_lines = lines + every_character()
    right = [check(program, folder, lines) for folder in folders]
    right += [check_parts(program, folder, all_lines) for folder in folders]
    if not all(right):
        sys.exit(1)


main()
