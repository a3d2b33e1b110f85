#!/usr/bin/env python3
"""Writes pytorch_reference.json beside itself: what PyTorch makes of small layers and models.

    python3 tests/network/pytorch_reference.py

It needs torch, and is run by a person when a layer or a model is added; the tests only read what it
wrote. Everything is double, and the numbers that are given have three decimals, so that both sides
begin with the same ones. Parameters have the names of GPT-2 and lie as there, (in, out), where
PyTorch keeps the transposes.
"""

import json
import math
import pathlib

import torch
from torch import nn
from torch.nn import functional as F

B, N, D, HEADS, VOCABULARY, D_FF = 2, 5, 8, 2, 11, 12
LENGTHS = [5, 3]
TOKENS = [3, 1, 4, 1, 5, 9, 2, 6, 9, 3]
NEXT = [1, 4, 1, 5, 9, 2, 6, -100, 3, 10]  # -100 does not count
CLASSES = [2, 0]
STEPS = [1, 2, 10]  # after which parameters are summed up; after LAST they are written out
LAST = 100

torch.set_default_dtype(torch.float64)


def given(*shape, scale=1.0):
    """Made-up numbers with three decimals."""
    return (torch.randn(shape) * scale).mul(1000).round().div(1000).requires_grad_()


def numbers(x):
    """A tensor as a list, to a digit more than is compared."""
    return [round(v, 11) + 0.0 for v in x.detach().reshape(-1).tolist()]


def layer(inputs, output):
    """Inputs, output, the gradient R that comes back, and the gradients of the inputs."""
    R = given(*output.shape)
    gradients = torch.autograd.grad((R.detach() * output).sum(), list(inputs.values()))
    return {
        "inputs": {name: numbers(x) for name, x in inputs.items()},
        "output": numbers(output),
        "R": numbers(R),
        "gradients": {name: numbers(g) for name, g in zip(inputs, gradients)},
    }


def linear():
    x = {"X": given(B * N, D), "W": given(D, 6), "b": given(6)}
    return layer(x, F.linear(x["X"], x["W"].T, x["b"]))


def layer_norm():
    x = {"X": given(B * N, D), "gamma": given(D), "beta": given(D)}
    return layer(x, F.layer_norm(x["X"], [D], x["gamma"], x["beta"]))


def activation(function):
    x = {"X": given(B * N, D)}
    return layer(x, function(x["X"]))


def embedding():
    x = {"E": given(VOCABULARY, D)}
    return layer(x, F.embedding(torch.tensor(TOKENS), x["E"]))


def split_heads(x, n_heads):
    """(B·n, heads·d) to (B, heads, n, d)."""
    return x.reshape(B, N, n_heads, -1).transpose(1, 2)


def attention(n_heads, n_kv_heads, mask):
    d = 4
    x = {
        "Q": given(B * N, n_heads * d),
        "K": given(B * N, n_kv_heads * d),
        "V": given(B * N, n_kv_heads * d),
    }
    O = F.scaled_dot_product_attention(
        split_heads(x["Q"], n_heads),
        split_heads(x["K"], n_kv_heads),
        split_heads(x["V"], n_kv_heads),
        attn_mask=mask,
        enable_gqa=n_heads != n_kv_heads,
    )
    return layer(x, O.transpose(1, 2).reshape(B * N, -1))


def is_real():
    """(B, n): which tokens are no padding."""
    return torch.arange(N)[None, :] < torch.tensor(LENGTHS)[:, None]


def recurrent(module_of, n_gates):
    d = 5
    x = {
        "X": given(B * N, D),
        "W_x": given(D, n_gates * d, scale=0.5),
        "W_h": given(d, n_gates * d, scale=0.5),
        "b_x": given(n_gates * d),
        "b_h": given(n_gates * d),
    }
    names = {"weight_ih_l0": x["W_x"].T, "weight_hh_l0": x["W_h"].T}
    names |= {"bias_ih_l0": x["b_x"], "bias_hh_l0": x["b_h"]}
    states, _ = torch.func.functional_call(
        module_of(D, d, batch_first=True), names, x["X"].reshape(B, N, D)
    )
    return layer(x, states.reshape(B * N, d))


def cross_entropy():
    x = {"Z": given(B * N, VOCABULARY, scale=2.0)}
    return layer(x, F.cross_entropy(x["Z"], torch.tensor(NEXT)))


def mean_squared_error():
    x = {"Y": given(B * N, D), "T": given(B * N, D)}
    return layer(x, F.mse_loss(x["Y"], x["T"]))


def rotated(x):
    """Rotary positions in halves, by a product of complex numbers; x is (B, heads, n, d)."""
    half = x.shape[-1] // 2
    speeds = 10000.0 ** (-torch.arange(half) / half)
    turns = torch.polar(torch.ones(N, half), torch.arange(N)[:, None] * speeds)
    turned = torch.complex(x[..., :half], x[..., half:]) * turns
    return torch.cat([turned.real, turned.imag], -1)


