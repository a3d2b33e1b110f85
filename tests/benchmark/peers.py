"""peers.py ATTN_BENCHMARKS [--n 512 2048 4096 8192] [--rounds 11] [--threads 2] [--causal]

Times the attention of other libraries and ours in turns, on the same float32 inputs and with the
same number of threads, and prints how many times as long as ours each takes: the median over the
rounds of the ratio within a round. What is not installed is left out, in one line.

    pip install numpy torch onnxruntime onnx      # whichever of them are wanted; NumPy is needed
    env -u OPENBLAS_CORETYPE python tests/benchmark/peers.py build/benchmark/bin/attn_benchmarks

The output of each is compared with ours before anything is timed. OPENBLAS_CORETYPE in the
environment makes OpenBLAS slower or faster, and with it the stages of NumPy and the ceiling, but no
other library; the first lines say what it is.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

HEADS, WIDTH = 8, 64
TOLERANCE = 1e-4  # of numbers near 1: what float32 leaves of sums over thousands of keys
PAUSE = 0.25  # seconds; threads that wait for work by spinning have stopped by then
FILL = 0.05  # seconds that the runs of one measurement fill
PRODUCT = 2048  # of the products that are called the ceiling

options = argparse.ArgumentParser(description=__doc__.split("\n\n")[1])
options.add_argument("attn", help="the program attn_benchmarks")
options.add_argument("--n", type=int, nargs="+", default=[512, 2048, 4096, 8192])
options.add_argument("--rounds", type=int, default=11)
options.add_argument("--threads", type=int, default=2)
options.add_argument("--causal", action="store_true")
options = options.parse_args()

# Read by the libraries when they are loaded.
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = str(options.threads)
import numpy as np  # noqa: E402


class Attn:
    """attn_benchmarks serve, which stays alive and runs on demand."""

    def __init__(self, folder, inputs):
        self.output = folder / "output.npy"
        files = []
        for name, matrix in zip("QKV", inputs):
            files.append(folder / f"{name}.npy")
            np.save(files[-1], matrix)
        flags = ["--heads", str(HEADS), "--threads", str(options.threads)]
        self.process = subprocess.Popen(
            [options.attn, "serve", *files, *flags, *["--causal"] * options.causal],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, question):
        self.process.stdin.write(question + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        if not answer:
            sys.exit(f"{options.attn} serve has ended")
        return answer

    def result(self):
        self.ask("run")
        self.ask(f"save {self.output}")
        return np.load(self.output)

    def seconds(self):
        return mean_seconds(lambda: float(self.ask("run")))

    def product_seconds(self):
        return mean_seconds(lambda: float(self.ask("product")))

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def mean_seconds(timed_run):
    """The mean of as many runs as fill FILL, after a pause and one run to warm up."""
    time.sleep(PAUSE)
    timed_run()
    taken = []
    while sum(taken) < FILL:
        taken.append(timed_run())
    return sum(taken) / len(taken)


def clocked(run):
    def timed_run():
        start = time.perf_counter()
        run()
        return time.perf_counter() - start
    return lambda: mean_seconds(timed_run)


def heads_apart(matrix):
    n = matrix.shape[0]
    return np.ascontiguousarray(matrix.reshape(n, HEADS, WIDTH).transpose(1, 0, 2))


def heads_together(tensor):
    return tensor.transpose(1, 0, 2).reshape(tensor.shape[1], HEADS * WIDTH)


# Each peer is (name, run, result): `run` is timed, and does not rearrange what comes in or goes
# out; `result` gives the last run's output as ours is shaped.

def numpy_peers(inputs):
    Q, K, V = (heads_apart(matrix) for matrix in inputs)
    n = Q.shape[1]
    blocked = np.triu(np.ones((n, n), bool), 1) if options.causal else None

    def run():
        outputs = []
        for q, k, v in zip(Q, K, V):
            scores = q @ k.T
            scores *= np.float32(WIDTH ** -0.5)
            if blocked is not None:
                scores[blocked] = -np.inf
            scores -= scores.max(axis=1, keepdims=True)
            np.exp(scores, out=scores)
            scores /= scores.sum(axis=1, keepdims=True)
            outputs.append(scores @ v)
        run.output = np.stack(outputs)

    yield f"NumPy {np.__version__}, one head at a time", run, lambda: heads_together(run.output)


def torch_peers(inputs):
    import torch
    from torch.nn.attention import SDPBackend, sdpa_kernel
    torch.set_num_threads(options.threads)
    Q, K, V = (torch.from_numpy(heads_apart(matrix))[None] for matrix in inputs)

    def peer(backend, name):
        def run():
            with torch.inference_mode(), sdpa_kernel(backend):
                run.output = torch.nn.functional.scaled_dot_product_attention(
                    Q, K, V, is_causal=options.causal)
        return f"PyTorch {torch.__version__}, {name}", run, (
            lambda: heads_together(run.output[0].numpy()))

    yield peer(SDPBackend.FLASH_ATTENTION, "flash")
    yield peer(SDPBackend.MATH, "math")


def onnx_peers(inputs):
    import onnxruntime
    from onnx import TensorProto, helper
    n = inputs[0].shape[0]
    shape = [1, n, HEADS * WIDTH]
    node = helper.make_node("MultiHeadAttention", ["query", "key", "value"], ["output"],
                            domain="com.microsoft", num_heads=HEADS,
                            unidirectional=int(options.causal))
    graph = helper.make_graph(
        [node], "attention",
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
         for name in ("query", "key", "value")],
        [helper.make_tensor_value_info("output", TensorProto.FLOAT, shape)])
    model = helper.make_model(graph, ir_version=8, opset_imports=[
        helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)])
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = options.threads
    session = onnxruntime.InferenceSession(model.SerializeToString(), settings,
                                           providers=["CPUExecutionProvider"])
    feed = dict(zip(("query", "key", "value"), (matrix[None] for matrix in inputs)))

    def run():
        run.output, = session.run(None, feed)

    yield (f"ONNX Runtime {onnxruntime.__version__}, MultiHeadAttention", run,
           lambda: run.output[0])


def installed_peers(inputs):
    for family in (onnx_peers, torch_peers, numpy_peers):
        try:
            yield from family(inputs)
        except ImportError as failure:
            print(f"left out: {failure}")


def quartiles(values):
    return np.quantile(values, [0.25, 0.5, 0.75])


def compare(n, folder):
    random = np.random.RandomState(0)
    inputs = [random.randn(n, HEADS * WIDTH).astype(np.float32) for _ in range(3)]
    pairs = n * (n + 1) / 2 if options.causal else n * n
    gflop = 4e-9 * HEADS * WIDTH * pairs
    attn = Attn(folder, inputs)
    try:
        ours = attn.result()
        if n == options.n[0]:
            print(attn.ask("facts"), end="\n\n")
        print(f"n = {n}, {HEADS} x {WIDTH}, float32, {options.threads} threads"
              + (", causal" if options.causal else ""))
        timers = {"ceiling": attn.product_seconds, "attn": attn.seconds}
        for name, run, result in installed_peers(inputs):
            run()
            difference = np.abs(result() - ours).max()
            if not difference < TOLERANCE:
                sys.exit(f"{name} differs from attn by {difference:.2g}")
            print(f"  agrees to {difference:.1g}: {name}")
            timers[name] = clocked(run)
        times = {name: [] for name in timers}
        for round_ in range(options.rounds):
            # Another one begins each round, so that none always follows the same one.
            names = list(timers)
            for name in names[round_ % len(names):] + names[:round_ % len(names)]:
                times[name].append(timers[name]())
    finally:
        attn.close()
    report(times, gflop)


def report(times, gflop):
    ours = times["attn"]
    print(f"  {'':<42}{'GFLOP/s':>9}{'time / attn':>13}   middle half")
    for name, taken in times.items():
        rate = (2e-9 * PRODUCT ** 3 if name == "ceiling" else gflop) / statistics.median(taken)
        line = f"  {name:<42}{rate:>9.1f}"
        if name == "ceiling":
            shares = [gflop / a / (2e-9 * PRODUCT ** 3 / c) for a, c in zip(ours, taken)]
            line += f"{'':>13}   attn reaches {statistics.median(shares):.3f} of it"
        elif name != "attn":
            low, middle, high = quartiles([other / a for other, a in zip(taken, ours)])
            line += f"{middle:>12.2f}x   {low:.2f} to {high:.2f}"
        print(line)
    print(flush=True)


print("OPENBLAS_CORETYPE", os.environ.get("OPENBLAS_CORETYPE", "is not set"))
for n_tokens in options.n:
    with tempfile.TemporaryDirectory() as scratch:
        compare(n_tokens, pathlib.Path(scratch))
