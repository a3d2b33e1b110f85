#!/usr/bin/env python3
"""check_conventions.py ATTN: runs PyTorch's operation counters on small models and compares what
they report with `ATTN complexity --conventions`, to the unit.

Needs torch, transformers, fvcore, ptflops, thop, torchinfo and calflops; see docs/conventions.md.
"""
import contextlib
import io
import json
import logging
import subprocess
import sys
import tempfile
import warnings

import torch
from torch import nn

warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)

import transformers  # noqa: E402  (after the warnings are off)
from transformers.pytorch_utils import Conv1D  # noqa: E402

N_TOKENS = 10
FLAT = {"vocab_size": 50, "max_position_embeddings": 64}
WIDE = {"hidden_size": 12, "num_hidden_layers": 2, "num_attention_heads": 3,
        "intermediate_size": 48, **FLAT}
GROUPED = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 4, "head_dim": 4,
           "num_key_value_heads": 2, "intermediate_size": 40, **FLAT, "pad_token_id": 0,
           "bos_token_id": 1, "eos_token_id": 2}
MODELS = [
    ("GPT2", "GPT2LMHeadModel", {"vocab_size": 50, "n_embd": 12, "n_layer": 2, "n_head": 3,
                                 "n_positions": 64}),
    ("Bert", "BertModel", WIDE),
    ("Llama", "LlamaForCausalLM", GROUPED),
    ("Mistral", "MistralForCausalLM", {**GROUPED, "sliding_window": None}),
    ("Qwen2", "Qwen2ForCausalLM", {k: v for k, v in GROUPED.items() if k != "head_dim"}),
    ("Qwen3", "Qwen3ForCausalLM", GROUPED),
    ("Gemma", "GemmaForCausalLM", GROUPED),
    ("Phi3", "Phi3ForCausalLM", {k: v for k, v in GROUPED.items() if k != "head_dim"}),
]


def with_linear(module):
    """The module with nn.Linear in place of Conv1D."""
    for name, child in module.named_children():
        if isinstance(child, Conv1D):
            setattr(module, name, nn.Linear(*child.weight.shape))
        else:
            with_linear(child)
    return module


class Called(nn.Module):
    """A model that is called with given inputs, whatever a counter passes."""

    def __init__(self, model, inputs):
        super().__init__()
        self.model, self.inputs = model, inputs

    def forward(self, **_):
        return self.model(*self.inputs)


def count_fvcore(model, inputs):
    from fvcore.nn import FlopCountAnalysis
    analysis = FlopCountAnalysis(model, inputs)
    analysis.unsupported_ops_warnings(False).uncalled_modules_warnings(False)
    return analysis.total()


def count_ptflops(model, inputs):
    from ptflops import get_model_complexity_info
    return get_model_complexity_info(Called(model, inputs), (1,), as_strings=False,
                                     print_per_layer_stat=False, backend="pytorch",
                                     input_constructor=lambda _: {})[0]


def count_thop(model, inputs):
    import thop
    return thop.profile(model, inputs=inputs, verbose=False)[0]


def count_torchinfo(model, inputs):
    import torchinfo
    return torchinfo.summary(model, input_data=inputs, verbose=0, depth=20).total_mult_adds


def count_calflops(model, inputs):
    from calflops import calculate_flops
    return calculate_flops(model, args=list(inputs), print_results=False, print_detailed=False,
                           output_as_string=False)[0]


def count_flop_counter_mode(model, inputs):
    from torch.utils.flop_counter import FlopCounterMode
    with FlopCounterMode(display=False) as counter:
        model(*inputs)
    return counter.get_total_flops()


TOOLS = {"flop_counter_mode": count_flop_counter_mode, "fvcore": count_fvcore,
         "ptflops": count_ptflops, "thop": count_thop, "torchinfo": count_torchinfo,
         "calflops": count_calflops}


def said_by_attn(attn, flags):
    command = [attn, "complexity", *flags, "--conventions", "--json"]
    document = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return {row["name"]: row["count"] for row in document["conventions"]["rows"]}


def compare(title, suffix, expected, make, inputs):
    """The number of tools that disagree, each with a line that says so."""
    n_different = 0
    for tool, count in TOOLS.items():
        name = tool + suffix if tool + suffix in expected else tool
        with torch.no_grad(), contextlib.redirect_stdout(io.StringIO()), \
                contextlib.redirect_stderr(io.StringIO()):
            found = int(count(make(), inputs))
        if found != int(expected[name]):
            n_different += 1
            print(f"{title}: {name} counts {found}, attn says {expected[name]}")
    return n_different


def check_published(attn):
    n_different = 0
    for family, class_name, settings in MODELS:
        config = getattr(transformers, family + "Config")(**settings)
        config.use_cache = False
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            file.write(config.to_json_string(use_diff=False))
            file.flush()
            flags = ["--config", file.name, "--tokens", str(N_TOKENS), "--batch", "2"]
            expected = said_by_attn(attn, flags)
        inputs = (torch.ones(2, N_TOKENS, dtype=torch.long),)
        for suffix, attention in [("", "eager"), ("_fused", "sdpa")]:
            def make():
                model = getattr(transformers, class_name)._from_config(
                    config, attn_implementation=attention)
                return with_linear(model.eval())
            n_different += compare(f"{family}, {attention}", suffix, expected, make, inputs)
    return n_different


def check_modules(attn):
    inputs = (torch.zeros(1, N_TOKENS, 512),)
    flags = ["--d-model", "512", "--heads", "8", "--bias", "--tokens", str(N_TOKENS)]
    expected = said_by_attn(attn, flags + ["--d-ff", "2048"])
    # Training mode: in evaluation the whole layer is one operation that no counter knows.
    expected["fvcore_module"] = expected["fvcore_fused"]
    return compare("nn.TransformerEncoderLayer", "_module", expected,
                   lambda: nn.TransformerEncoderLayer(512, 8, 2048, batch_first=True), inputs)


def main():
    attn = sys.argv[1]
    n_different = check_published(attn) + check_modules(attn)
    print("all the same" if n_different == 0 else f"{n_different} different")
    return 1 if n_different else 0


if __name__ == "__main__":
    sys.exit(main())
