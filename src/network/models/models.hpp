// Models made of layers: a transformer, what is left of one without its parts, RNN and LSTM.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/named.hpp"
#include "core/mask.hpp"
#include "network/layers/layers.hpp"
#include "network/rows.hpp"
#include "network/workers.hpp"

namespace attn {

/// How a token knows its place.
enum class PositionKind { none, learned, sinusoidal, rotary };
inline constexpr Named<PositionKind> kPositionKinds[] = {{PositionKind::none, "none"},
                                                         {PositionKind::learned, "learned"},
                                                         {PositionKind::sinusoidal, "sinusoidal"},
                                                         {PositionKind::rotary, "rotary"}};

/// Where LayerNorm stands: before each part, after the residual sum, or nowhere.
enum class NormPlace { none, pre, post };
inline constexpr Named<NormPlace> kNormPlaces[] = {
    {NormPlace::none, "none"}, {NormPlace::pre, "pre"}, {NormPlace::post, "post"}};

/// A transformer of one stack, and what is left of one when parts are left out: attention and a
/// linear map, or attention between an embedding and a mean.
struct TransformerSettings {
  std::size_t vocabulary = 0;  ///< 0: vectors come in, not tokens
  std::size_t n_outputs = 0;   ///< columns of the last linear map; 0: there is none
  std::size_t d_model = 16, n_heads = 1, n_kv_heads = 1;
  std::size_t d_ff = 0;  ///< 0: no feed-forward part
  std::size_t n_layers = 1;
  std::size_t longest = 0;  ///< tokens in a sequence at most
  PositionKind positions = PositionKind::none;
  NormPlace norm = NormPlace::pre;
  ActivationKind activation = ActivationKind::gelu_tanh;
  std::optional<PoolKind> pooling;  ///< one output for a sequence, or one for each token
  bool is_causal = false;
  std::optional<Mask> mask;      ///< (length × length), in place of causal
  bool has_residual = true;      ///< each part is added to what came in
  bool has_input_biases = true;  ///< of queries, keys and values
  bool has_output_bias = true;   ///< of the last linear map
  double dropout = 0.0;
  bool drops_weights_only = false;  ///< dropout on attention weights alone, not after each part
  std::optional<double> start;      ///< all matrices from N(0, start²); else as PyTorch begins
};

/// Sequences that go through a model together, padded to one length.
template <class Real>
struct Batch {
  std::size_t n_sequences = 0, length = 0;
  std::vector<std::uint32_t> tokens;   ///< (n_sequences · length), one sequence after another
  std::vector<std::uint32_t> lengths;  ///< how many tokens of each are real; empty: all
  std::vector<std::int32_t> targets;   ///< one a token, or one a sequence where that is pooled
  std::vector<Real> vectors, wanted;   ///< rows of numbers, in place of tokens and targets
};

/// In which mood a model runs. In training it drops numbers, which ones hangs on seed and step.
struct PassMode {
  bool is_training = false;
  std::uint64_t seed = 0, step = 0;
};

/// A model that learns: forward, what it is worth, and backward.
template <class Real>
class Network {
 public:
  explicit Network(std::uint64_t seed) : parameters(seed) {}
  virtual ~Network() = default;
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  /// The outputs of a batch: logits or vectors, a row for each token or each sequence. They stand
  /// until the next call, and the caller may write over them.
  virtual Rows<Real> forward(Workers& workers, const Batch<Real>& batch, const PassMode& pass) = 0;

  /// Adds the gradients of the loss to those of the parameters, from the gradient of the outputs
  /// of the forward pass before, which is used up.
  virtual void backward(Workers& workers, const Batch<Real>& batch, const PassMode& pass,
                        Rows<Real> d_outputs) = 0;

  /// How many maps of attention a forward pass leaves for each sequence: layers and heads.
  virtual std::size_t n_layers() const = 0;
  virtual std::size_t n_heads() const = 0;

  /// The weights of one head for one sequence of the last batch, (length × length).
  virtual Rows<const Real> weights(std::size_t layer, std::size_t sequence,
                                   std::size_t head) const = 0;

