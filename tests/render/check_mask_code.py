"""check_mask_code.py ATTN [COUNT]: runs what `attn mask --code` prints, and compares.

Draws COUNT masks (default 200) from a fixed seed, runs the code for PyTorch, NumPy and, where it is
installed, JAX, compiles some of the C++, and compares each with the mask that --json holds. It also
compares what torch.nn.functional makes of the mask with the stage `weights`. The tests do not need
it; run it by hand after a change to src/render/trace/mask_code.cpp.
"""

import json
import pathlib
import random
import subprocess
import sys
import tempfile

import numpy as np
import torch

try:
    import jax  # noqa: F401
    HAS_JAX = True
except ImportError:
    HAS_JAX = False

ATTN = sys.argv[1]
COUNT = int(sys.argv[2]) if len(sys.argv) > 2 else 200
N_COMPILED = 12
draw = random.Random(0)


def numbers(n, most):
    return ",".join(str(draw.randrange(most)) for _ in range(n))


def random_flags(folder):
    n_q = draw.randint(1, 9)
    n_k = n_q if draw.random() < 0.5 else draw.randint(1, 9)
    flags = ["--queries", str(n_q), "--keys", str(n_k)]
    for flag in ("--causal", "--or"):
        if draw.random() < 0.5:
            flags.append(flag)
    if draw.random() < 0.3:
        flags += ["--align", "start"]
    if draw.random() < 0.3:
        flags += ["--prefix", str(draw.randint(0, n_k))]
    if draw.random() < 0.4:
        flags += ["--window", str(draw.randint(1, 12))]
    if draw.random() < 0.4:
        flags += ["--pad", str(draw.randint(0, n_k))]
    if draw.random() < 0.3:
        flags += ["--pad-at", numbers(draw.randint(1, 3), n_k)]
    if n_q == n_k and ("--pad-at" in flags) and draw.random() < 0.5:
        flags.append("--pad-queries")
    if n_q == n_k and draw.random() < 0.3:
        flags += ["--half", draw.choice(["literal", "causal"])]
    if draw.random() < 0.3:
        if n_q > n_k or draw.random() < 0.3:
            flags += ["--segments", numbers(n_q, 3), "--key-segments", numbers(n_k, 3)]
        else:
            flags += ["--segments", numbers(n_k, 3)]
    if draw.random() < 0.2:
        path = pathlib.Path(folder, "mask.csv")
        rows = [",".join(str(draw.randrange(2)) for _ in range(n_k)) for _ in range(n_q)]
        path.write_text("\n".join(rows) + "\n")
        flags += ["--mask", str(path)]
    return flags


def attn(flags):
    result = subprocess.run([ATTN, "mask", *flags], capture_output=True, text=True)
    assert result.returncode == 0, (flags, result.stderr)
    return result.stdout


def stage(document, name):
    return next(np.array(s["data"], dtype=float) for s in document["stages"] if s["id"] == name)


def run_python(code):
    space = {}
    exec(compile(code.replace("print(", "_ = ("), "<code>", "exec"), space)
    return np.asarray(space["mask"])


def run_cpp(code, folder):
    source, program = pathlib.Path(folder, "mask.cpp"), pathlib.Path(folder, "mask")
    source.write_text(code)
    subprocess.run(["g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", source, "-o", program,
                    "-DARMA_DONT_USE_WRAPPER"], check=True)
    printed = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    return np.array([line.split() for line in printed.splitlines()], dtype=int)


def check_softmax(mask, document):
    """Equal scores through PyTorch give the stage `weights`, but for rows that are empty."""
    scores = torch.zeros(mask.shape, dtype=torch.float64)
    weights = torch.softmax(scores.masked_fill(~torch.tensor(mask), -torch.inf), dim=1)
    weights = torch.nan_to_num(weights).numpy()
    return np.abs(weights - stage(document, "weights")).max()


counts = {"torch": 0, "numpy": 0, "jax": 0, "cpp": 0}
worst = 0.0
with tempfile.TemporaryDirectory() as folder:
    for k in range(COUNT):
        flags = random_flags(folder)
        document = json.loads(attn([*flags, "--json"]))
        expected = stage(document, "mask") == 1
        for language in ("torch", "numpy", "jax"):
            if language == "jax" and not HAS_JAX:
                continue
            mask = run_python(attn([*flags, "--code", language]))
            assert mask.dtype == bool and mask.shape == expected.shape, (language, flags)
            assert (mask == expected).all(), (language, flags)
            counts[language] += 1
        if k % max(COUNT // N_COMPILED, 1) == 0:
            assert (run_cpp(attn([*flags, "--code", "cpp"]), folder) == expected).all(), flags
            counts["cpp"] += 1
        worst = max(worst, check_softmax(expected, document))
print("equal in every cell:", counts, " weights differ by at most", worst)
