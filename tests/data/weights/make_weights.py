"""Writes the files beside it, which the tests read. No test needs Python.

Run once, with Python 3.11, NumPy 1.24, PyTorch 1.13, transformers 4.35.2 and safetensors 0.4.5:

    python3 make_weights.py

Each file holds the tensors of one attention layer as its program names them, and beside them the
input `x` (and `memory`, where keys and values come from another sequence), the `output` that the
program computed, and the attention weights of each head, `head0.weights` and so on. Everything is
float32 unless the name of the file says otherwise.
"""

import pathlib

import numpy as np
import torch
from safetensors.torch import save_file
from transformers import BertConfig, BertModel, GPT2Config, GPT2Model, LlamaConfig
from transformers.models.llama.modeling_llama import LlamaDecoderLayer

here = pathlib.Path(__file__).parent


def make_ordinary(module, seed):
    """Random numbers for all parameters, also for those that start as 0 or 1: no weight may be
    symmetric or otherwise special, so that one read wrongly gives another output."""
    draws = torch.Generator().manual_seed(seed)
    for parameter in module.parameters():
        values = torch.randn(parameter.shape, generator=draws, dtype=torch.float64)
        parameter.data = (0.2 * values).to(parameter.dtype)
    return module.eval()


def sequence(seed, *shape):
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed))


def heads(weights):
    """(1, n_heads, n_q, n_k) as one matrix per head."""
    return {f"head{h}.weights": matrix for h, matrix in enumerate(weights[0])}


def save(name, tensors, **more):
    tensors = {key: tensor.detach().contiguous() for key, tensor in {**tensors, **more}.items()}
    if name.endswith(".npz"):
        np.savez(here / name, **{key: tensor.numpy() for key, tensor in tensors.items()})
    else:
        save_file(tensors, here / name)


def causal(n):
    return torch.triu(torch.full((n, n), -torch.inf), diagonal=1)[None, None]


@torch.no_grad()
def pytorch():
    """nn.MultiheadAttention in its three forms."""
    x, memory = sequence(1, 5, 12), sequence(2, 7, 10)
    options = {"need_weights": True, "average_attn_weights": False}

    layer = make_ordinary(torch.nn.MultiheadAttention(12, 3, batch_first=True), 10)
    output, weights = layer(x[None], x[None], x[None], **options)
    for ending in ("npz", "safetensors"):
        save(f"pytorch.{ending}", layer.state_dict(), x=x, output=output[0], **heads(weights))

    layer = make_ordinary(torch.nn.MultiheadAttention(12, 3, bias=False, batch_first=True), 11)
    output, weights = layer(x[None], x[None], x[None], **options)
    save("pytorch_no_bias.npz", layer.state_dict(), x=x, output=output[0], **heads(weights))

    layer = torch.nn.MultiheadAttention(12, 4, kdim=10, vdim=10, batch_first=True)
    make_ordinary(layer, 12)
    output, weights = layer(x[None], memory[None], memory[None], **options)
    save("pytorch_cross.safetensors", layer.state_dict(), x=x, memory=memory, output=output[0],
         **heads(weights))

    # The same layer, its numbers rounded to the type and computed with in float64.
    for name, dtype in (("f16", torch.float16), ("bf16", torch.bfloat16), ("f64", torch.float64)):
        layer = torch.nn.MultiheadAttention(12, 3, batch_first=True, dtype=torch.float64)
        make_ordinary(layer, 10)
        rounded = {key: tensor.to(dtype) for key, tensor in layer.state_dict().items()}
        layer.load_state_dict({key: tensor.double() for key, tensor in rounded.items()})
        wide = x.double()[None]
        output, _ = layer(wide, wide, wide)
        save(f"pytorch_{name}.safetensors", rounded, x=wide[0], output=output[0])


