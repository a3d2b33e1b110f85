"""check_backward.py ATTN [COUNT]: compares the gradients of `--backward` with PyTorch's autograd.

Draws COUNT layers (default 100) from a fixed seed, gives them to `attn attend` and `attn mha` as
matrices, computes the same with PyTorch in double precision, and compares every stage on the way
back that PyTorch knows. The tests do not need it; run it by hand after a change to
src/mechanisms/backward/ or src/core/gradients.cpp.
"""

import json
import pathlib
import random
import subprocess
import sys
import tempfile

import numpy as np
import torch

ATTN = sys.argv[1]
COUNT = int(sys.argv[2]) if len(sys.argv) > 2 else 100
TOLERANCE = 1e-10
torch.set_default_dtype(torch.float64)
draw = random.Random(0)
normals = np.random.RandomState(0)


def leaf(*shape):
    return torch.tensor(normals.randn(*shape), requires_grad=True)


def save(folder, **arrays):
    path = folder / "layer.npz"
    np.savez(path, **{name: t.detach().numpy() for name, t in arrays.items()})
    return path


def stages_of(flags):
    done = subprocess.run([ATTN, *flags, "--backward", "--json"], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"attn {' '.join(flags)}: {done.stderr}")
    stages = json.loads(done.stdout)["stages"]
    return {(s["group"] + " " + s["id"]).strip(): np.array(s["data"]) for s in stages}


def random_mask(folder, n_q, n_k):
    """Flags, and the cells that are open: some rows may have none."""
    flags, is_open = [], np.ones((n_q, n_k), dtype=bool)
    rows, cols = np.arange(n_q)[:, None] + (n_k - n_q), np.arange(n_k)[None, :]
    if draw.random() < 0.5:
        flags.append("--causal")
        is_open &= cols <= rows
    if draw.random() < 0.3:
        window = draw.randint(1, 3)
        flags += ["--window", str(window)]
        is_open &= abs(rows - cols) < window
    if draw.random() < 0.3:
        n_padded = draw.randint(0, n_k)
        flags += ["--pad", str(n_padded)]
        is_open &= cols < n_k - n_padded
    if draw.random() < 0.4:
        given = normals.rand(n_q, n_k) < 0.7
        np.savetxt(folder / "mask.csv", given.astype(int), fmt="%d", delimiter=",")
        flags += ["--mask", str(folder / "mask.csv")]
        is_open &= given
    return flags, torch.tensor(is_open)


def attention(Q, K, V, is_open, seen):
    """One head. An empty row has weights 0, which softmax of -inf alone does not give."""
    seen["scores"] = S = Q @ K.T
    seen["scaled"] = scaled = S / Q.shape[1] ** 0.5
    some = is_open.any(dim=1, keepdim=True)
    masked = scaled.masked_fill(~is_open, -torch.inf)
    A = torch.softmax(torch.where(some, masked, torch.zeros_like(masked)), dim=1) * some
    seen["weights"] = A
    seen["output"] = O = A @ V
    return O


