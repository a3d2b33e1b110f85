#include "data/model/attention_layouts.hpp"

#include <algorithm>
#include <string_view>
#include <tuple>

#include "base/message.hpp"
#include "data/matrix/array_names.hpp"
#include "data/model/quantized.hpp"

namespace attn {
namespace {

// The projections' own keys; the path of the module in front of them is part of the prefix.
constexpr AttentionLayout kLayouts[] = {
    {.name = "attn",
     .out_in = false,
     .output_optional = true,
     .biases_together = false,
     .own_value_width = false,
     .query = {"wq", "bq"},
     .key = {"wk", "bk"},
     .value = {"wv", "bv"},
     .packed = {},
     .output = {"wo", "bo"},
     .foreign = {}},
    {.name = "PyTorch nn.MultiheadAttention",
     .out_in = true,
     .output_optional = false,
     .biases_together = true,
     .own_value_width = true,
     .query = {"q_proj_weight"},
     .key = {"k_proj_weight"},
     .value = {"v_proj_weight"},
     .packed = {"in_proj_weight", "in_proj_bias"},
     .output = {"out_proj.weight", "out_proj.bias"},
     .foreign = {{{"bias_k", "add_bias_kv=True"}, {"bias_v", "add_bias_kv=True"}}}},
    {.name = "Hugging Face BERT",
     .out_in = true,
     .output_optional = false,
     .biases_together = true,
     .own_value_width = false,
     .query = {"self.query.weight", "self.query.bias"},
     .key = {"self.key.weight", "self.key.bias"},
     .value = {"self.value.weight", "self.value.bias"},
     .packed = {},
     .output = {"output.dense.weight", "output.dense.bias"},
     .foreign = {{{"self.distance_embedding.weight", "position_embedding_type=\"relative_key\""}}}},
    {.name = "GPT-2",
     .out_in = false,  // Conv1D computes X W
     .output_optional = false,
     .biases_together = true,
     .own_value_width = false,
     .query = {},
     .key = {},
     .value = {},
     .packed = {"c_attn.weight", "c_attn.bias"},
     .output = {"c_proj.weight", "c_proj.bias"},
     .foreign = {{{"q_attn.weight", "add_cross_attention=True"}}}},
    {.name = "Llama",
     .out_in = true,
     .output_optional = false,
     .biases_together = false,  // Qwen2 has them for query, key and value only
     .own_value_width = false,
     .query = {"q_proj.weight", "q_proj.bias"},
     .key = {"k_proj.weight", "k_proj.bias"},
     .value = {"v_proj.weight", "v_proj.bias"},
     .packed = {},
     .output = {"o_proj.weight", "o_proj.bias"},
     .foreign = {{{"q_norm.weight", "q_norm"}, {"k_norm.weight", "k_norm"}, {"sinks", "sinks"}}}},
};

/// The names that every layer of this layout has.
std::array<const char*, 4> marks_of(const AttentionLayout& layout) {
  return {layout.packed.weight, layout.query.weight, layout.key.weight, layout.value.weight};
}

/// All layers, one for each pair of prefix and layout, short prefixes first: layer 2 before 10.
std::vector<AttentionLayer> layers_among(const std::vector<std::string>& keys) {
  std::vector<AttentionLayer> layers;
  for (const std::string& key : keys) {
    for (const AttentionLayout& layout : kLayouts) {
      for (const char* const mark : marks_of(layout)) {
        if (mark == nullptr || !key.ends_with(mark)) continue;
        const std::string prefix = key.substr(0, key.size() - std::string_view(mark).size());
        if (prefix.empty() || prefix.ends_with('.')) layers.push_back({&layout, prefix});
      }
    }
  }
  const auto order = [](const AttentionLayer& layer) {
    return std::tuple(layer.prefix.size(), layer.prefix, layer.layout);
  };
  std::sort(layers.begin(), layers.end(),
            [&](const auto& a, const auto& b) { return order(a) < order(b); });
  const auto again = std::unique(layers.begin(), layers.end(), [&](const auto& a, const auto& b) {
    return order(a) == order(b);
  });
  layers.erase(again, layers.end());
  return layers;
}

/// What to give to --weights-prefix, each once.
std::string listed_prefixes(const std::vector<AttentionLayer>& layers) {
  std::vector<std::string> prefixes;
  for (const AttentionLayer& layer : layers) {
    std::string prefix = layer.prefix.empty() ? "\"\"" : layer.prefix;
    if (prefix.ends_with('.')) prefix.pop_back();
    if (prefixes.empty() || prefixes.back() != prefix) prefixes.push_back(std::move(prefix));
  }
  return listed_keys(prefixes);
}

[[noreturn]] void refuse_no_layer(const std::string& name, const std::vector<std::string>& keys,
                                  const std::vector<AttentionLayer>& layers,
                                  const std::string& prefix) {
  require_keys(name, keys);
  if (layers.empty()) {
    throw InputError(
        message("{}: there are no attention weights in it that are recognised: wq, in_proj_weight, "
                "attention.self.query.weight, attn.c_attn.weight or self_attn.q_proj.weight was "
                "expected, with any prefix. It holds: {}.",
                name, listed_keys(keys)));
  }
  throw InputError(
      message("{}: no attention layer has names that begin with '{}'. Give one of these to "
              "--weights-prefix: {}.",
              name, shown_key(prefix), listed_prefixes(layers)));
}

// Before the names of layers are looked at: codes may have the names of weights.
void require_not_quantized(const std::string& name, const std::vector<std::string>& keys,
                           const std::string& start) {
  std::vector<std::string> meant;
  std::copy_if(keys.begin(), keys.end(), std::back_inserter(meant),
               [&](const std::string& key) { return key.starts_with(start); });
  if (const auto mark = quantized_name(meant)) refuse_quantized(name, shown_key(*mark));
}

/// The layers that `accepted` is true for.
template <typename Accepted>
std::vector<AttentionLayer> those(const std::vector<AttentionLayer>& layers, Accepted accepted) {
  std::vector<AttentionLayer> some;
  std::copy_if(layers.begin(), layers.end(), std::back_inserter(some), accepted);
  return some;
}

}  // namespace

AttentionLayer chosen_layer(const std::string& name, const std::vector<std::string>& keys,
                            const std::string& prefix) {
  const std::string start = prefix.empty() || prefix.ends_with('.') ? prefix : prefix + ".";
  require_not_quantized(name, keys, start);
  const std::vector<AttentionLayer> layers = layers_among(keys);
  std::vector<AttentionLayer> meant =
      those(layers, [&](const AttentionLayer& layer) { return layer.prefix == start; });
  if (meant.empty()) {
    meant =
        those(layers, [&](const AttentionLayer& layer) { return layer.prefix.starts_with(start); });
  }
  if (meant.empty()) refuse_no_layer(name, keys, layers, prefix);
  if (meant.front().prefix != meant.back().prefix) {
    throw InputError(
        message("{}: one attention layer was expected, but there are several. Choose one of these "
                "with --weights-prefix: {}.",
                name, listed_prefixes(meant)));
  }
  if (meant.size() > 1) {
    throw InputError(
        message("{}: the same place has names of two layouts, {} and {}, so that it is unclear "
                "which one is meant. Save them in two files, or with different prefixes.",
                name, meant[0].layout->name, meant[1].layout->name));
  }
  return meant.front();
}

}  // namespace attn
