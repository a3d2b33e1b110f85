#include <algorithm>
#include <string_view>
#include <tuple>

#include "base/message.hpp"
#include "core/shape.hpp"
#include "data/matrix/arrays.hpp"
#include "data/matrix/read_matrix.hpp"
#include "data/model/attention_layouts.hpp"
#include "data/model/model_files.hpp"

namespace attn {

namespace {

/// One projection, X W + b, and what its tensors are called where they are refused.
struct Projection {
  std::string key, bias_key;  // as they are shown
  std::string stored_shape;
  arma::mat W;     // (in × out)
  arma::rowvec b;  // empty if there is none
};

/// What the layer's own file says, and how to ask it.
struct Layer {
  const std::string& path;
  const MatrixFile& file;
  const AttentionLayout& layout;
  const std::string& prefix;

  bool has(const char* key) const { return key != nullptr && file.has(prefix + key); }
  std::string shown(const char* key) const { return shown_key(prefix + key); }
};

[[noreturn]] void refuse_missing(const Layer& layer, const char* key) {
  std::vector<std::string> there;
  for (const std::string& other : layer.file.keys()) {
    if (other.starts_with(layer.prefix)) there.push_back(other);
  }
  throw InputError(
      message("{}: the layout is recognised as {}, and '{}' is missing. There are: {}. Save all "
              "tensors of the layer.",
              layer.path, layer.layout.name, layer.shown(key), listed_keys(there)));
}

/// What to do about a tensor that does not fit the others.
std::string advice(const Layer& layer, const Projection& projection, bool fits_transposed) {
  if (!fits_transposed) return message("Save all tensors of one layer of one model.");
  return message("'{}' fits when it is transposed: this layout stores {}. Save its transpose, x.T.",
                 projection.key, layer.layout.out_in ? "(out, in)" : "(in, out)");
}

/// "wq (8 x 4)"
std::string named_shape(const Projection& projection) {
  return projection.key + " (" + projection.stored_shape + ")";
}

void require_bias_fits(const Layer& layer, const Projection& projection) {
  if (projection.b.is_empty() || projection.b.n_elem == projection.W.n_cols) return;
  throw InputError(message("{}: {} has {} numbers, and {} makes {} columns, one number each. {}",
                           layer.path, projection.bias_key, projection.b.n_elem,
                           named_shape(projection), projection.W.n_cols,
                           advice(layer, projection, projection.b.n_elem == projection.W.n_rows)));
}

Projection read_projection(const Layer& layer, const ProjectionKeys& keys) {
  if (!layer.has(keys.weight)) refuse_missing(layer, keys.weight);
  Projection projection;
  projection.key = layer.shown(keys.weight);
  projection.W = layer.file.get_joined(layer.prefix + keys.weight);
  projection.stored_shape = shape_of(projection.W);
  if (layer.layout.out_in) projection.W = projection.W.t();
  if (layer.has(keys.bias)) {
    projection.bias_key = layer.shown(keys.bias);
    projection.b = layer.file.get_row(layer.prefix + keys.bias);
  }
  return projection;
}

// As they are computed with; the first three may come out of one tensor.
struct Projections {
  Projection query, key, value, output;
};

/// The third of a projection that holds query, key and value.
Projection third_of(const Projection& packed, arma::uword index) {
  const arma::uword width = packed.W.n_cols / 3;
  const arma::span columns(index * width, (index + 1) * width - 1);
  Projection third = packed;
  third.W = packed.W(arma::span::all, columns);
  if (!packed.b.is_empty()) third.b = packed.b(columns);
  return third;
}

void read_packed(const Layer& layer, Projections& all) {
  const Projection packed = read_projection(layer, layer.layout.packed);
  if (packed.W.n_cols != 3 * packed.W.n_rows) {
    throw InputError(message(
        "{}: {} holds the weights of query, key and value: its shape must be {}, and it is {}. {}",
        layer.path, packed.key, layer.layout.out_in ? "(3 d, d)" : "(d, 3 d)", packed.stored_shape,
        advice(layer, packed, packed.W.n_rows == 3 * packed.W.n_cols)));
  }
  require_bias_fits(layer, packed);
  all.query = third_of(packed, 0);
  all.key = third_of(packed, 1);
  all.value = third_of(packed, 2);
}

/// nn.MultiheadAttention keeps one bias for all three, even where their weights are apart.
void read_packed_bias(const Layer& layer, Projections& all) {
  if (!layer.has(layer.layout.packed.bias)) return;
  const char* const key = layer.layout.packed.bias;
  const arma::rowvec bias = layer.file.get_row(layer.prefix + key);
  const arma::uword n_columns = all.query.W.n_cols + all.key.W.n_cols + all.value.W.n_cols;
  if (bias.n_elem != n_columns) {
    throw InputError(message(
        "{}: {} has {} numbers, and query, key and value together make {} columns, one "
        "number each. {}",
        layer.path, layer.shown(key), bias.n_elem, n_columns, advice(layer, all.query, false)));
  }
  arma::uword from = 0;
  for (Projection* const projection : {&all.query, &all.key, &all.value}) {
    projection->bias_key = layer.shown(key);
    projection->b = bias.subvec(from, from + projection->W.n_cols - 1);
    from += projection->W.n_cols;
  }
}

void require_same_input(const Layer& layer, const Projections& all) {
  const arma::mat &W_K = all.key.W, &W_V = all.value.W;
  if (W_K.n_rows == W_V.n_rows || layer.layout.own_value_width) return;
  const bool key_is_odd = W_V.n_rows == all.query.W.n_rows;
  const Projection& odd = key_is_odd ? all.key : all.value;
  throw InputError(
      message("{}: {} takes tokens of width {} and {} of width {}, and both are given the same "
              "tokens. {}",
              layer.path, named_shape(all.key), W_K.n_rows, named_shape(all.value), W_V.n_rows,
              advice(layer, odd, odd.W.n_cols == (key_is_odd ? W_V : W_K).n_rows)));
}

void require_heads(const Layer& layer, const Projections& all) {
  const arma::mat &W_Q = all.query.W, &W_K = all.key.W;
  if (W_Q.n_cols % W_K.n_cols == 0) return;
  const bool key_fits = W_Q.n_cols % W_K.n_rows == 0;
  const bool query_fits = W_Q.n_rows % W_K.n_cols == 0;
  throw InputError(
      message("{}: {} makes {} columns of queries and {} {} columns of keys, and as many query "
              "heads must fall to every key head. {}",
              layer.path, named_shape(all.query), W_Q.n_cols, named_shape(all.key), W_K.n_cols,
              advice(layer, query_fits ? all.query : all.key, query_fits || key_fits)));
}

void require_output(const Layer& layer, const Projections& all) {
  const arma::mat &W_Q = all.query.W, &W_V = all.value.W, &W_O = all.output.W;
  if (W_O.is_empty()) return;
  // Every key head serves as many query heads, and each of those has the value head's columns.
  const arma::uword sharing = W_Q.n_cols / all.key.W.n_cols;
  const arma::uword width = W_V.n_cols * sharing;
  if (W_O.n_rows != width) {
    const bool value_fits = layer.layout.own_value_width && W_O.n_rows == W_V.n_rows * sharing;
    throw InputError(message(
        "{}: {} takes {} columns, and the heads of {} together, side by side, have {}. {}",
        layer.path, named_shape(all.output), W_O.n_rows, named_shape(all.value), width,
        advice(layer, value_fits ? all.value : all.output, value_fits || W_O.n_cols == width)));
  }
  if (W_O.n_cols != W_Q.n_rows) {
    throw InputError(
        message("{}: {} gives vectors of width {}, and {} takes tokens of width {}: both must be "
                "d_model. {}",
                layer.path, named_shape(all.output), W_O.n_cols, named_shape(all.query), W_Q.n_rows,
                advice(layer, all.output, false)));
  }
}

void require_nothing_foreign(const Layer& layer) {
  for (const ForeignTensor& foreign : layer.layout.foreign) {
    if (!layer.has(foreign.key)) continue;
    throw InputError(
        message("{}: '{}' changes what this {} layer computes ({}), and that is not computed here. "
                "Give a layer without it.",
                layer.path, layer.shown(foreign.key), layer.layout.name, foreign.setting));
  }
}

/// Where the layout has all biases or none, one of them alone means that others were lost.
void require_all_biases(const Layer& layer) {
  const AttentionLayout& layout = layer.layout;
  if (!layout.biases_together) return;
  std::vector<const char*> keys;
  for (const ProjectionKeys* const projection :
       {&layout.query, &layout.key, &layout.value, &layout.packed, &layout.output}) {
    if (projection->bias != nullptr) keys.push_back(projection->bias);
  }
  const auto is_there = [&](const char* key) { return layer.has(key); };
  if (std::none_of(keys.begin(), keys.end(), is_there)) return;
  const auto missing = std::find_if_not(keys.begin(), keys.end(), is_there);
  if (missing != keys.end()) refuse_missing(layer, *missing);
}

Projections read_projections(const Layer& layer) {
  const AttentionLayout& layout = layer.layout;
  require_nothing_foreign(layer);
  require_all_biases(layer);
  Projections all;
  const bool is_packed = layer.has(layout.packed.weight) || layout.query.weight == nullptr;
  if (is_packed && layer.has(layout.query.weight)) {
    throw InputError(message("{}: '{}' and '{}' both hold the weights of the query. Keep one.",
                             layer.path, layer.shown(layout.packed.weight),
                             layer.shown(layout.query.weight)));
  }
  if (is_packed) {
    read_packed(layer, all);
  } else {
    all.query = read_projection(layer, layout.query);
    all.key = read_projection(layer, layout.key);
    all.value = read_projection(layer, layout.value);
    read_packed_bias(layer, all);
  }
  const bool has_output = layer.has(layout.output.weight) || layer.has(layout.output.bias);
  if (!layout.output_optional || has_output) {
    all.output = read_projection(layer, layout.output);
  }
  return all;
}

}  // namespace

AttentionWeights read_attention_weights(const std::string& path, const std::string& flag,
                                        const std::string& prefix) {
  return with_flag(flag, [&] {
    const MatrixFile file(path);
    const AttentionLayer chosen = chosen_layer(path, file.keys(), prefix);
    const Layer layer{path, file, *chosen.layout, chosen.prefix};
    Projections all = read_projections(layer);
    require_same_input(layer, all);
    require_heads(layer, all);
    require_output(layer, all);
    for (const Projection* const projection : {&all.query, &all.key, &all.value, &all.output}) {
      require_bias_fits(layer, *projection);
    }
    return AttentionWeights{{all.query.W, all.key.W, all.value.W, all.output.W, all.query.b,
                             all.key.b, all.value.b, all.output.b},
                            chosen.layout->name};
  });
}

void require_token_widths(const MultiHeadWeights& weights, const std::string& layout,
                          const std::string& flag, arma::uword d_model, arma::uword d_key,
                          arma::uword d_value) {
  const auto require = [&](const char* name, const arma::mat& W, arma::uword width) {
    if (W.n_rows == width) return;
    throw InputError(
        message("{}: {} ({}, {}) takes tokens of width {}, and the tokens have width {}. {}", flag,
                name, layout, shape_of(W), W.n_rows, width,
                W.n_cols == width
                    ? message("It fits when it is transposed: save x.T of each of the weights.")
                    : message("Give tokens with as many columns as the weights have rows.")));
  };
  require("W_Q", weights.W_Q, d_model);
  require("W_K", weights.W_K, d_key);
  require("W_V", weights.W_V, d_value);
}

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
