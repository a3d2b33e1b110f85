"""Lines of mixed text: English, Japanese, code, emoji, odd white space, marks, any character."""
import pathlib
import random

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPACES = [" ", "  ", "   ", "\t", "\n", "\r\n", "\n\n", " \n ", "\u00a0", "\u3000", "\u2009", "\u1680", "\x0b",
          "\x0c", "\x85", "\u2028", "\u202f", "\u205f"]
MARKS = ["\u0301", "\u0308", "\u0345", "\u3099", "\u309a", "\u0323", "\u0f72", "\u05b4", "\u20dd", "\u1ab0",
         "\u1d165", "\u0d3b", "\u1cf7"]
PIECES = ["I'm", "we've", "they'll", "IT'S", "'\u017f", "'Re", "don't", "l\u2019or", "x_1", "1234567", "3.14",
          "\u0663\u0664", "\u216b", "\u00bd", "\U0001d7d8", "\u5341", "caf\u00e9", "cafe\u0301", "na\u00efve", "\u0130stanbul",
          "STRASSE stra\u00dfe", "\u1e9e", "\ufb01ne", "\u212b", "\uac01\u1100\u1161\u11a8", "\ud55c\uad6d\uc5b4", "\u304c\u304b\u3099",
          "\uff76\uff9e", "\u732b\u304c\u597d\u304d", "\u6771\u4eac\u90fd", "\u65e5\u672c\u8a9e", "\U0002a6d6", "\U0002b820", "\u1100\u1161",
          "\U0001f600", "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f1ef\U0001f1f5", "\u2764\ufe0f", "\x00", "\ufeff", "\u200b",
          "\ufffd", "\u00ad", "\u2581", "\u2581\u2581a", "\u0120", "##ing", "<0x41>", "--", "!!!", "\u2026", "\u300c\u732b\u300d",
          "$x+y$", "^_^", "foo(bar)", "`a`", "\\n", "/*c*/", "\u0e20\u0e32\u0e29\u0e32", "\u0939\u093f\u0928\u094d\u0926\u0940",
          "\u0627\u0644\u0639\u0631\u0628\u064a\u0629", "\u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd", "\u0391\u03a3", "\u039f\u0394\u039f\u03a3 ", "\ua7cb",
          "\u0f73", "\u0344", "\u2126", "\u1e0b\u0323", "\u00e0\u0315\u0300\u05ae", "\U00011938", "\u32ff", "\ufdfa"]
SPECIALS = ["[MASK]", "[CLS]", "<|endoftext|>", "<mask>", " <mask> ", "<s>", "</s>", "[MASK] ", "<|begin_of_text|>",
            "<pad>", "New York", "new york", "NEW YORKER", "alone", "alonely", " alone ", "\u00c9tat", "  left", "right  x",
            "aaaa", "aaa"]


def source_lines():
    """Lines of this project's pages and code: English, Japanese, C++."""
    lines = []
    for pattern in ("README.md", "docs/*.md", "docs/ja/*.md", "src/core/*.cpp", "exercises/ja/**/*.md"):
        for path in sorted(ROOT.glob(pattern)):
            lines += path.read_text(encoding="utf-8").split("\n")
    return [line for line in lines if line.strip()]


def any_character(draw):
    block = draw.choice([0x80, 0x250, 0x530, 0x900, 0xE00, 0x1100, 0x1E00, 0x2000, 0x3000, 0xA000, 0xAC00, 0xF900,
                         0x10000, 0x11000, 0x1D100, 0x1E000, 0x1F300, 0x20000, 0xE0000])
    while True:
        point = block + draw.randrange(0x900)
        if not 0xD800 <= point < 0xE000:
            return chr(point)


def mixed_lines(seed, count, longest):
    draw, lines, sources = random.Random(seed), [], source_lines()
    makers = [lambda: draw.choice(PIECES), lambda: draw.choice(PIECES), lambda: draw.choice(SPACES),
              lambda: draw.choice(SPACES), lambda: draw.choice(SPECIALS), lambda: any_character(draw),
              lambda: draw.choice("aeo\u304b\u3046AE\u05d0") + "".join(draw.choices(MARKS, k=draw.randrange(1, 4))),
              lambda: "".join(draw.choices("abcdeXYZ .,'-0123456789_\n\t", k=draw.randrange(1, 12)))]
    while len(lines) < count:
        if draw.random() < 0.4:
            line = draw.choice(sources)
            start = draw.randrange(max(1, len(line) - longest))
            line = line[start:start + longest]
        else:
            line = "".join(draw.choice(makers)() for _ in range(draw.randrange(1, 9)))[:longest]
        lines.append(line)
    return lines
