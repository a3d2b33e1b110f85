#!/usr/bin/env python3
"""Makes the small models in models/, and what the framework computes with them.

For people, not for the tests: it needs torch, transformers 5, tokenizers and safetensors.

    python3 tests/pretrained/make_models.py tests/pretrained/models

Weights are random but large, so that heads differ. expected/ holds for each case the ids, and what
the framework makes of them: hidden_states (layers + 1, n, d_model), attentions (layers, heads, n, n)
and logits (n, the first tokens of the vocabulary). Encoders and GPT-2 are computed in float64; the others keep parts of
their arithmetic in float32, so that all of it is.
"""

import json
import shutil
import struct
import sys
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from transformers import (BertConfig, BertForMaskedLM, DistilBertConfig, DistilBertForMaskedLM,
                          GPT2Config, GPT2LMHeadModel, LlamaConfig, LlamaForCausalLM,
                          MistralConfig, MistralForCausalLM, Qwen2Config, Qwen2ForCausalLM,
                          Qwen3Config, Qwen3ForCausalLM, RobertaConfig, RobertaForMaskedLM)

VOCABULARY = 96
# These have a tokenizer, too, one of ../tokenizer/fixtures, and as many rows as that needs.
TOKENIZERS = {"gpt2": ("gpt2", 576), "bert": ("bert", 900), "llama": ("llama3", 576)}
ROTARY = dict(vocab_size=VOCABULARY, hidden_size=32, intermediate_size=48, num_hidden_layers=2,
              num_attention_heads=4, num_key_value_heads=2, max_position_embeddings=64,
              initializer_range=0.3, bos_token_id=1, eos_token_id=2, pad_token_id=0)
ENCODER = dict(vocab_size=VOCABULARY, hidden_size=32, intermediate_size=48, num_hidden_layers=2,
               num_attention_heads=4, max_position_embeddings=40, initializer_range=0.3,
               pad_token_id=0)
GPT2 = dict(vocab_size=VOCABULARY, n_embd=32, n_layer=2, n_head=4, n_positions=40,
            initializer_range=0.3, bos_token_id=1, eos_token_id=1)

# Name, class, configuration, type of the stored numbers, type that is computed with.
MODELS = [
    ("gpt2", GPT2LMHeadModel, GPT2Config(**{**GPT2, "vocab_size": TOKENIZERS["gpt2"][1]}), torch.float32, torch.float64),
    ("gpt2-scaled", GPT2LMHeadModel,
     GPT2Config(**GPT2, scale_attn_by_inverse_layer_idx=True, n_inner=40,
                activation_function="relu"), torch.float32, torch.float64),
    ("bert", BertForMaskedLM, BertConfig(**{**ENCODER, "vocab_size": TOKENIZERS["bert"][1]}), torch.float32, torch.float64),
    ("distilbert", DistilBertForMaskedLM,
     DistilBertConfig(vocab_size=VOCABULARY, dim=32, hidden_dim=48, n_layers=2, n_heads=4,
                      max_position_embeddings=40, initializer_range=0.3, pad_token_id=0),
     torch.float32, torch.float64),
    ("roberta", RobertaForMaskedLM,
     RobertaConfig(**{**ENCODER, "pad_token_id": 1}, type_vocab_size=1, layer_norm_eps=1e-5),
     torch.float16, torch.float64),
    ("llama", LlamaForCausalLM,
     LlamaConfig(**{**ROTARY, "vocab_size": TOKENIZERS["llama"][1]}, rope_parameters={
         "rope_type": "llama3", "rope_theta": 500.0, "factor": 8.0, "low_freq_factor": 1.0,
         "high_freq_factor": 4.0, "original_max_position_embeddings": 16}),
     torch.bfloat16, torch.float32),
    ("llama-biased", LlamaForCausalLM,
     LlamaConfig(**ROTARY, attention_bias=True, mlp_bias=True, tie_word_embeddings=True,
                 head_dim=12, rope_parameters={"rope_type": "linear", "rope_theta": 100.0,
                                               "factor": 2.0}), torch.float32, torch.float32),
    ("mistral", MistralForCausalLM,
     MistralConfig(**ROTARY, sliding_window=4, rope_parameters={
         "rope_type": "yarn", "rope_theta": 1000.0, "factor": 4.0,
         "original_max_position_embeddings": 16}), torch.float32, torch.float32),
    ("qwen2", Qwen2ForCausalLM,
     Qwen2Config(**ROTARY, use_sliding_window=True, sliding_window=3, max_window_layers=1,
                 rope_parameters={"rope_type": "default", "rope_theta": 10000.0}),
     torch.float32, torch.float32),
    ("qwen3", Qwen3ForCausalLM,
     Qwen3Config(**{**ROTARY, "max_position_embeddings": 8}, head_dim=16, tie_word_embeddings=True,
                 rope_parameters={"rope_type": "dynamic", "rope_theta": 1000.0, "factor": 2.0}),
     torch.float32, torch.float32),
]


