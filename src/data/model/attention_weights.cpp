#include "data/model/attention_weights.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "core/shape.hpp"
#include "data/matrix/array_names.hpp"
#include "data/matrix/read_matrix.hpp"
#include "data/matrix/refuse.hpp"
#include "data/model/attention_layouts.hpp"

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

}  // namespace attn
