#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "costs/count/recurrent.hpp"
#include "costs/model/model.hpp"
#include "costs/pass.hpp"

namespace attn {

/// The sizes that layers are compared at. What is absent follows from the others.
struct LayerSizes {
  std::uint64_t d_model = 512;
  std::uint64_t n_heads = 8;
  std::optional<std::uint64_t> n_kv_heads;  ///< absent: n_heads
  std::optional<std::uint64_t> d_head;      ///< absent: d_model / n_heads
  std::optional<std::uint64_t> d_ff;        ///< absent: 4 d_model
  std::optional<std::uint64_t> d_hidden;    ///< of a recurrent layer; absent: d_model
  std::uint64_t n_vocab = 10000;
  std::uint64_t n_classes = 2;
  std::optional<bool> bias;  ///< of attention and MLP; absent: as the chapters code each layer
  std::uint64_t n_bias_vectors = 2;          ///< of a recurrent layer
  std::optional<std::uint64_t> n_positions;  ///< rows of a learned table; absent: no table
  std::uint64_t n_tokens = 100;
  std::uint64_t n_batch = 1;
  std::optional<bool> causal;  ///< absent: only where the layer is made so
  Dtype dtype{"fp32", 32};
};

/// A layer that the chapters compare, or a small classifier around one.
struct Layer {
  std::string name;                   ///< "mha"
  std::string label;                  ///< "multi-head attention", translated
  std::string about;                  ///< what it has and lacks, translated
  std::optional<RecurrentCell> cell;  ///< of a recurrent layer
  bool is_classifier = false;
  bool reads_all_at_once = false;                     ///< it does not go from token to token
  Model (*model)(const LayerSizes& sizes) = nullptr;  ///< of any other layer

  bool has_heads() const;        ///< it can have more than one
  bool has_projections() const;  ///< of its own; a recurrent layer has none
  bool has_mlp() const;
};

/// Every layer, in the order in which they are listed, in the language that is spoken now.
std::vector<Layer> all_layers();

/// The sizes at which the chapters look at these layers: d_model 256 for classifiers, else 512.
LayerSizes sizes_in_chapters(const std::vector<Layer>& layers);

}  // namespace attn
