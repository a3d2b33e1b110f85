"""learning_peers.py ATTN_BENCHMARKS ATTN [--rounds 9] [--threads 2] [--only TEXT]

Times steps of learning in PyTorch and in attn in turns, in float32 and with the same number of
threads, and prints the table of docs/performance.md: the median over the rounds of the ratio within
a round. A time is the median of the steps of a round, after steps that warm up. Then the memory of
each, and `attn learn copy --curve` from the shell against a script that imports torch and does the
same (tests/benchmark/copy_task.py).

    pip install torch
    cd build/benchmark/bin && python ../../../tests/benchmark/learning_peers.py ./attn_benchmarks ./attn

The models are those of tests/benchmark/learning.cpp. That both compute the same is not looked at
here: tests/network holds gradients and a hundred steps of every optimizer against PyTorch's.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import time

from taking_turns import print_ratios, process_bytes, timed

HERE = pathlib.Path(__file__).parent

options = argparse.ArgumentParser(description=__doc__.split("\n\n")[1])
options.add_argument("attn_benchmarks")
options.add_argument("attn")
options.add_argument("--rounds", type=int, default=9)
options.add_argument("--threads", type=int, default=2)
options.add_argument("--only", default="", help="the lines with this in their name")
options.add_argument("--memory-of", help="print the bytes that this one takes in PyTorch")
options = options.parse_args()

# Read by the libraries when they are loaded.
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = str(options.threads)
import torch  # noqa: E402
from torch import nn  # noqa: E402
import torch.nn.functional as F  # noqa: E402
import copy_task  # noqa: E402

torch.set_num_threads(options.threads)


class Copy:
    def __init__(self):
        self.model, self.optimizer = copy_task.new_learner()

    def step(self):
        copy_task.step(self.model, self.optimizer)


class Classifier(nn.Module):
    """Embedding and sinusoids, two encoder layers as PyTorch has them, the mean, a linear map."""

    def __init__(self, vocabulary=10000, width=256, length=50):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, width)
        place = torch.arange(length)[:, None] / 10000 ** (torch.arange(0, width, 2) / width)
        self.register_buffer("places", torch.stack((place.sin(), place.cos()), 2).flatten(1))
        self.dropout = nn.Dropout(0.1)
        layer = nn.TransformerEncoderLayer(width, 8, 1024, 0.1, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
        self.head = nn.Linear(width, 2)

    def forward(self, tokens):
        x = self.dropout(self.embedding(tokens) + self.places)
        return self.head(self.encoder(x).mean(1))


class Block(nn.Module):
    """Pre-norm, with causal attention whose queries and keys are turned by their places."""

    def __init__(self, width, n_heads, length):
        super().__init__()
        self.n_heads, half = n_heads, width // n_heads // 2
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(2))
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        angle = torch.arange(length)[:, None] * 10000 ** (-torch.arange(half) / half)
        self.register_buffer("cos", angle.cos())
        self.register_buffer("sin", angle.sin())

    def turned(self, x):
        u, v = x.chunk(2, -1)
        return torch.cat((u * self.cos - v * self.sin, u * self.sin + v * self.cos), -1)

    def forward(self, x):
        batch, length, width = x.shape
        heads = self.qkv(self.norms[0](x)).view(batch, length, 3, self.n_heads, -1)
        q, k, v = heads.permute(2, 0, 3, 1, 4)
        mixed = F.scaled_dot_product_attention(self.turned(q), self.turned(k), v, is_causal=True)
        x = x + self.out(mixed.transpose(1, 2).reshape(batch, length, width))
        return x + self.down(F.gelu(self.up(self.norms[1](x)), approximate="tanh"))


class Text(nn.Module):
    def __init__(self, vocabulary=150, width=64, length=14):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, width)
        self.blocks = nn.Sequential(*(Block(width, 4, length) for _ in range(2)))
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, vocabulary, bias=False)

    def forward(self, tokens):
        return self.head(self.norm(self.blocks(self.embedding(tokens)))).flatten(0, 1)


class OnTokens:
    """Learns fixed random tokens."""

    def __init__(self, model, tokens, targets, rate, clips):
        self.model, self.tokens, self.targets, self.clips = model, tokens, targets, clips
        self.optimizer = torch.optim.Adam(model.parameters(), lr=rate)

    def step(self):
        loss = F.cross_entropy(self.model(self.tokens), self.targets)
        self.optimizer.zero_grad()
        loss.backward()
        if self.clips:
            nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()


def classifier():
    tokens, targets = torch.randint(10000, (32, 50)), torch.randint(2, (32,))
    return OnTokens(Classifier(), tokens, targets, 0.001, clips=False)


def text():
    tokens, targets = torch.randint(150, (64, 14)), torch.randint(150, (64 * 14,))
    return OnTokens(Text(), tokens, targets, 0.003, clips=True)


# Name, what it is, the learner in PyTorch, steps to a round.
WORKLOADS = [
    ("copy", "`copy` with its data: batch 32, n 6, d 16", Copy, 400),
    ("classifier", "the classifier: 2 layers, d 256, d_ff 1024, batch 32 × 50, vocabulary 10,000",
     classifier, 5),
    ("text", "the text model: 2 layers, d 64, 4 heads, batch 64 × 14", text, 60),
]


class Attn:
    """attn_benchmarks learn, which stays alive and runs steps on demand."""

    def __init__(self, workload):
        self.process = subprocess.Popen(
            [options.attn_benchmarks, "learn", workload, "--threads", str(options.threads)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, question):
        self.process.stdin.write(f"{question}\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        if not answer:
            sys.exit(f"{options.attn_benchmarks} learn has ended")
        return answer

    def seconds(self, n_steps):
        self.ask(max(1, n_steps // 4))
        return float(self.ask(n_steps))

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def torch_seconds(learner, n_steps):
    for _ in range(max(1, n_steps // 4)):
        learner.step()
    taken = []
    for _ in range(n_steps):
        start = time.perf_counter()
        learner.step()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def shell_seconds(command):
    return timed(lambda: subprocess.run(command, stdout=subprocess.DEVNULL, check=True))


def in_turns(title, theirs, ours):
    print_ratios(title, options.rounds, theirs, ours, unit="ms", places=1)


def print_torch_memory(make):
    """The most that a model and three steps take, above what torch itself has loaded by then."""
    warm = nn.Sequential(nn.Linear(4, 4), nn.LayerNorm(4))
    optimizer = torch.optim.Adam(warm.parameters())
    warm(torch.ones(2, 4)).sum().backward()
    optimizer.step()
    before = process_bytes("VmRSS")
    pathlib.Path("/proc/self/clear_refs").write_text("5")
    learner = make()
    for _ in range(3):
        learner.step()
    print(process_bytes("VmHWM") - before)


def compare_memory(workload, title):
    attn = Attn(workload)
    ours = int(attn.ask("memory"))
    attn.close()
    command = [sys.executable, __file__, options.attn_benchmarks, options.attn,
               "--threads", str(options.threads), "--memory-of", workload]
    theirs = int(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    mib = 2 ** 20
    print(f"| {title} | {theirs / mib:.1f} MiB | {ours / mib:.1f} MiB | {theirs / ours:.2f} |",
          flush=True)


def main():
    wanted = [row for row in WORKLOADS if options.only in row[1] or options.only == row[0]]
    for workload, *_ in wanted[:1]:
        attn = Attn(workload)
        print(f"PyTorch {torch.__version__}, {options.threads} threads; {attn.ask('facts')}\n")
        attn.close()
    print("| a step of | PyTorch | attn | times as fast | middle half |")
    print("| --- | ---: | ---: | ---: | --- |")
    for workload, title, make, n_steps in wanted:
        attn, learner = Attn(workload), make()
        in_turns(title, lambda: torch_seconds(learner, n_steps), lambda: attn.seconds(n_steps))
        attn.close()
    if options.only in "from the shell":
        ours = [options.attn, "learn", "copy", "--steps", "100", "--curve",
                "--threads", str(options.threads)]
        theirs = [sys.executable, str(HERE / "copy_task.py"), "100"]
        in_turns("from the shell: 100 steps of `copy` and the curve",
                 lambda: shell_seconds(theirs), lambda: shell_seconds(ours))
    print("\n| memory of a step of | PyTorch | attn | PyTorch / attn |")
    print("| --- | ---: | ---: | ---: |")
    for workload, title, *_ in wanted:
        compare_memory(workload, title)


if options.memory_of:
    torch.manual_seed(0)
    print_torch_memory(next(make for name, _, make, _ in WORKLOADS if name == options.memory_of))
else:
    main()
