#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "core/heads.hpp"
#include "data/model/model_files.hpp"
#include "pretrained/family/architecture.hpp"
#include "pretrained/forward/head_attention.hpp"
#include "pretrained/forward/norm.hpp"
#include "pretrained/forward/stored_linear.hpp"

namespace attn {

/// A sequence as a model reads it.
struct ModelInput {
  std::vector<std::uint32_t> ids;
  std::vector<std::uint32_t> types{};  ///< 1 in a second text; empty: 0 everywhere
  std::vector<bool> is_padding{};      ///< nobody sees those tokens; empty: none
};

/// What happens in one layer besides its numbers.
template <class Real>
struct LayerRun {
  WatchWeights<Real> watch{};
  PlaceWeights<Real> place{};
  std::set<std::size_t> without{};        ///< heads whose output is set to 0
  std::optional<std::size_t> only_row{};  ///< the one token that goes on: others stay unfinished
};

/// A model that others have trained. Its weights stay in their files; what is held is a sequence's
/// states, one layer at a time. Whoever wants more composes it:
///
///     X = embed(input);  for each layer: apply_layer(layer, input, X);  logits(last row of X)
///
/// One object at a time, as Workers.
template <class Real>
class PretrainedModel {
 public:
  /// The files must live longer. 0 threads: as many as usual.
  /// Errors:  InputError if a tensor is missing or has another shape than the architecture says.
  PretrainedModel(Architecture architecture, const WeightFiles& files, unsigned n_threads = 0);

  const Architecture& architecture() const { return architecture_; }
  std::size_t n_layers() const { return layers_.size(); }
  std::size_t n_heads() const { return architecture_.sizes.n_heads; }

  /// Embeddings of the tokens, with their places and types where the family adds those here.
  ///
  /// Shapes:  result (n × d_model)
  /// Errors:  InputError for no token, an id without a row, or more tokens than places; also as
  ///          apply_layer.
  TokenRows<Real> embed(const ModelInput& input);

  /// Puts the states through one layer.
  ///
  /// Shapes:  X (n × d_model)
  /// Errors:  InputError naming a tensor with NaN or infinity in it, or the layer that overflows,
  ///          or a file that was cut off meanwhile.
  void apply_layer(std::size_t layer, const ModelInput& input, TokenRows<Real>& X,
                   const LayerRun<Real>& run = {});

  /// The last states as the framework hands them out: behind the final norm, where there is one.
  TokenRows<Real> last_states(Rows<const Real> X);

  /// Whether the files have what makes logits of states.
  bool has_head() const { return head_.has_value(); }

  /// What the model says at each of these rows, be they of the last layer or of another: its
  /// unnormalized opinion of every token.
  ///
  /// Shapes:  X (n × d_model), result (n × n_vocab)
  /// Errors:  std::logic_error without a head; InputError as apply_layer
  TokenRows<Real> logits(Rows<const Real> X);

  /// Attention of a layer as its stages need it: what goes into its heads, and its weights.
  ///
  /// Shapes:  X (n × d_model) are the states before the layer
  MultiHeadLayer attention_layer(std::size_t layer, Rows<const Real> X);

  /// How attention of that layer is computed over a sequence: mask, window, padding and scale.
  AttentionOptions attention_options(std::size_t layer, const ModelInput& input) const;

 private:
  struct Layer {
    RowNorm<Real> attention_norm, mlp_norm;
    std::optional<RowNorm<Real>> query_norm, key_norm;
    StoredLinear<Real> query, key, value, output;
    std::optional<StoredLinear<Real>> packed,
        gate;  ///< packed: query, key and value in one product
    StoredLinear<Real> up, down;
  };
  struct Head {
    std::optional<StoredLinear<Real>> dense;
    std::optional<RowNorm<Real>> norm;
    StoredLinear<Real> decoder;
  };

  Layer read_layer(const WeightSource& source, const LayerTensors& names) const;
  std::optional<Head> read_head(const WeightSource& source) const;
  void require_types(const ModelInput& input) const;
  void add_places(const ModelInput& input, Rows<Real> X) const;
  void add_attention(std::size_t layer, const ModelInput& input, Rows<const Real> X,
                     const LayerRun<Real>& run, Rows<Real> to);
  void add_mlp(const Layer& layer, Rows<const Real> X, Rows<Real> to);
  void set_angles(std::size_t n_tokens);
  void require_finite(Rows<const Real> X, const std::vector<NamedTensor>& used,
                      const std::string& place) const;
  void multiply(const StoredLinear<Real>& linear, Rows<const Real> X, Rows<Real> Y,
                Into into = Into::replace);

  Architecture architecture_;
  const WeightFiles& files_;
  ModelTensors names_;
  WeightSource source_;
  Workers workers_;
  NumberRoom<Real> scratch_;
  NumberRoom<Real> normed_, inside_, heads_;  ///< within a layer, for the next one again
  std::vector<Layer> layers_;
  std::optional<RowNorm<Real>> embedding_norm_, final_norm_;
  std::optional<Head> head_;
  TokenRows<Real> cos_, sin_;  ///< of rotary positions, for the last length
};

extern template class PretrainedModel<float>;
extern template class PretrainedModel<double>;

}  // namespace attn