class TextModel(nn.Module):
    """A pre-norm transformer that guesses the next token."""

    def __init__(self):
        super().__init__()
        self.wte = nn.Embedding(VOCABULARY, D)
        self.ln_1, self.ln_2, self.ln_f = nn.LayerNorm(D), nn.LayerNorm(D), nn.LayerNorm(D)
        self.c_attn, self.c_proj = nn.Linear(D, 3 * D), nn.Linear(D, D)
        self.up, self.down = nn.Linear(D, D_FF), nn.Linear(D_FF, D)
        self.head = nn.Linear(D, VOCABULARY, bias=False)

    def tensors(self):
        return {
            "wte.weight": self.wte.weight,
            "h.0.ln_1.weight": self.ln_1.weight,
            "h.0.ln_1.bias": self.ln_1.bias,
            "h.0.attn.c_attn.weight": self.c_attn.weight,
            "h.0.attn.c_attn.bias": self.c_attn.bias,
            "h.0.attn.c_proj.weight": self.c_proj.weight,
            "h.0.attn.c_proj.bias": self.c_proj.bias,
            "h.0.ln_2.weight": self.ln_2.weight,
            "h.0.ln_2.bias": self.ln_2.bias,
            "h.0.mlp.c_fc.weight": self.up.weight,
            "h.0.mlp.c_fc.bias": self.up.bias,
            "h.0.mlp.c_proj.weight": self.down.weight,
            "h.0.mlp.c_proj.bias": self.down.bias,
            "ln_f.weight": self.ln_f.weight,
            "ln_f.bias": self.ln_f.bias,
            "lm_head.weight": self.head.weight,
        }

    def loss(self):
        x = self.wte(torch.tensor(TOKENS)).reshape(B, N, D)
        q, k, v = self.c_attn(self.ln_1(x)).split(D, -1)
        q, k, v = split_heads(q, HEADS), split_heads(k, HEADS), split_heads(v, HEADS)
        o = F.scaled_dot_product_attention(rotated(q), rotated(k), v, is_causal=True)
        x = x + self.c_proj(o.transpose(1, 2).reshape(B, N, D))
        x = x + self.down(F.gelu(self.up(self.ln_2(x)), approximate="tanh"))
        logits = self.head(self.ln_f(x)).reshape(B * N, VOCABULARY)
        return F.cross_entropy(logits, torch.tensor(NEXT))


class SentenceModel(nn.Module):
    """PyTorch's own encoder layer (post-norm, ReLU) between sinusoids and a mean."""

    def __init__(self):
        super().__init__()
        self.wte = nn.Embedding(VOCABULARY, D)
        self.layer = nn.TransformerEncoderLayer(D, HEADS, D_FF, dropout=0.0, batch_first=True)
        self.head = nn.Linear(D, 3)

    def tensors(self):
        attention = self.layer.self_attn
        return {
            "wte.weight": self.wte.weight,
            "h.0.ln_1.weight": self.layer.norm1.weight,
            "h.0.ln_1.bias": self.layer.norm1.bias,
            "h.0.attn.c_attn.weight": attention.in_proj_weight,
            "h.0.attn.c_attn.bias": attention.in_proj_bias,
            "h.0.attn.c_proj.weight": attention.out_proj.weight,
            "h.0.attn.c_proj.bias": attention.out_proj.bias,
            "h.0.ln_2.weight": self.layer.norm2.weight,
            "h.0.ln_2.bias": self.layer.norm2.bias,
            "h.0.mlp.c_fc.weight": self.layer.linear1.weight,
            "h.0.mlp.c_fc.bias": self.layer.linear1.bias,
            "h.0.mlp.c_proj.weight": self.layer.linear2.weight,
            "h.0.mlp.c_proj.bias": self.layer.linear2.bias,
            "lm_head.weight": self.head.weight,
            "lm_head.bias": self.head.bias,
        }

    def loss(self):
        angles = torch.arange(N)[:, None] * torch.exp(
            -math.log(10000.0) * torch.arange(0, D, 2) / D
        )
        places = torch.stack([angles.sin(), angles.cos()], -1).reshape(N, D)
        x = self.wte(torch.tensor(TOKENS)).reshape(B, N, D) + places
        x = self.layer(x, src_key_padding_mask=~is_real())
        pooled = (x * is_real()[..., None]).sum(1) / torch.tensor(LENGTHS)[:, None]
        return F.cross_entropy(self.head(pooled), torch.tensor(CLASSES))


