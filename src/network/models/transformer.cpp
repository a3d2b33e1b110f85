#include "network/models/transformer.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/mask.hpp"
#include "network/purposes.hpp"
#include "network/row_work.hpp"

namespace attn {
namespace {

template <class Real>
std::vector<Real> sinusoids(std::size_t n, std::size_t d) {
  std::vector<Real> encoding(n * d);
  for (std::size_t p = 0; p < n; ++p)
    for (std::size_t j = 0; j < d; ++j) {
      const double exponent = static_cast<double>(j / 2 * 2) / static_cast<double>(d);
      const double angle = static_cast<double>(p) / std::pow(10000.0, exponent);
      encoding[p * d + j] = static_cast<Real>(j % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
  return encoding;
}

}  // namespace

template <class Real>
Transformer<Real>::Transformer(const TransformerSettings& settings, std::uint64_t seed)
    : Network<Real>(seed), settings_(settings) {
  Parameters<Real>& all = this->parameters;
  const std::size_t d = settings.d_model;
  const double deviation = settings.start.value_or(1.0);
  if (settings.vocabulary > 0)
    embedding_.E = all.add("wte.weight", settings.vocabulary, d, Start::normal(deviation));
  if (settings.positions == PositionKind::learned)
    positions_.P = all.add("wpe.weight", settings.longest, d, Start::normal(0.02));
  if (settings.positions == PositionKind::sinusoidal)
    sinusoids_ = sinusoids<Real>(settings.longest, d);
  if (settings.positions == PositionKind::rotary)
    rotary_.emplace(settings.longest, d / settings.n_heads);
  for (std::size_t i = 0; i < settings.n_layers; ++i)
    blocks_.emplace_back(all, "h." + std::to_string(i) + ".", i, settings);
  if (settings.norm == NormPlace::pre)
    last_norm_ = {all.add("ln_f.weight", d, Start::ones()),
                  all.add("ln_f.bias", d, Start::zeros())};
  if (settings.n_outputs == 0) return;
  const double bound = 1.0 / std::sqrt(static_cast<double>(d));
  const bool is_normal = settings.start.has_value();
  head_.W = all.add("lm_head.weight", d, settings.n_outputs,
                    is_normal ? Start::normal(deviation) : Start::uniform(bound));
  if (settings.has_output_bias)
    head_.b = all.add("lm_head.bias", settings.n_outputs,
                      is_normal ? Start::zeros() : Start::uniform(bound));
}

// The mask is made once for a length.
template <class Real>
BlockPass<Real> Transformer<Real>::pass_of(Workers& workers, const Batch<Real>& batch,
                                           const PassMode& pass) {
  if (bias_length_ != batch.length) {
    bias_length_ = batch.length;
    bias_.of_mask.clear();
    if (settings_.mask)
      bias_.of_mask = AttentionBias<Real>::from(*settings_.mask);
    else if (settings_.is_causal)
      bias_.of_mask = AttentionBias<Real>::from(causal_mask(batch.length, batch.length));
  }
  bias_.lengths = batch.lengths;
  return {.workers = workers,
          .pass = pass,
          .n_sequences = batch.n_sequences,
          .length = batch.length,
          .bias = bias_,
          .rotary = rotary_ ? &*rotary_ : nullptr};
}

template <class Real>
Dropout Transformer<Real>::input_dropout(const PassMode& pass) const {
  const bool drops = pass.is_training && !settings_.drops_weights_only &&
                     settings_.positions == PositionKind::sinusoidal;
  if (!drops) return {};
  return {settings_.dropout, Draws(pass.seed, pass.step, kDropout + 4 * settings_.n_layers)};
}

template <class Real>
void Transformer<Real>::embed(Workers& workers, const Batch<Real>& batch, const PassMode& pass,
                              Rows<Real> x) {
  if (settings_.vocabulary > 0)
    embedding_.forward(batch.tokens, x);
  else
    std::copy_n(batch.vectors.data(), x.size(), x.data);
  if (positions_.P.exists()) positions_.forward(batch.length, x);
  if (sinusoids_.empty()) return;
  const Dropout dropout = input_dropout(pass);
  for_each_row(workers, x.n_rows, 20.0 * static_cast<double>(x.n_cols), [&](std::size_t i) {
    const Real* encoding = sinusoids_.data() + i % batch.length * x.n_cols;
    for (std::size_t j = 0; j < x.n_cols; ++j) x(i, j) += encoding[j];
    dropout.apply(x.row(i), x.n_cols, i * x.n_cols);
  });
}

template <class Real>
void Transformer<Real>::embed_backward(const Batch<Real>& batch, const PassMode& pass,
                                       Rows<Real> d) {
  in_vectors([&] { input_dropout(pass).apply(d.data, d.size(), 0); });
  if (positions_.P.exists()) positions_.backward(batch.length, d);
  if (settings_.vocabulary > 0) embedding_.backward(batch.tokens, d);
}

template <class Real>
Rows<Real> Transformer<Real>::read_out(Workers& workers, const Batch<Real>& batch, Rows<Real> x) {
  if (settings_.norm == NormPlace::pre) {
    normed_.resize(x.size());
    moments_.resize(x.n_rows);
    const Rows<Real> normed{normed_.data(), x.n_rows, x.n_cols};
    last_norm_.forward(workers, x, normed, moments_.data());
    x = normed;
  }
  if (settings_.pooling) {
    pooled_.resize(batch.n_sequences * x.n_cols);
    const Rows<Real> pooled{pooled_.data(), batch.n_sequences, x.n_cols};
    Poolings<Real>::forward(*settings_.pooling, x, batch.lengths, pooled);
    x = pooled;
  }
  between_.push_back(x);
  if (settings_.n_outputs == 0) return x;
  outputs_.resize(x.n_rows * settings_.n_outputs);
  const Rows<Real> outputs{outputs_.data(), x.n_rows, settings_.n_outputs};
  head_.forward(workers, x, outputs);
  return outputs;
}

template <class Real>
Rows<Real> Transformer<Real>::forward(Workers& workers, const Batch<Real>& batch,
                                      const PassMode& pass) {
  const BlockPass<Real> run = pass_of(workers, batch, pass);
  const std::size_t n_rows = batch.n_sequences * batch.length, d = settings_.d_model;
  embedded_.resize(n_rows * d);
  Rows<Real> x{embedded_.data(), n_rows, d};
  embed(workers, batch, pass, x);
  between_.clear();
  for (TransformerBlock<Real>& block : blocks_) {
    between_.push_back(x);
    x = block.forward(run, x);
  }
  between_.push_back(x);
  return read_out(workers, batch, x);
}

// From the outputs to what came out of the last block.
template <class Real>
Rows<Real> Transformer<Real>::read_out_backward(Workers& workers, const Batch<Real>& batch,
                                                Rows<Real> d_outputs) {
  const Rows<Real> read = between_.back(), last = between_[blocks_.size()];
  Rows<Real> d = d_outputs;
  if (settings_.n_outputs > 0) {
    d_pooled_.resize(read.size());
    d = {d_pooled_.data(), read.n_rows, read.n_cols};
    head_.backward(workers, read, d_outputs, d);
  }
  if (settings_.pooling) {
    d_rows_.resize(last.size());
    const Rows<Real> d_tokens{d_rows_.data(), last.n_rows, last.n_cols};
    Poolings<Real>::backward(*settings_.pooling, d, batch.lengths, d_tokens);
    d = d_tokens;
  }
  if (settings_.norm == NormPlace::pre) last_norm_.backward(workers, last, moments_.data(), d, d);
  return d;
}

template <class Real>
void Transformer<Real>::backward(Workers& workers, const Batch<Real>& batch, const PassMode& pass,
                                 Rows<Real> d_outputs) {
  const BlockPass<Real> run = pass_of(workers, batch, pass);
  const Rows<Real> d = read_out_backward(workers, batch, d_outputs);
  for (std::size_t i = blocks_.size(); i-- > 0;) blocks_[i].backward(run, between_[i], d);
  embed_backward(batch, pass, d);
}

template <class Real>
Rows<const Real> Transformer<Real>::weights(std::size_t layer, std::size_t sequence,
                                            std::size_t head) const {
  return blocks_[layer].weights(sequence, head);
}

template <class Real>
Rows<const Real> Transformer<Real>::attention_input(std::size_t layer) const {
  return blocks_[layer].attention_input(between_[layer]);
}

template class Transformer<float>;
template class Transformer<double>;

}  // namespace attn
