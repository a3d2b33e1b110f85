#!/usr/bin/env python3
"""Makes the small tokenizers in tests/tokenizer/fixtures, and the ids that the library gives a few
hundred lines. For people, by hand; what they are trained on is this project's own pages:

    python3 tests/tokenizer/make_fixtures.py

Source: pip install tokenizers==0.23.3
"""
import json
import pathlib

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

from mixed_lines import mixed_lines, source_lines

FOLDER = pathlib.Path(__file__).resolve().parent / "fixtures"
ALPHABET = pre_tokenizers.ByteLevel.alphabet()
LLAMA3 = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
          r"|\s*[\r\n]+|\s+(?!\S)|\s+")
QWEN = LLAMA3.replace("{1,3}", "")
TEXT = source_lines()


def special(text, **more):
    return AddedToken(text, special=True, normalized=False, **more)


def trained(tokenizer, size, specials, **more):
    kind = trainers.WordPieceTrainer if isinstance(tokenizer.model, models.WordPiece) else trainers.BpeTrainer
    tokenizer.train_from_iterator(
        TEXT, kind(vocab_size=size, special_tokens=specials, show_progress=False, **more))
    return tokenizer


def ids(tokenizer, *names):
    return [(name, tokenizer.token_to_id(name)) for name in names]


def gpt2():
    t = Tokenizer(models.BPE())
    t.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    t.decoder, t.post_processor = decoders.ByteLevel(), processors.ByteLevel(trim_offsets=False)
    return trained(t, 560, [special("<|endoftext|>")], initial_alphabet=ALPHABET)


def roberta():
    t = Tokenizer(models.BPE(unk_token="<unk>"))
    t.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=True)
    names = ["<s>", "<pad>", "</s>", "<unk>"]
    trained(t, 560, [*map(special, names), special("<mask>", lstrip=True)], initial_alphabet=ALPHABET)
    t.post_processor = processors.RobertaProcessing(*ids(t, "</s>", "<s>"), True, True)
    return t


def bert(lowercase, **more):
    t = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    t.normalizer = normalizers.BertNormalizer(lowercase=lowercase, **more)
    t.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    names = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    trained(t, 900, [*map(special, names)], limit_alphabet=300)
    t.post_processor = processors.TemplateProcessing(
        "[CLS] $A [SEP]", "[CLS] $A [SEP] $B:1 [SEP]:1", ids(t, "[CLS]", "[SEP]"))
    return t


def with_bytes(tokenizer, fuse):
    """The library trains no byte tokens, so they are put in by hand."""
    data = json.loads(tokenizer.to_str())
    model = data["model"]
    tokens = sorted(model["vocab"], key=model["vocab"].get)
    tokens = tokens[:3] + [f"<0x{b:02X}>" for b in range(256)] + tokens[3:]
    model.update(vocab={t: i for i, t in enumerate(tokens)}, byte_fallback=True, fuse_unk=fuse)
    return data


def llama2():
    t = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True))
    t.normalizer = normalizers.Sequence([normalizers.Prepend("\u2581"), normalizers.Replace(" ", "\u2581")])
    t.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="never")  # to train with alone
    trained(t, 500, [*map(special, ["<unk>", "<s>", "</s>"])], limit_alphabet=180)
    t.pre_tokenizer = None
    t.post_processor = processors.TemplateProcessing("<s> $A", "<s> $A <s>:1 $B:1", ids(t, "<s>"))
    return with_bytes(t, True)


def mistral():
    t = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True))
    t.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="first")
    trained(t, 500, [*map(special, ["<unk>", "<s>", "</s>"])], limit_alphabet=180)
    t.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="first", split=False)
    t.post_processor = processors.TemplateProcessing("<s> $A", "<s> $A <s>:1 $B:1", ids(t, "<s>"))
    data = with_bytes(t, True)
    data["model"]["merges"] = [" ".join(merge) for merge in data["model"]["merges"]]
    return data


def split(expression):
    return pre_tokenizers.Sequence([pre_tokenizers.Split(Regex(expression), "isolated"),
                                    pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])


def llama3():
    t = Tokenizer(models.BPE(ignore_merges=True))
    t.pre_tokenizer = split(LLAMA3)
    trained(t, 560, [], initial_alphabet=ALPHABET)
    t.add_special_tokens([*map(special, ["<|begin_of_text|>", "<|end_of_text|>"])])
    t.post_processor = processors.Sequence([processors.ByteLevel(trim_offsets=True), processors.TemplateProcessing(
        "<|begin_of_text|> $A", "<|begin_of_text|> $A <|begin_of_text|>:1 $B:1", ids(t, "<|begin_of_text|>"))])
    data = json.loads(t.to_str())
    vocab = data["model"]["vocab"]
    for word in ("\u0120softmaxes", "\u0120multiply"):  # whole words that no merge makes
        assert word not in vocab
        vocab[word] = len(vocab)
    for i, token in enumerate(data["added_tokens"]):
        token["id"] = len(vocab) + i
    for name, entry in data["post_processor"]["processors"][1]["special_tokens"].items():
        entry["ids"] = [token["id"] for token in data["added_tokens"] if token["content"] == name]
    return data


