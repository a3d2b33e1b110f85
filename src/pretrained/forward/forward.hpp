// Tokens through all layers, with every head's weights for whoever watches.
#pragma once

#include <algorithm>
#include <armadillo>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/heads.hpp"
#include "data/model/model_files.hpp"
#include "network/layers/layers.hpp"
#include "network/rows.hpp"
#include "network/workers.hpp"
#include "pretrained/family/family.hpp"

namespace attn {

/// A matrix of its own, a token a row, whose numbers are not set at the beginning.
template <class Real>
class TokenRows {
 public:
  TokenRows() = default;
  // libc++ 14 has no std::make_unique_for_overwrite.
  TokenRows(std::size_t n_rows, std::size_t n_cols)
      : numbers_(new Real[n_rows * n_cols]), n_rows_(n_rows), n_cols_(n_cols) {}

  std::size_t n_rows() const { return n_rows_; }
  std::size_t n_cols() const { return n_cols_; }
  Rows<Real> rows() { return {numbers_.get(), n_rows_, n_cols_}; }
  Rows<const Real> rows() const { return {numbers_.get(), n_rows_, n_cols_}; }

  TokenRows copy() const {
    TokenRows other(n_rows_, n_cols_);
    std::copy_n(numbers_.get(), n_rows_ * n_cols_, other.numbers_.get());
    return other;
  }

 private:
  std::unique_ptr<Real[]> numbers_;
  std::size_t n_rows_ = 0, n_cols_ = 0;
};

/// The tensors of a model, found in its files: whatever stands before their names there
/// ("_orig_mod.model."), the names of wrappers inside of them, and whether an older program called
/// them gamma and beta.
class WeightSource {
 public:
  WeightSource(const WeightFiles& files, const ModelTensors& tensors);

  /// Errors:  InputError naming tensor and file if it is missing, has another shape or no ordinary
  ///          numbers.
  const StoredTensor& tensor(const NamedTensor& wanted) const;

  /// Null where the files have none of that name.
  const StoredTensor* tensor_if_there(const NamedTensor& wanted) const;

  /// The name in the files; nothing where they have none.
  std::optional<std::string> name_in_files(const NamedTensor& wanted) const;

  /// The name that a missing tensor would have there.
  std::string expected_name(const NamedTensor& wanted) const {
    return (wanted.is_in_head ? head_prefix_ : prefix_) + wanted.name;
  }

  /// A name in the files as the family writes it, be it of its tensors or not.
  std::string plain_name(const std::string& in_files) const;

  /// What stands before the plain names of the model, and not before those of its head: "" or
  /// "model.".
  std::string model_prefix() const { return prefix_.substr(head_prefix_.size()); }

  /// A sentence where names are read that are not those of the family.
  std::vector<std::string> notes() const;

 private:
  const WeightFiles& files_;
  std::map<std::string, std::string> names_;  ///< without wrappers, and as they are in the files
  std::string prefix_, head_prefix_;          ///< before the names of the model, and of its head
};

/// Room for numbers that are copied out of a file, used again and again.
template <class Real>
class NumberRoom {
 public:
  Real* room_for(std::size_t n) {
    if (numbers_.n_cols() < n) numbers_ = TokenRows<Real>(1, n);
    return numbers_.rows().data;
  }
  Rows<Real> room_for(std::size_t n_rows, std::size_t n_cols) {
    return {room_for(n_rows * n_cols), n_rows, n_cols};
  }

 private:
  TokenRows<Real> numbers_;
};

/// A linear map whose matrix stays in its file. Where the file has numbers of another type, or
/// begins at an odd address, some rows at a time are copied to where they can be used.
///
///     Y = X W + b
///
/// Shapes:  X (n × in), W (in × out), b out, Y (n × out)
template <class Real>
class StoredLinear {
 public:
  StoredLinear() = default;

  /// `is_in_out`: the file holds W, else Wᵀ.
  /// Errors:  as WeightSource::tensor
  StoredLinear(const WeightSource& source, const NamedPair& names, bool is_in_out);

  /// The same without its matrix, which another tensor (out × in) stands in for.
  StoredLinear(const StoredTensor& weight, std::vector<Real> bias);

