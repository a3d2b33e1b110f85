"""The models that attn brings along, computed apart from attn: for people, and not tested.

A model has layers of heads, each with LayerNorm before it, RoPE that turns the first half of a head
with the second, and a feed-forward part with the GELU of GPT-2.
"""
import json
import struct

import numpy as np

EPSILON, BASE = 1e-5, 10000.0


def tensors_in(path):
    """The tensors of a .safetensors file in float64, and what attn learn wrote of the model."""
    data = path.read_bytes()
    length = struct.unpack("<Q", data[:8])[0]
    header, rest = json.loads(data[8:8 + length]), data[8 + length:]
    facts = json.loads(header.pop("__metadata__")["attn.learn"])
    return {name: np.frombuffer(rest[slice(*entry["data_offsets"])], "<f4").astype(float)
            .reshape(entry["shape"]) for name, entry in header.items()}, facts


def softmax(scores):
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


def gelu(x):
    return 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x ** 3)))


def turned(X):
    """Each row turned by its place: column k with column k + d/2."""
    n, d = X.shape
    angles = np.arange(n)[:, None] * BASE ** (-2 * np.arange(d // 2) / d)
    u, v = X[:, :d // 2], X[:, d // 2:]
    return np.hstack([u * np.cos(angles) - v * np.sin(angles),
                      u * np.sin(angles) + v * np.cos(angles)])


class SmallModel:
    """A model that has learned, in float64."""

    def __init__(self, path):
        self.tensors, facts = tensors_in(path)
        words = ["<pad>", "<s>", *facts["text"]["words"]]
        self.ids = {word: i for i, word in enumerate(words)}
        self.n_heads, self.n_layers = facts["settings"]["n_heads"], facts["settings"]["n_layers"]

    def heads(self):
        """(layer, head) of each."""
        return [(layer, head) for layer in range(self.n_layers) for head in range(self.n_heads)]

    def norm(self, X, name):
        centred = X - X.mean(1, keepdims=True)
        scale = np.sqrt((centred ** 2).mean(1, keepdims=True) + EPSILON)
        return centred / scale * self.tensors[name + ".weight"] + self.tensors[name + ".bias"]

    def linear(self, X, name):
        return X @ self.tensors[name + ".weight"] + self.tensors[name + ".bias"]

    def run(self, tokens, without=None, at=None):
        """The weights of each head, and the probabilities of what comes next at the last token.
        The output of the head `without` is 0 at the places `at`, or at all of them."""
        X = self.tensors["wte.weight"][[self.ids[token] for token in tokens]]
        weights = {}
        for layer in range(self.n_layers):
            outputs = []
            for head, (A, V) in enumerate(self.attention(X, layer)):
                weights[layer, head] = A
                output = A @ V
                if (layer, head) == without:
                    output[slice(None) if at is None else at] = 0
                outputs.append(output)
            X = X + self.linear(np.hstack(outputs), f"h.{layer}.attn.c_proj")
            hidden = self.linear(self.norm(X, f"h.{layer}.ln_2"), f"h.{layer}.mlp.c_fc")
            X = X + self.linear(gelu(hidden), f"h.{layer}.mlp.c_proj")
        logits = self.norm(X[-1:], "ln_f") @ self.tensors["lm_head.weight"].T
        return weights, softmax(logits)[0]

    def attention(self, X, layer):
        """Weights and values of each head of a layer; it is causal."""
        parts = np.split(self.linear(self.norm(X, f"h.{layer}.ln_1"), f"h.{layer}.attn.c_attn"), 3,
                         axis=1)
        blocked = np.triu(np.ones((len(X), len(X)), bool), 1)
        for Q, K, V in zip(*(np.split(part, self.n_heads, axis=1) for part in parts)):
            scores = turned(Q) @ turned(K).T / np.sqrt(Q.shape[1])
            yield softmax(np.where(blocked, -np.inf, scores)), V

    def probability(self, tokens, word, without=None, at=None):
        """Of a word that comes next."""
        return float(self.run(tokens, without, at)[1][self.ids[word]])