def qwen():
    t = Tokenizer(models.BPE())
    t.normalizer, t.pre_tokenizer = normalizers.NFC(), split(QWEN)
    trained(t, 560, [], initial_alphabet=ALPHABET)
    t.add_special_tokens([special("<|endoftext|>")])
    t.add_tokens([AddedToken("<think>", normalized=False)])
    return t


def steps():
    """What the families use rarely, all at once."""
    t = Tokenizer(models.WordPiece(unk_token="[UNK]", max_input_chars_per_word=20))
    t.normalizer = normalizers.Sequence([normalizers.Strip(), normalizers.NFKD(), normalizers.StripAccents(),
                                         normalizers.Lowercase(), normalizers.NFKC()])
    t.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.Whitespace(), pre_tokenizers.Digits(individual_digits=True),
                                               pre_tokenizers.Punctuation("contiguous")])
    trained(t, 800, [*map(special, ["[UNK]", "[CLS]", "[SEP]"])], limit_alphabet=300)
    t.add_tokens([AddedToken("New York", normalized=True), AddedToken("\u00c9tat", normalized=True),
                  AddedToken("alone", single_word=True, normalized=False), AddedToken("left", lstrip=True),
                  AddedToken("right", rstrip=True), AddedToken("aaa", normalized=False), AddedToken("aa", normalized=False)])
    t.add_special_tokens([special("[MASK]", lstrip=True, rstrip=True)])
    t.post_processor = processors.BertProcessing(*ids(t, "[SEP]", "[CLS]"))
    return t


def affixes():
    """Byte-pair encoding of characters, with what marks a word's insides and its end."""
    t = Tokenizer(models.BPE(unk_token="<unk>", continuing_subword_prefix="##", end_of_word_suffix="</w>"))
    t.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Replace(Regex(r"\s+"), " ")])
    t.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.Digits(), pre_tokenizers.WhitespaceSplit(),
                                               pre_tokenizers.Split("-", "merged_with_next")])
    return trained(t, 900, [special("<unk>")], limit_alphabet=160, continuing_subword_prefix="##",
                   end_of_word_suffix="</w>")


KINDS = {"gpt2": gpt2, "roberta": roberta, "bert": lambda: bert(True),
         "bert_cased": lambda: bert(False, strip_accents=False, handle_chinese_chars=False), "llama2": llama2,
         "mistral": mistral, "llama3": llama3, "qwen": qwen, "steps": steps, "affixes": affixes}


def write_json(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


def main():
    lines = ["softmaxes multiply  softmaxes", *mixed_lines(1, 250, 48)]
    pairs = [[lines[i], lines[i + 1]] for i in range(0, 12, 2)]
    for name, make in KINDS.items():
        made = make()
        data = made if isinstance(made, dict) else json.loads(made.to_str())
        write_json(FOLDER / name / "tokenizer.json", data)
        tokenizer = Tokenizer.from_file(str(FOLDER / name / "tokenizer.json"))
        can_pair = data["post_processor"] is not None and data["post_processor"]["type"] != "ByteLevel"
        pair_ids = [[e.ids, e.type_ids] for e in (tokenizer.encode(*pair) for pair in pairs)] if can_pair else None
        write_json(FOLDER / f"{name}_ids.json", {"ids": [tokenizer.encode(t).ids for t in lines], "pairs": pair_ids})
    write_json(FOLDER / "lines.json", {"lines": lines, "pairs": pairs})
    model = json.loads((FOLDER / "gpt2" / "tokenizer.json").read_text(encoding="utf-8"))["model"]
    write_json(FOLDER / "gpt2_files" / "vocab.json", model["vocab"])
    merges = "".join(f"{a} {b}\n" for a, b in model["merges"])
    (FOLDER / "gpt2_files" / "merges.txt").write_text("#version: 0.2\n" + merges, encoding="utf-8")
    vocab = json.loads((FOLDER / "bert" / "tokenizer.json").read_text(encoding="utf-8"))["model"]["vocab"]
    (FOLDER / "bert_files").mkdir(exist_ok=True)
    (FOLDER / "bert_files" / "vocab.txt").write_text("".join(f"{t}\n" for t in vocab), encoding="utf-8")


main()