  /// Those outputs alone; what is packed side by side comes apart like that.
  StoredLinear part(std::size_t first, std::size_t count) const;

  std::size_t n_in() const { return n_in_; }
  std::size_t n_out() const { return n_out_; }

  /// With Into::add, X W + b is added to Y.
  void apply(Workers& workers, NumberRoom<Real>& scratch, Rows<const Real> X, Rows<Real> Y,
             Into into = Into::replace) const;

  /// W and b themselves.
  arma::mat weight() const;
  arma::rowvec bias() const;

 private:
  Rows<const Real> outputs(Workers& workers, NumberRoom<Real>& scratch, std::size_t first,
                           std::size_t count) const;
  void copy_piece(std::size_t first, std::size_t count, const WorkPiece& piece, Real* to) const;

  const StoredTensor* stored_ = nullptr;
  bool is_in_out_ = false;
  std::size_t n_in_ = 0, n_out_ = 0;
  std::size_t first_out_ = 0, n_stored_out_ = 0;
  std::vector<Real> bias_;
};

extern template class StoredLinear<float>;
extern template class StoredLinear<double>;

/// Which keys the queries of a sequence see.
struct Sights {
  bool is_causal = false;
  std::optional<std::uint64_t> window{};  ///< of a causal model: only keys fewer places back
  std::vector<bool> is_padding{};         ///< keys that nobody sees; empty: none
};

/// All heads of one layer, side by side.
template <class Real>
struct HeadsInput {
  Rows<const Real> Q, K, V;  ///< (n × n_heads·d_head), (n × n_kv_heads·d_head) twice
  std::size_t n_heads = 1, n_kv_heads = 1;
  Real scale = 1;
};

/// Called with the weights of a head as soon as they are there. Heads come in no order, and several
/// at once from several threads. What it throws is thrown again when all heads are done.
///
/// Shapes:  weights (n × n); 0 where a query does not see a key
template <class Real>
using WatchWeights = std::function<void(std::size_t head, Rows<const Real> weights)>;

/// Called for the place where the weights of a head are to stay: (n × n). Otherwise a room of the
/// thread's is used again and again. As WatchWeights besides.
template <class Real>
using PlaceWeights = std::function<Rows<Real>(std::size_t head)>;

/// Attention of all heads, some queries at a time, so that no more than a piece of the scores is
/// held; where somebody wants the weights, those of one head for each thread. A query that sees no
/// key gets 0.
///
///     O_h = softmax(scale · Q_h K_gᵀ + mask) V_g,   g = ⌊h · n_kv_heads / n_heads⌋
///
/// Shapes:  O (n × n_heads·d_head)
template <class Real>
void attend_heads(Workers& workers, const HeadsInput<Real>& input, const Sights& sights,
                  Rows<Real> O, const WatchWeights<Real>& watch = {},
                  const PlaceWeights<Real>& place = {});

extern template void attend_heads(Workers&, const HeadsInput<float>&, const Sights&, Rows<float>,
                                  const WatchWeights<float>&, const PlaceWeights<float>&);
extern template void attend_heads(Workers&, const HeadsInput<double>&, const Sights&, Rows<double>,
                                  const WatchWeights<double>&, const PlaceWeights<double>&);

/// norm_row of each row, with or without a place as the family has it.
///
/// Shapes:  X and Y (n × width), which may be the same
template <class Real>
class RowNorm {
 public:
  RowNorm() = default;

  /// Errors:  as WeightSource::tensor
  RowNorm(const WeightSource& source, const NamedPair& names, double epsilon);

  void apply(Workers& workers, Rows<const Real> X, Rows<Real> Y) const;

  /// One row of its own, inside a loop over rows.
  void apply_to_row(const Real* x, Real* y) const;

  std::size_t width() const { return gain_.size(); }
  const std::vector<Real>& gain() const { return gain_; }

 private:
  std::vector<Real> gain_, shift_;
  Real epsilon_ = 0;
};

extern template class RowNorm<float>;
extern template class RowNorm<double>;

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
  std::optional<RotaryTurn<Real>> turn_;  ///< of rotary positions, for the last length
};

extern template class PretrainedModel<float>;
extern template class PretrainedModel<double>;

}  // namespace attn