class RecurrentModel(nn.Module):
    """A recurrent layer that reads tokens, and a linear map of what it ends with."""

    def __init__(self, module_of):
        super().__init__()
        self.embedding = nn.Embedding(VOCABULARY, D)
        self.rnn = module_of(D, D, batch_first=True)
        self.fc = nn.Linear(D, 3)

    def tensors(self):
        rnn = {f"rnn.{name}": p for name, p in self.rnn.named_parameters()}
        fc = {"fc.weight": self.fc.weight, "fc.bias": self.fc.bias}
        return {"embedding.weight": self.embedding.weight} | rnn | fc

    def loss(self):
        x = self.embedding(torch.tensor(TOKENS)).reshape(B, N, D)
        packed = nn.utils.rnn.pack_padded_sequence(x, LENGTHS, batch_first=True)
        _, last = self.rnn(packed)
        last = last[0] if isinstance(last, tuple) else last
        return F.cross_entropy(self.fc(last[0]), torch.tensor(CLASSES))


def laid_out(name, x):
    """(in, out), but for embeddings, which are rows on both sides."""
    is_table = name in ("wte.weight", "embedding.weight")
    return x.T if x.dim() == 2 and not is_table else x


def sums(x):
    """Two sums of a tensor: one wrong number shows in both, two that swapped places in the second."""
    places = torch.arange(x.numel()) % 7 + 1.0
    flat = x.detach().reshape(-1)
    return [flat.sum().item(), (flat * places).sum().item()]


OPTIMIZERS = {
    "adam": lambda p: torch.optim.Adam(p, lr=0.01),
    "adamw": lambda p: torch.optim.AdamW(p, lr=0.01, weight_decay=0.1),
    "sgd": lambda p: torch.optim.SGD(p, lr=0.05, momentum=0.9),
}


def trained(model, optimizer_of, clip):
    optimizer = optimizer_of(model.parameters())
    run = {"sums": {}}
    for step in range(1, LAST + 1):
        optimizer.zero_grad()
        model.loss().backward()
        if clip:
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        now = {name: laid_out(name, x) for name, x in model.tensors().items()}
        if step in STEPS:
            run["sums"][str(step)] = {name: sums(x) for name, x in now.items()}
    run["parameters"] = {name: numbers(x) for name, x in now.items()}
    run["loss"] = model.loss().item()
    return run


def trained_model(model):
    with torch.no_grad():
        for p in model.parameters():
            p.add_(0.1 * torch.randn(p.shape))  # no bias is 0, no gain 1
            p.mul_(1000).round_().div_(1000)
    start = {name: p.detach().clone() for name, p in model.tensors().items()}
    loss = model.loss()
    loss.backward()
    result = {
        "start": {name: numbers(laid_out(name, x)) for name, x in model.tensors().items()},
        "loss": loss.item(),
        "gradients": {n: numbers(laid_out(n, x.grad)) for n, x in model.tensors().items()},
        "runs": {},
    }
    for name, optimizer_of in OPTIMIZERS.items():
        with torch.no_grad():
            for tensor, p in model.tensors().items():
                p.copy_(start[tensor])
        result["runs"][name] = trained(model, optimizer_of, name == "adamw")
    return result


def lines_of(value, indent=0):
    """JSON with a list of numbers in each line."""
    if not isinstance(value, dict):
        return json.dumps(value, separators=(",", ":"))
    pad = " " * (indent + 1)
    rows = [f"{pad}{json.dumps(k)}: {lines_of(v, indent + 1)}" for k, v in value.items()]
    return "{\n" + ",\n".join(rows) + "\n" + " " * indent + "}"


def main():
    torch.manual_seed(20)
    causal = torch.ones(N, N).tril().bool()
    result = {
        "torch": torch.__version__,
        "layers": {
            "linear": linear(),
            "layer_norm": layer_norm(),
            "relu": activation(F.relu),
            "gelu": activation(F.gelu),
            "gelu-tanh": activation(lambda x: F.gelu(x, approximate="tanh")),
            "embedding": embedding(),
            "attention": attention(2, 2, None),
            "causal attention": attention(2, 2, causal),
            "padded attention": attention(2, 2, is_real()[:, None, None, :]),
            "shared attention": attention(4, 2, causal),
            "rnn": recurrent(nn.RNN, 1),
            "lstm": recurrent(nn.LSTM, 4),
            "cross entropy": cross_entropy(),
            "mean squared error": mean_squared_error(),
        },
        "models": {
            "text": trained_model(TextModel()),
            "sentence": trained_model(SentenceModel()),
            "rnn": trained_model(RecurrentModel(nn.RNN)),
            "lstm": trained_model(RecurrentModel(nn.LSTM)),
        },
    }
    path = pathlib.Path(__file__).with_suffix(".json")
    path.write_text(lines_of(result) + "\n")
    print(f"{path}: {path.stat().st_size} bytes")
    for name, model in result["models"].items():
        losses = {run: round(r["loss"], 4) for run, r in model["runs"].items()}
        print(f"{name}: loss {model['loss']:.4f}, after {LAST} steps {losses}")


main()
