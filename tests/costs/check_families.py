"""Recounts the parameters in family_counts.json with the transformers library itself, and those of
the models in configs/, which must be the same as those of the same name.

    python3 check_families.py            compares every count; the exit code is 1 if one differs
    python3 check_families.py --write    replaces the counts by what the library has

Needs torch and transformers. Every model is built on torch's "meta" device: shapes without numbers,
so that a model of 47 billion parameters takes a few seconds and no memory. The tests of the project
do not run this script: they compare the program with the file that it writes.
"""

import json
import math
import pathlib
import re
import sys

import torch
import transformers

COUNTS = pathlib.Path(__file__).with_name("family_counts.json")
CONFIGS = pathlib.Path(__file__).with_name("configs")

CLASSES = {
    "gpt2": "GPT2LMHeadModel",
    "bert": "BertModel",
    "roberta": "RobertaModel",
    "distilbert": "DistilBertModel",
    "llama": "LlamaForCausalLM",
    "mistral": "MistralForCausalLM",
    "mixtral": "MixtralForCausalLM",
    "gemma": "GemmaForCausalLM",
    "gemma2": "Gemma2ForCausalLM",
    "qwen2": "Qwen2ForCausalLM",
    "qwen3": "Qwen3ForCausalLM",
    "phi3": "Phi3ForCausalLM",
    "t5": "T5ForConditionalGeneration",
    "vit": "ViTModel",
}

# The first pattern that a parameter's name matches says which part it belongs to.
PARTS = [
    (r"word_embeddings|wte\.|embed_tokens|^shared\.", "token_embedding"),
    (r"relative_attention_bias", "relative_positions"),
    (r"position_embeddings|wpe\.", "position_embedding"),
    (r"token_type_embeddings", "token_type_embedding"),
    (r"patch_embeddings", "patch_embedding"),
    (r"cls_token", "class_token"),
    (r"embeddings\.LayerNorm", "embedding_norm"),
    (r"lm_head", "lm_head"),
    (r"pooler", "pooler"),
    (r"q_norm|k_norm", "query_key_norm"),
    (r"c_attn|qkv_proj", "qkv"),
    (r"DenseReluDense", "mlp"),
    (r"\.(q|q_proj|query|q_lin|q_attn)\.", "wq"),
    (r"\.(k|k_proj|key|k_lin)\.", "wk"),
    (r"\.(v|v_proj|value|v_lin)\.", "wv"),
    (r"\.(o|o_proj|out_lin)\.|att(n|ention)\.c_proj|attention\.output\.dense", "wo"),
    (r"mlp\.gate\.|block_sparse_moe\.gate\.|router", "router"),
    (r"sa_layer_norm|output_layer_norm|attention\.output\.LayerNorm|output\.LayerNorm", "norms"),
    (r"ln_1|ln_2|ln_cross_attn|layernorm_before|layernorm_after|_layernorm|layer_norm\.", "norms"),
    (r"mlp\.|ffn\.|experts|intermediate\.dense|output\.dense", "mlp"),
    (r"ln_f|final_layer_norm|^layernorm\.|model\.norm\.", "final_norm"),
]


def part_of(name):
    # T5 calls the last norm of a stack as others call the two norms of a layer.
    if re.search(r"(encoder|decoder)\.final_layer_norm", name):
        return "final_norm"
    for pattern, part in PARTS:
        if re.search(pattern, name):
            return part
    raise SystemExit(f"check_families.py: no part is known for the parameter {name}")


def split_of(part, size, config, cross):
    """Where one matrix holds queries, keys and values, its share of each."""
    if part != "qkv":
        return {part: size}
    if cross:  # the queries have a matrix of their own
        return {"wk": size // 2, "wv": size // 2}
    heads = config.num_attention_heads
    kv_heads = getattr(config, "num_key_value_heads", None) or heads
    unit = size // (heads + 2 * kv_heads)
    assert unit * (heads + 2 * kv_heads) == size
    return {"wq": unit * heads, "wk": unit * kv_heads, "wv": unit * kv_heads}


def counts_of(settings):
    family = settings["model_type"]
    kind = getattr(transformers, CLASSES[family])
    options = {key: value for key, value in settings.items() if key != "model_type"}
    config = kind.config_class(**options)
    with torch.device("meta"):
        model = kind(config)
    model.tie_weights()  # also where the device kept it from being done
    if family == "t5" and settings.get("tie_word_embeddings") is False:
        # Version 5 ties the head of a new T5 whatever the file says, and keeps it apart only when
        # it loads a checkpoint that has numbers for it; version 4 does as the file says.
        model.lm_head.weight = torch.nn.Parameter(torch.empty_like(model.lm_head.weight))
    parts, total, seen = {}, 0, set()
    for name, parameter in model.named_parameters(remove_duplicate=True):
        if id(parameter) in seen:
            continue
        seen.add(id(parameter))
        size = math.prod(parameter.shape)
        total += size
        cross = "EncDecAttention" in name or "crossattention" in name
        for part, share in split_of(part_of(name), size, config, cross).items():
            key = f"cross_{part}" if cross and part in ("wq", "wk", "wv", "wo") else part
            stack = re.match(r"(encoder|decoder)\.", name) if family == "t5" else None
            key = f"{stack[1]}_{key}" if stack else key
            parts[key] = parts.get(key, 0) + share
    return {"total": total, "parts": dict(sorted(parts.items()))}


def written(entries):
    """JSON with one line for the settings, the total and the parts of each model."""
    models = []
    for name, entry in entries.items():
        lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in entry.items()]
        models.append(f" {json.dumps(name)}: {{\n" + ",\n".join(lines) + "\n }")
    return "{\n" + ",\n".join(models) + "\n}\n"


def main():
    transformers.logging.set_verbosity_error()
    entries = json.loads(COUNTS.read_text())
    different = 0
    for name, entry in entries.items():
        try:
            counts = counts_of(entry["config"])
        except (ValueError, TypeError, AttributeError) as error:
            print(f"{name}: {error}")
            different += 1
            continue
        assert sum(counts["parts"].values()) == counts["total"], name
        if "--write" in sys.argv:
            entry.update(counts)
        elif {key: entry.get(key) for key in counts} != counts:
            different += 1
            print(f"{name}: the file says {entry.get('total')} {entry.get('parts')},\n"
                  f"  transformers {transformers.__version__} has {counts}")
    if "--write" in sys.argv:
        COUNTS.write_text(written(entries))
    for path in sorted(CONFIGS.glob("*.json")):
        if counts_of(json.loads(path.read_text()))["total"] != entries[path.stem]["total"]:
            different += 1
            print(f"{path.name}: not the model of that name in {COUNTS.name}")
    print(f"{len(entries)} models, {different} differ; transformers {transformers.__version__}")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