def rotated(X, base, half):
    n, d = X.shape
    angle = torch.arange(n)[:, None] / base ** (2 * torch.arange(d // 2)[None, :] / d)
    a, b = (X[:, :d // 2], X[:, d // 2:]) if half else (X[:, 0::2], X[:, 1::2])
    first = a * torch.cos(angle) - b * torch.sin(angle)
    second = b * torch.cos(angle) + a * torch.sin(angle)
    if half:
        return torch.cat([first, second], dim=1)
    return torch.stack([first, second], dim=2).reshape(n, d)


def random_loss(folder, Y, name):
    kind = draw.choice(["sum", "cell", "target"])
    if kind == "sum":
        return [], Y.sum()
    if kind == "cell":
        i, j = draw.randrange(Y.shape[0]), draw.randrange(Y.shape[1])
        return ["--loss", f"{name}[{i}, {j}]"], Y[i, j]
    T = normals.randn(*Y.shape)
    np.save(folder / "target.npy", T)
    return ["--target", str(folder / "target.npy")], torch.nn.functional.mse_loss(
        Y, torch.tensor(T))


def compare(flags, loss, tensors):
    for tensor in tensors.values():
        tensor.retain_grad()
    loss.backward()
    stages = stages_of(flags)
    worst = abs(stages["loss"][0, 0] - loss.item())
    for name, tensor in tensors.items():
        at = name.split()
        ours = stages[" ".join([*at[:-1], "d_" + at[-1]])]
        grad = tensor.grad if tensor.grad is not None else torch.zeros_like(tensor)
        worst = max(worst, np.abs(ours - grad.numpy().reshape(ours.shape)).max())
        if worst > TOLERANCE:
            sys.exit(f"{name} differs by {worst}: attn {' '.join(flags)}")
    return worst


def check_attend(folder):
    n_q, n_k, d, d_v = (draw.randint(1, 5) for _ in range(4))
    Q, K, V = leaf(n_q, d), leaf(n_k, d), leaf(n_k, d_v)
    mask_flags, is_open = random_mask(folder, n_q, n_k)
    seen = {"query": Q, "key": K, "value": V}
    O = attention(Q, K, V, is_open, seen)
    path = save(folder, q=Q, k=K, v=V)
    loss_flags, loss = random_loss(folder, O, "output")
    flags = ["attend", "--q", f"{path}:q", "--k", f"{path}:k", "--v", f"{path}:v"]
    return compare(flags + mask_flags + loss_flags, loss, seen)


def check_mha(folder):
    n_kv, shared = draw.randint(1, 2), draw.randint(1, 3)
    h, d_k, d_model = n_kv * shared, 2 * draw.randint(1, 2), draw.randint(1, 5)
    n_q, crosses = draw.randint(1, 5), draw.random() < 0.4
    n_k = draw.randint(1, 5) if crosses else n_q
    W_O = leaf(h * d_k, d_model)
    seen = {"input": leaf(n_q, d_model), "wq": leaf(d_model, h * d_k),
            "wk": leaf(d_model, n_kv * d_k), "wv": leaf(d_model, n_kv * d_k), "wo": W_O,
            "bq": leaf(h * d_k), "bk": leaf(n_kv * d_k), "bv": leaf(n_kv * d_k),
            "bo": leaf(d_model)}
    weights = {name: t for name, t in seen.items() if name != "input"}
    if crosses:
        seen["memory"] = leaf(n_k, d_model)
    path = save(folder, x=seen["input"], memory=seen.get("memory", seen["input"]))
    weight_path = folder / "weights.npz"
    np.savez(weight_path, **{name: t.detach().numpy() for name, t in weights.items()})
    flags = ["mha", "--x", f"{path}:x", "--weights", str(weight_path), "--heads", str(h),
             "--kv-heads", str(n_kv)]
    if crosses:
        flags += ["--memory", f"{path}:memory"]
    rope, half = not crosses and draw.random() < 0.5, draw.random() < 0.5
    if rope:
        flags += ["--rope", "--base", "100", "--layout", "half" if half else "interleaved"]
    mask_flags, is_open = random_mask(folder, n_q, n_k)

    source = seen.get("memory", seen["input"])
    seen["query"] = Q = seen["input"] @ seen["wq"] + seen["bq"]
    seen["key"] = K = source @ seen["wk"] + seen["bk"]
    seen["value"] = V = source @ seen["wv"] + seen["bv"]
    outputs = []
    for head in range(h):
        own, kv = slice(head * d_k, (head + 1) * d_k), head // shared
        part = slice(kv * d_k, (kv + 1) * d_k)
        q, k = Q[:, own], K[:, part]
        if rope:
            q, k = rotated(q, 100, half), rotated(k, 100, half)
        of_head = {}
        outputs.append(attention(q, k, V[:, part], is_open, of_head))
        seen.update({f"head {head} {name}": t for name, t in of_head.items()})
    seen["concat"] = concat = torch.cat(outputs, dim=1)
    seen["projected"] = Y = concat @ W_O + seen["bo"]
    loss_flags, loss = random_loss(folder, Y, "projected")
    return compare(flags + mask_flags + loss_flags, loss, seen)


def main():
    worst = 0.0
    with tempfile.TemporaryDirectory() as name:
        for round_ in range(COUNT):
            check = check_attend if round_ % 2 else check_mha
            worst = max(worst, check(pathlib.Path(name)))
    print(f"{COUNT} layers agree with PyTorch {torch.__version__}: "
          f"the largest difference is {worst:.1e}")


main()