def cases(name):
    """Each case: ids, types, attention mask (None: no padding), explicit positions (or None)."""
    ids = [1, 17, 42, 5, 17, 42, 9, 88, 33, 17, 42, 60]
    yield "plain", ids, None, None, None
    if name == "bert":
        yield "pair", ids, [0] * 7 + [1] * 5, None, None
    padding = 1 if name == "roberta" else 0
    ids = [i if i != padding else 7 for i in ids]
    yield "right", ids[:8] + [padding] * 4, None, [1] * 8 + [0] * 4, None
    if name not in ("bert", "distilbert", "roberta"):
        positions = [0] * 4 + list(range(8)) if name.startswith("gpt2") else None
        yield "left", [padding] * 4 + ids[:8], None, [0] * 4 + [1] * 8, positions


def run(model, case):
    _, ids, types, mask, positions = case
    given = {"input_ids": torch.tensor([ids])}
    if types:
        given["token_type_ids"] = torch.tensor([types])
    if mask:
        given["attention_mask"] = torch.tensor([mask])
    if positions:
        given["position_ids"] = torch.tensor([positions])
    with torch.no_grad():
        out = model(**given, output_attentions=True, output_hidden_states=True)
    return {"hidden_states": torch.cat(out.hidden_states), "attentions": torch.cat(out.attentions),
            "logits": out.logits[0, :, :VOCABULARY]}


def expected(model, name):
    tensors = {}
    for case in cases(name):
        for key, value in run(model, case).items():
            tensors[f"{case[0]}.{key}"] = value.contiguous()
        tensors[f"{case[0]}.ids"] = torch.tensor(case[1], dtype=torch.float64)
        if case[2]:
            tensors[f"{case[0]}.types"] = torch.tensor(case[2], dtype=torch.float64)
        if case[3]:
            tensors[f"{case[0]}.mask"] = torch.tensor(case[3], dtype=torch.float64)
    return tensors


def randomize(model):
    """Norms and biases that are not 1 and 0, so that nothing can be left out unnoticed."""
    for name, parameter in model.named_parameters():
        if parameter.dim() == 1:
            is_gain = name.endswith("weight")
            parameter.data = (1.0 if is_gain else 0.0) + 0.3 * torch.randn_like(parameter)


def as_published_gpt2(folder):
    """GPT-2's own file begins at an odd byte, has no prefix, and stores masks beside the weights."""
    path = folder / "model.safetensors"
    tensors = {name.removeprefix("transformer."): value for name, value in load_file(path).items()}
    tensors.pop("lm_head.weight", None)
    for layer in range(2):
        tensors[f"h.{layer}.attn.bias"] = torch.tril(torch.ones(1, 1, 40, 40))
    save_file(tensors, path)
    data = path.read_bytes()
    length = struct.unpack("<Q", data[:8])[0]
    header = data[8:8 + length].rstrip() + b" "
    while (8 + len(header)) % 4 != 3:
        header += b" "
    path.write_bytes(struct.pack("<Q", len(header)) + header + data[8 + length:])


def main(folder):
    for seed, (name, kind, config, stored, computed) in enumerate(MODELS):
        torch.manual_seed(seed)
        config._attn_implementation = "eager"
        model = kind(config).eval()
        randomize(model)
        home = Path(folder) / name
        sharded = {"max_shard_size": "20KB"} if name == "mistral" else {}
        model.to(stored).save_pretrained(home, **sharded)
        # Read again: the frequencies of rotary positions are no weights, and stay float32.
        model = kind.from_pretrained(home, dtype=computed, attn_implementation="eager").eval()
        if name == "gpt2":
            as_published_gpt2(home)
        if name == "qwen2":  # as version 4 of the framework writes it
            written = json.loads((home / "config.json").read_text())
            written["rope_theta"] = written.pop("rope_parameters")["rope_theta"]
            written["rope_scaling"] = None
            written.pop("layer_types", None)
            (home / "config.json").write_text(json.dumps(written, indent=2) + "\n")
        if name in TOKENIZERS:
            fixtures = Path(__file__).resolve().parent.parent / "tokenizer" / "fixtures"
            shutil.copy(fixtures / TOKENIZERS[name][0] / "tokenizer.json", home)
        (home / "generation_config.json").unlink(missing_ok=True)
        (home / "expected").mkdir(exist_ok=True)
        save_file(expected(model, name), home / "expected" / "model.safetensors")


main(sys.argv[1])
