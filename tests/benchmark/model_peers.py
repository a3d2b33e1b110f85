"""model_peers.py ATTN_BENCHMARKS ATTN FOLDER [--rounds 7] [--threads 2]

Times a model of GPT-2's shape in the framework (transformers and PyTorch) and in attn in turns, in
float32 and with the same number of threads, and prints the table of docs/performance.md: the median
over the rounds of the ratio within a round. FOLDER is made with random weights if it is not there;
for the first line it needs a tokenizer, such as GPT-2's tokenizer.json.

    pip install torch transformers
    cd build/benchmark/bin && python ../../../tests/benchmark/model_peers.py ./attn_benchmarks \
        ./attn /tmp/gpt2-random

That both compute the same is not looked at here: tests/pretrained holds small models against the
framework's numbers.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import time

from taking_turns import print_ratios, process_bytes, timed

TEXT = "When Mary and John went to the store, John gave a"  # 12 tokens

options = argparse.ArgumentParser(description=__doc__.split("\n\n")[1])
options.add_argument("attn_benchmarks")
options.add_argument("attn")
options.add_argument("folder")
options.add_argument("--rounds", type=int, default=7)
options.add_argument("--threads", type=int, default=2)
options.add_argument("--memory-of", choices=["sdpa"], help="print the bytes that a pass takes")
options.add_argument("--overview", action="store_true", help="do what `attn mha --model` does")
options = options.parse_args()
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = str(options.threads)


def model_of(attention):
    from transformers import GPT2LMHeadModel
    return GPT2LMHeadModel.from_pretrained(options.folder, attn_implementation=attention).eval()


def overview():
    """Weights of every head and the next token of a short text, from a fresh interpreter."""
    import torch
    from transformers import PreTrainedTokenizerFast
    tokenizer = PreTrainedTokenizerFast.from_pretrained(options.folder)
    ids = tokenizer(TEXT, return_tensors="pt").input_ids
    with torch.no_grad():
        out = model_of("eager")(ids, output_attentions=True, logits_to_keep=1)
    maps = torch.cat(out.attentions)
    print(maps.shape, out.logits[0, -1].softmax(-1).topk(10).indices.tolist())


def print_memory():
    import torch
    torch.set_num_threads(options.threads)
    model = model_of("sdpa")
    ids = torch.arange(1024)[None] * 7919 % 50257
    with torch.no_grad():
        model(ids[:, :8], logits_to_keep=1)
        before = process_bytes("VmRSS")
        pathlib.Path("/proc/self/clear_refs").write_text("5")
        model(ids, logits_to_keep=1)
    print(process_bytes("VmHWM") - before)


class Attn:
    """`attn_benchmarks model`, which makes one pass for every line."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [options.attn_benchmarks, "model", options.folder, "--threads", str(options.threads),
             *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def seconds(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def own_bytes(self):
        """The most that the process held beside mapped files, looked at while it works."""
        most = 0
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        status = pathlib.Path(f"/proc/{self.process.pid}/status")
        os.set_blocking(self.process.stdout.fileno(), False)
        while not self.process.stdout.readline():
            for line in status.read_text().splitlines():
                if line.startswith("RssAnon:"):
                    most = max(most, int(line.split()[1]) * 1024)
            time.sleep(0.001)
        os.set_blocking(self.process.stdout.fileno(), True)
        return most

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def in_turns(title, theirs, ours):
    print_ratios(title, options.rounds, theirs, ours)


def main():
    import torch
    import transformers
    torch.set_num_threads(options.threads)
    if not pathlib.Path(options.folder, "config.json").exists():
        torch.manual_seed(0)
        transformers.GPT2LMHeadModel(transformers.GPT2Config()).save_pretrained(options.folder)
    print(f"transformers {transformers.__version__}, PyTorch {torch.__version__}, "
          f"{options.threads} threads\n")
    print("| work | framework | attn | times as fast | middle half |")
    print("| --- | ---: | ---: | ---: | --- |")
    shell = [sys.executable, __file__, options.attn_benchmarks, options.attn, options.folder,
             "--overview"]
    own = [options.attn, "mha", "--model", options.folder, TEXT, "--threads", str(options.threads)]
    in_turns("from the shell to the overview, 12 tokens",
             lambda: timed(lambda: subprocess.run(shell, capture_output=True, check=True)),
             lambda: timed(lambda: subprocess.run(own, capture_output=True, check=True)))
    ids = torch.arange(1024)[None] * 7919 % 50257
    for title, attention, arguments in [
            ("forward with all attention maps kept, 1,024 tokens", "eager", ["--maps"]),
            ("the same, in new memory each time", "eager", ["--maps", "--new-memory"]),
            ("the same without maps", "sdpa", [])]:
        model, attn = model_of(attention), Attn(*arguments)
        maps = attention == "eager"

        def theirs():
            with torch.no_grad():
                model(ids, output_attentions=maps, logits_to_keep=1)

        theirs()
        attn.seconds()
        in_turns(title, lambda: timed(theirs), attn.seconds)
        if not maps:
            weights = sum(p.numel() for p in model.parameters()) * 4
            print(f"\nattn's own memory in the last: {attn.own_bytes() / 2**20:.1f} MiB,"
                  f" {attn.own_bytes() / weights:.1%} of the weights", flush=True)
        attn.close()
        del model
    command = [sys.executable, __file__, options.attn_benchmarks, options.attn, options.folder,
               "--memory-of", "sdpa"]
    theirs = int(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    print(f"the framework's, beside its weights: {theirs / 2**20:.1f} MiB")


if options.memory_of:
    print_memory()
elif options.overview:
    overview()
else:
    main()
