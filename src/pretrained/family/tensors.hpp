#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/matrix/arrays.hpp"
#include "pretrained/family/architecture.hpp"

namespace attn {

// What the tensors of a model are called in its files, and what shapes they must have.

/// One tensor by its name, without what may stand before all names of a file ("transformer.").
struct NamedTensor {
  std::string name;
  TensorShape shape;
  bool is_in_head = false;  ///< of the head behind the model; nothing ever stands before its name
};

/// A linear map X W + b, or a norm with its gain and shift. GPT-2 stores W as (in, out), all others
/// as (out, in).
struct NamedPair {
  NamedTensor weight;
  std::optional<NamedTensor> bias{};
};

struct LayerTensors {
  NamedPair attention_norm, mlp_norm;
  std::optional<NamedPair> packed{};  ///< queries, keys and values side by side
  NamedPair query, key, value;        ///< unless they are packed
  std::optional<NamedPair> query_norm{}, key_norm{};
  NamedPair output;
  std::optional<NamedPair> gate{};
  NamedPair up, down;
};

/// What makes logits of the last states.
struct HeadTensors {
  std::optional<NamedPair> dense{}, norm{};  ///< of an encoder
  NamedPair decoder;                         ///< a weight, if not tied, and perhaps a bias
  bool may_be_tied = false;                  ///< the token embedding stands in for the weight
};

struct ModelTensors {
  NamedTensor tokens;
  std::optional<NamedTensor> positions{}, types{};
  std::optional<NamedPair> embedding_norm{}, final_norm{};
  std::vector<LayerTensors> layers;
  HeadTensors head;
  bool is_in_out = false;             ///< linear maps are stored (in, out)
  std::vector<std::string> prefixes;  ///< what may stand before the names
};

/// The tensors of a model of this family.
ModelTensors model_tensors(ModelFamily family, const Model& sizes);

/// Those that make embeddings, one after another, weights before biases.
std::vector<NamedTensor> embedding_tensors(const ModelTensors& tensors);

/// Those of one layer.
std::vector<NamedTensor> layer_tensors(const LayerTensors& layer);

/// Those behind the layers: the last norm, and the head, be it in the files or not.
std::vector<NamedTensor> last_tensors(const ModelTensors& tensors);

/// Whether a file may have it beside the parameters: stored masks, positions and frequencies.
bool is_no_parameter(const std::string& name);

}  // namespace attn