  Parameters<Real> parameters;
};

/// Forward, loss, and all gradients, which replace those before. The loss is that of cross-entropy
/// where the batch has targets, else the mean squared error against the wanted vectors.
template <class Real>
double loss_and_gradients(Network<Real>& model, Workers& workers, const Batch<Real>& batch,
                          const PassMode& pass);

/// The loss alone, in evaluation: nothing is dropped.
template <class Real>
double loss_of(Network<Real>& model, Workers& workers, const Batch<Real>& batch);

extern template double loss_and_gradients(Network<float>&, Workers&, const Batch<float>&,
                                          const PassMode&);
extern template double loss_and_gradients(Network<double>&, Workers&, const Batch<double>&,
                                          const PassMode&);
extern template double loss_of(Network<float>&, Workers&, const Batch<float>&);
extern template double loss_of(Network<double>&, Workers&, const Batch<double>&);

/// What all blocks of a model have in common in one pass.
template <class Real>
struct BlockPass {
  Workers& workers;
  PassMode pass;
  std::size_t n_sequences = 0, length = 0;
  const AttentionBias<Real>& bias;
  const RotaryTurn<Real>* rotary = nullptr;
};

/// One block of a transformer: attention, then a feed-forward part, if there is one.
///
///     pre-norm:   x₁ = x + f(LN(x));   dx = dx₁ + dLN(df(dx₁))
///     post-norm:  x₁ = LN(x + f(x));   s = dLN(dx₁), dx = s + df(s)
///     neither:    x₁ = f(x)            where there is no residual
///
/// Source:  Vaswani et al. 2017, arXiv:1706.03762, §3.1 (post-norm); Xiong et al. 2020,
///          arXiv:2002.04745 (pre-norm).
template <class Real>
class TransformerBlock {
 public:
  TransformerBlock(Parameters<Real>& parameters, const std::string& prefix, std::size_t index,
                   const TransformerSettings& settings);

  /// From x to the result, which stands until the next call.
  Rows<Real> forward(const BlockPass<Real>& run, Rows<const Real> x);

  /// From the gradient of the result, which is used up, to that of x, which takes its place.
  void backward(const BlockPass<Real>& run, Rows<const Real> x, Rows<Real> d);

  Rows<const Real> weights(std::size_t sequence, std::size_t head) const;

  /// What went into the attention of the last forward pass of x: x itself, or its LayerNorm where
  /// that stands before (pre-norm).
  ///
  /// Shapes:  as x
  Rows<const Real> attention_input(Rows<const Real> x) const;

 private:
  // One of the two parts with what surrounds it.
  struct Part {
    LayerNorm<Real> norm;
    std::vector<RowMoments<Real>> moments;
    std::vector<Real> normed;  // what goes into the part (pre), or what is normed (post)
    std::vector<Real> result;
  };

  void size_for(const BlockPass<Real>& run);
  Dropout dropout(const BlockPass<Real>& run, std::size_t place) const;
  template <class Function>
  Rows<Real> forward_part(const BlockPass<Real>& run, Part& part, std::size_t place,
                          Rows<const Real> x, const Function& function);
  template <class Function>
  void backward_part(const BlockPass<Real>& run, Part& part, std::size_t place, Rows<const Real> x,
                     Rows<Real> d, const Function& function);
  void attend(const BlockPass<Real>& run, Rows<const Real> x, Rows<Real> y);
  void attend_backward(const BlockPass<Real>& run, Rows<const Real> x, Rows<const Real> dy,
                       Rows<Real> dx);
  void feed_forward(const BlockPass<Real>& run, Rows<const Real> x, Rows<Real> y);
  void feed_forward_backward(const BlockPass<Real>& run, Rows<const Real> x, Rows<const Real> dy,
                             Rows<Real> dx);
  Rows<Real> queries_and_keys(Rows<Real> qkv) const;
  template <class Element>
  QueryKeyValue<Element> split(Rows<Element> qkv) const;
  Rows<Real> rows_of(std::vector<Real>& numbers, std::size_t n_cols) const {
    return {numbers.data(), n_rows_, n_cols};
  }

