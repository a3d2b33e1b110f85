"""device_peers.py ATTN_BENCHMARKS: attention on a CUDA device, ours in turns with PyTorch's.

8 heads of width 64 in float32, without TF32. Ours takes its numbers from the memory of the host and
brings the output back, so PyTorch is timed with both copies, without them, and the copies alone.
Prints milliseconds, and how many times as long as ours each takes: medians over the rounds. Needs
NumPy, PyTorch and a device, and attn_benchmarks built with -DATTN_BLAS=cuda -DATTN_BENCHMARKS=ON.
"""

import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
import torch
from torch.nn.attention import SDPBackend, sdpa_kernel

HEADS, WIDTH, ROUNDS = 8, 64, 7
FILL = 0.05  # seconds that the runs of one measurement fill
torch.backends.cuda.matmul.allow_tf32 = False


def mean_seconds(timed_run):
    timed_run()
    taken = []
    while sum(taken) < FILL:
        taken.append(timed_run())
    return sum(taken) / len(taken)


def clocked(run):
    def timed_run():
        torch.cuda.synchronize()
        start = time.perf_counter()
        run()
        torch.cuda.synchronize()
        return time.perf_counter() - start
    return timed_run


def attention(Q, K, V):
    # Of PyTorch's fused kernels, the one that computes in float32.
    with torch.inference_mode(), sdpa_kernel([SDPBackend.EFFICIENT_ATTENTION]):
        return torch.nn.functional.scaled_dot_product_attention(Q, K, V)


def compare(attn, n, folder):
    random = np.random.default_rng(0)
    inputs = [random.standard_normal((n, HEADS * WIDTH)).astype(np.float32) for _ in "QKV"]
    files = [folder / f"{name}.npy" for name in "QKV"]
    for file, matrix in zip(files, inputs):
        np.save(file, matrix)
    process = subprocess.Popen([attn, "serve", *files, "--heads", str(HEADS)],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(question):
        process.stdin.write(question + "\n")
        process.stdin.flush()
        return process.stdout.readline().strip()

    host = [torch.from_numpy(matrix.reshape(n, HEADS, WIDTH)).transpose(0, 1).contiguous()[None]
            for matrix in inputs]
    device = [tensor.cuda() for tensor in host]
    output = torch.empty_like(host[0])
    ask("run")
    ask(f"save {folder / 'output.npy'}")
    theirs = attention(*device)[0].transpose(0, 1).reshape(n, HEADS * WIDTH).cpu().numpy()
    difference = abs(np.load(folder / "output.npy") - theirs).max()

    ways = {
        "attn": lambda: float(ask("run")),
        "PyTorch, up and down": clocked(
            lambda: output.copy_(attention(*(tensor.cuda() for tensor in host)))),
        "the copies alone": clocked(
            lambda: output.copy_([tensor.cuda() for tensor in host][0])),
        "PyTorch, on the device": clocked(lambda: attention(*device)),
    }
    rounds = [[mean_seconds(way) for way in ways.values()] for _ in range(ROUNDS)]
    process.stdin.close()
    process.wait()
    print(f"n = {n}, outputs differ by {difference:.1e} at most")
    for at, name in enumerate(ways):
        taken = statistics.median(times[at] for times in rounds)
        ratio = statistics.median(times[at] / times[0] for times in rounds)
        print(f"  {name:<24} {taken * 1e3:8.2f} ms  {ratio:.2f}", flush=True)


for n in (512, 2048, 4096, 8192, 16384, 32768):
    with tempfile.TemporaryDirectory() as name:
        compare(sys.argv[1], n, pathlib.Path(name))
