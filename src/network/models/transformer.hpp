#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "network/layers/embedding.hpp"
#include "network/models/transformer_block.hpp"

namespace attn {

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

}  // namespace attn