  const TransformerSettings settings_;
  std::size_t index_, n_rows_ = 0, n_sequences_ = 0, length_ = 0;
  HeadPlan heads_;
  Linear<Real> in_, out_, up_, down_;
  Part attention_part_, feed_forward_part_;
  std::optional<BatchAttention<Real>> attention_;
  std::vector<Real> qkv_, weights_, mixed_, hidden_, bent_;
  std::vector<Real> d_qkv_, d_mixed_, d_hidden_, d_part_, d_in_;
};

extern template class TransformerBlock<float>;
extern template class TransformerBlock<double>;

/// Embedding and positions, blocks, a last LayerNorm (pre-norm), pooling and a linear map: each of
/// them only where the settings ask for it.
///
/// Parameters are named as GPT-2's are, and lie as there: (in, out), query, key and value side by
/// side.
template <class Real>
class Transformer : public Network<Real> {
 public:
  Transformer(const TransformerSettings& settings, std::uint64_t seed);

  Rows<Real> forward(Workers& workers, const Batch<Real>& batch, const PassMode& pass) override;
  void backward(Workers& workers, const Batch<Real>& batch, const PassMode& pass,
                Rows<Real> d_outputs) override;
  std::size_t n_layers() const override { return blocks_.size(); }
  std::size_t n_heads() const override { return settings_.n_heads; }
  Rows<const Real> weights(std::size_t layer, std::size_t sequence,
                           std::size_t head) const override;

  /// What went into the attention of a layer in the last forward pass.
  ///
  /// Shapes:  (n_sequences·length × d_model)
  Rows<const Real> attention_input(std::size_t layer) const;

  const TransformerSettings& settings() const { return settings_; }

 private:
  BlockPass<Real> pass_of(Workers& workers, const Batch<Real>& batch, const PassMode& pass);
  void embed(Workers& workers, const Batch<Real>& batch, const PassMode& pass, Rows<Real> x);
  void embed_backward(const Batch<Real>& batch, const PassMode& pass, Rows<Real> d);
  Dropout input_dropout(const PassMode& pass) const;
  Rows<Real> read_out(Workers& workers, const Batch<Real>& batch, Rows<Real> x);
  Rows<Real> read_out_backward(Workers& workers, const Batch<Real>& batch, Rows<Real> d_outputs);

  TransformerSettings settings_;
  Embedding<Real> embedding_;
  LearnedPositions<Real> positions_;
  std::vector<Real> sinusoids_;
  std::optional<RotaryTurn<Real>> rotary_;
  std::deque<TransformerBlock<Real>> blocks_;
  LayerNorm<Real> last_norm_;
  Linear<Real> head_;
  AttentionBias<Real> bias_;
  std::size_t bias_length_ = 0;
  std::vector<RowMoments<Real>> moments_;
  std::vector<Real> embedded_, normed_, pooled_, outputs_, d_pooled_, d_rows_;
  std::vector<Rows<Real>> between_;  // what goes into each block, and what comes out of the last
};

extern template class Transformer<float>;
extern template class Transformer<double>;

enum class RecurrentKind { rnn, lstm };

struct RecurrentSettings {
  RecurrentKind kind = RecurrentKind::lstm;
  std::size_t vocabulary = 0, d_model = 0, n_classes = 2;
};

/// A classifier that reads a sequence word by word: an embedding, a recurrent layer, and a linear
/// map of its state after the last word.
template <class Real>
class RecurrentClassifier : public Network<Real> {
 public:
  RecurrentClassifier(const RecurrentSettings& settings, std::uint64_t seed);

  Rows<Real> forward(Workers& workers, const Batch<Real>& batch, const PassMode& pass) override;
  void backward(Workers& workers, const Batch<Real>& batch, const PassMode& pass,
                Rows<Real> d_outputs) override;
  std::size_t n_layers() const override { return 0; }
  std::size_t n_heads() const override { return 0; }
  Rows<const Real> weights(std::size_t, std::size_t, std::size_t) const override { return {}; }

 private:
  template <class Layer>
  struct Reader {
    Layer layer;
    typename Layer::Kept kept;
  };

  RecurrentSettings settings_;
  Embedding<Real> embedding_;
  std::variant<Reader<RnnLayer<Real>>, Reader<LstmLayer<Real>>> reader_;
  Linear<Real> head_;
  std::vector<Real> embedded_, last_, outputs_, d_last_, d_states_, d_embedded_;
};

extern template class RecurrentClassifier<float>;
extern template class RecurrentClassifier<double>;

}  // namespace attn