@torch.no_grad()
def bert():
    """A whole small model; the input and output are those of the attention of its layer 1, without
    the residual and the LayerNorm that follow."""
    config = BertConfig(vocab_size=3, hidden_size=12, num_hidden_layers=2, num_attention_heads=3,
                        intermediate_size=5, max_position_embeddings=4, type_vocab_size=1)
    model = make_ordinary(BertModel(config, add_pooling_layer=False), 20)
    x = sequence(3, 5, 12)
    attention = model.encoder.layer[1].attention
    context, weights = attention.self(x[None], output_attentions=True)
    output = attention.output.dense(context)
    save("bert.safetensors", model.state_dict(), x=x, output=output[0], **heads(weights),
         position_ids=torch.arange(4)[None])


@torch.no_grad()
def gpt2():
    """Layer 0 of a small model, causal, with the buffer that older versions saved beside it."""
    config = GPT2Config(vocab_size=3, n_positions=6, n_embd=12, n_layer=1, n_head=2, n_inner=5)
    model = make_ordinary(GPT2Model(config), 30)
    x = sequence(4, 6, 12)
    output, _, weights = model.h[0].attn(x[None], output_attentions=True)
    mask = torch.tril(torch.ones(6, 6, dtype=torch.bool))[None, None]
    for ending in ("npz", "safetensors"):
        save(f"gpt2.{ending}", model.state_dict(), **{"h.0.attn.bias": mask}, x=x,
             output=output[0], **heads(weights))


@torch.no_grad()
def llama():
    """Grouped heads, causal. At position 0 the rotation of RoPE is the identity, so that all
    tokens at position 0 give the output of attention without positions."""
    config = LlamaConfig(vocab_size=3, hidden_size=16, num_hidden_layers=1, num_attention_heads=4,
                         num_key_value_heads=2, intermediate_size=5, max_position_embeddings=8)
    layer = make_ordinary(LlamaDecoderLayer(config), 40)
    x = sequence(5, 6, 16)
    outputs = {}
    for name, positions in (("", torch.zeros(1, 6, dtype=torch.long)),
                            ("rope.", torch.arange(6)[None])):
        output, weights, _ = layer.self_attn(x[None], attention_mask=causal(6),
                                             position_ids=positions, output_attentions=True)
        outputs[name + "output"] = output[0]
        outputs |= {name + key: matrix for key, matrix in heads(weights).items()}
    tensors = {f"model.layers.0.{key}": tensor for key, tensor in layer.state_dict().items()}
    save("llama.safetensors", tensors, x=x, **outputs)


def softmax(scores):
    exponentials = np.exp(scores - scores.max(axis=1, keepdims=True))
    return exponentials / exponentials.sum(axis=1, keepdims=True)


def own():
    """Our own names, Q = X W, in float64 by NumPy: two heads of width 4 for d_model 6, all heads'
    columns side by side in attn.npz, one matrix per head in attn_heads.npz."""
    draws = np.random.RandomState(50)
    n_heads, d_model, d_head = 2, 6, 4
    x = draws.randn(5, d_model)
    w = {name: draws.randn(n_heads, d_model, d_head) for name in ("wq", "wk", "wv")}
    b = {name: draws.randn(n_heads * d_head) for name in ("bq", "bk", "bv")}
    wo, bo = draws.randn(n_heads * d_head, d_model), draws.randn(d_model)

    parts = []
    for h in range(n_heads):
        columns = slice(h * d_head, (h + 1) * d_head)
        q, k, v = (x @ w["w" + name][h] + b["b" + name][columns] for name in "qkv")
        parts.append(softmax(q @ k.T / np.sqrt(d_head)) @ v)
    output = np.hstack(parts) @ wo + bo

    joined = {name: np.hstack(list(matrices)) for name, matrices in w.items()}
    np.savez(here / "attn.npz", **joined, **b, wo=wo, bo=bo, x=x, output=output)
    np.savez(here / "attn_heads.npz", **w, **b, wo=wo, bo=bo, x=x, output=output)


pytorch()
bert()
gpt2()
llama()
own()
