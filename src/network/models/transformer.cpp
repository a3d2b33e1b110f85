#include <algorithm>
#include <cmath>
#include <string>

#include "core/mask.hpp"
#include "network/draws.hpp"
#include "network/models/models.hpp"
#include "network/workers.hpp"

namespace attn {

namespace {

template <class Real>
std::vector<Real> sinusoids(std::size_t n, std::size_t d) {
  std::vector<Real> encoding(n * d);
  for (std::size_t p = 0; p < n; ++p)
    for (std::size_t j = 0; j < d; ++j) {
      const double exponent = static_cast<double>(j - j % 2) / static_cast<double>(d);
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

namespace {

// PyTorch begins a linear map, its bias too, evenly within ±1/√d_in.
double linear_bound(std::size_t d_in) { return 1.0 / std::sqrt(static_cast<double>(d_in)); }

// And the three projections into attention together by Xavier's rule.
double projection_bound(std::size_t d_model) {
  return std::sqrt(6.0 / (4.0 * static_cast<double>(d_model)));
}

Start matrix_start(const TransformerSettings& settings, double bound) {
  return settings.start ? Start::normal(*settings.start) : Start::uniform(bound);
}

Start bias_start(const TransformerSettings& settings, double bound) {
  return settings.start ? Start::zeros() : Start::uniform(bound);
}

template <class Real>
LayerNorm<Real> norm_at(Parameters<Real>& parameters, const std::string& name, std::size_t d) {
  return {parameters.add(name + ".weight", d, Start::ones()),
          parameters.add(name + ".bias", d, Start::zeros())};
}

// y = dropped(y) + x, where there is an x.
template <class Real>
void drop_and_add(Workers& workers, const Dropout& dropout, const Real* x, Rows<Real> y) {
  if (dropout.p == 0.0 && x == nullptr) return;
  for_each_row(workers, y.n_rows, 20.0 * static_cast<double>(y.n_cols), [&](std::size_t i) {
    const std::size_t first = i * y.n_cols;
    dropout.apply(y.row(i), y.n_cols, first);
    if (x == nullptr) return;
    for (std::size_t j = 0; j < y.n_cols; ++j) y(i, j) += x[first + j];
  });
}

}  // namespace

template <class Real>
TransformerBlock<Real>::TransformerBlock(Parameters<Real>& parameters, const std::string& prefix,
                                         std::size_t index, const TransformerSettings& settings)
    : settings_(settings), index_(index) {
  const std::size_t d = settings.d_model, d_head = d / settings.n_heads;
  heads_ = {settings.n_heads, settings.n_kv_heads, d_head, d_head};
  const std::size_t d_qkv = d + 2 * settings.n_kv_heads * d_head;
  const bool is_normed = settings.norm != NormPlace::none;
  if (is_normed) attention_part_.norm = norm_at(parameters, prefix + "ln_1", d);
  in_.W = parameters.add(prefix + "attn.c_attn.weight", d, d_qkv,
                         matrix_start(settings, projection_bound(d)));
  if (settings.has_input_biases)
    in_.b = parameters.add(prefix + "attn.c_attn.bias", d_qkv, Start::zeros());
  const double bound = linear_bound(d);
  out_.W = parameters.add(prefix + "attn.c_proj.weight", d, d, matrix_start(settings, bound));
  out_.b = parameters.add(prefix + "attn.c_proj.bias", d,
                          is_normed ? Start::zeros() : bias_start(settings, bound));
  if (settings.d_ff == 0) return;
  const std::size_t d_ff = settings.d_ff;
  if (is_normed) feed_forward_part_.norm = norm_at(parameters, prefix + "ln_2", d);
  up_.W = parameters.add(prefix + "mlp.c_fc.weight", d, d_ff, matrix_start(settings, bound));
  up_.b = parameters.add(prefix + "mlp.c_fc.bias", d_ff, bias_start(settings, bound));
  const double down = linear_bound(d_ff);
  down_.W = parameters.add(prefix + "mlp.c_proj.weight", d_ff, d, matrix_start(settings, down));
  down_.b = parameters.add(prefix + "mlp.c_proj.bias", d, bias_start(settings, down));
}

template <class Real>
void TransformerBlock<Real>::size_for(const BlockPass<Real>& run) {
  if (run.n_sequences == n_sequences_ && run.length == length_) return;
  n_sequences_ = run.n_sequences;
  length_ = run.length;
  n_rows_ = n_sequences_ * length_;
  const std::size_t d = settings_.d_model, d_qkv = in_.W.value().n_cols;
  attention_.emplace(heads_, n_sequences_);
  qkv_.resize(n_rows_ * d_qkv);
  weights_.resize(n_rows_ * settings_.n_heads * length_);
  mixed_.resize(n_rows_ * d);
  hidden_.resize(n_rows_ * settings_.d_ff);
  bent_.resize(hidden_.size());
  for (Part* part : {&attention_part_, &feed_forward_part_}) {
    part->moments.resize(n_rows_);
    part->normed.resize(n_rows_ * d);
    part->result.resize(n_rows_ * d);
  }
}

// Each place that drops draws numbers of its own.
template <class Real>
Dropout TransformerBlock<Real>::dropout(const BlockPass<Real>& run, std::size_t place) const {
  if (!run.pass.is_training || settings_.dropout == 0.0) return {};
  if (settings_.drops_weights_only && place != 0) return {};
  return {settings_.dropout, Draws(run.pass.seed, run.pass.step, kDropout + 4 * index_ + place)};
}

template <class Real>
template <class Function>
Rows<Real> TransformerBlock<Real>::forward_part(const BlockPass<Real>& run, Part& part,
                                                std::size_t place, Rows<const Real> x,
                                                const Function& function) {
  const std::size_t d = settings_.d_model;
  const Rows<Real> result = rows_of(part.result, d), normed = rows_of(part.normed, d);
  const bool is_pre = settings_.norm == NormPlace::pre;
  if (is_pre) part.norm.forward(run.workers, x, normed, part.moments.data());
  const Rows<Real> sum = settings_.norm == NormPlace::post ? normed : result;
  function(is_pre ? Rows<const Real>(normed) : x, sum);
  drop_and_add(run.workers, dropout(run, place), settings_.has_residual ? x.data : nullptr, sum);
  if (settings_.norm == NormPlace::post)
    part.norm.forward(run.workers, sum, result, part.moments.data());
  return result;
}

template <class Real>
template <class Function>
void TransformerBlock<Real>::backward_part(const BlockPass<Real>& run, Part& part,
                                           std::size_t place, Rows<const Real> x, Rows<Real> d,
                                           const Function& function) {
  const std::size_t width = settings_.d_model;
  d_in_.resize(d.size());
  const Rows<Real> d_in = rows_of(d_in_, width);
  const Rows<Real> normed = rows_of(part.normed, width);
  const bool is_pre = settings_.norm == NormPlace::pre;
  if (settings_.norm == NormPlace::post)
    part.norm.backward(run.workers, normed, part.moments.data(), d, d);
  const Dropout drop = dropout(run, place);
  Rows<Real> d_part = d;
  if (drop.p > 0) {
    d_part_.assign(d.data, d.data + d.size());
    d_part = rows_of(d_part_, width);
    drop_and_add<Real>(run.workers, drop, nullptr, d_part);
  }
  function(is_pre ? Rows<const Real>(normed) : x, Rows<const Real>(d_part), d_in);
  if (is_pre) part.norm.backward(run.workers, x, part.moments.data(), d_in, d_in);
  if (settings_.has_residual)
    drop_and_add<Real>(run.workers, {}, d_in.data, d);
  else
    std::copy_n(d_in.data, d.size(), d.data);
}

template <class Real>
Rows<Real> TransformerBlock<Real>::forward(const BlockPass<Real>& run, Rows<const Real> x) {
  size_for(run);
  const Rows<Real> attended =
      forward_part(run, attention_part_, 1, x,
                   [&](Rows<const Real> in, Rows<Real> out) { attend(run, in, out); });
  if (settings_.d_ff == 0) return attended;
  return forward_part(run, feed_forward_part_, 3, attended,
                      [&](Rows<const Real> in, Rows<Real> out) { feed_forward(run, in, out); });
}

template <class Real>
void TransformerBlock<Real>::backward(const BlockPass<Real>& run, Rows<const Real> x,
                                      Rows<Real> d) {
  if (settings_.d_ff > 0)
    backward_part(run, feed_forward_part_, 3, rows_of(attention_part_.result, settings_.d_model), d,
                  [&](Rows<const Real> in, Rows<const Real> dy, Rows<Real> dx) {
                    feed_forward_backward(run, in, dy, dx);
                  });
  backward_part(run, attention_part_, 1, x, d,
                [&](Rows<const Real> in, Rows<const Real> dy, Rows<Real> dx) {
                  attend_backward(run, in, dy, dx);
                });
}

template <class Real>
template <class Element>
QueryKeyValue<Element> TransformerBlock<Real>::split(Rows<Element> qkv) const {
  const std::size_t d = settings_.d_model, shared = heads_.n_kv_heads * heads_.d_k;
  return {qkv.columns(0, d), qkv.columns(d, shared), qkv.columns(d + shared, shared)};
}

// They stand beside each other, and are turned alike.
template <class Real>
Rows<Real> TransformerBlock<Real>::queries_and_keys(Rows<Real> qkv) const {
  return qkv.columns(0, settings_.d_model + heads_.n_kv_heads * heads_.d_k);
}

template <class Real>
void TransformerBlock<Real>::attend(const BlockPass<Real>& run, Rows<const Real> x, Rows<Real> y) {
  const Rows<Real> qkv = rows_of(qkv_, in_.W.value().n_cols);
  in_.forward(run.workers, x, qkv);
  if (run.rotary != nullptr) run.rotary->forward(run.workers, length_, queries_and_keys(qkv));
  const Rows<Real> mixed = rows_of(mixed_, settings_.d_model);
  const Rows<Real> weights{weights_.data(), n_rows_ * settings_.n_heads, length_};
  attention_->forward(run.workers, split(Rows<const Real>(qkv)), run.bias, dropout(run, 0), weights,
                      mixed);
  out_.forward(run.workers, mixed, y);
}

template <class Real>
void TransformerBlock<Real>::attend_backward(const BlockPass<Real>& run, Rows<const Real> x,
                                             Rows<const Real> dy, Rows<Real> dx) {
  d_mixed_.resize(mixed_.size());
  d_qkv_.resize(qkv_.size());
  const Rows<Real> mixed = rows_of(mixed_, settings_.d_model),
                   d_mixed = rows_of(d_mixed_, settings_.d_model),
                   qkv = rows_of(qkv_, in_.W.value().n_cols),
                   d_qkv = rows_of(d_qkv_, in_.W.value().n_cols);
  out_.backward(run.workers, mixed, dy, d_mixed);
  const Rows<const Real> weights{weights_.data(), n_rows_ * settings_.n_heads, length_};
  attention_->backward(run.workers, split(Rows<const Real>(qkv)), weights, dropout(run, 0), d_mixed,
                       split(d_qkv));
  if (run.rotary != nullptr) run.rotary->backward(run.workers, length_, queries_and_keys(d_qkv));
  in_.backward(run.workers, x, d_qkv, dx);
}

template <class Real>
void TransformerBlock<Real>::feed_forward(const BlockPass<Real>& run, Rows<const Real> x,
                                          Rows<Real> y) {
  const Rows<Real> hidden = rows_of(hidden_, settings_.d_ff), bent = rows_of(bent_, settings_.d_ff);
  up_.forward(run.workers, x, hidden);
  Activations<Real>::forward(run.workers, settings_.activation, dropout(run, 2), hidden, bent);
  down_.forward(run.workers, bent, y);
}

template <class Real>
void TransformerBlock<Real>::feed_forward_backward(const BlockPass<Real>& run, Rows<const Real> x,
                                                   Rows<const Real> dy, Rows<Real> dx) {
  d_hidden_.resize(hidden_.size());
  const Rows<Real> hidden = rows_of(hidden_, settings_.d_ff), bent = rows_of(bent_, settings_.d_ff),
                   d_hidden = rows_of(d_hidden_, settings_.d_ff);
  down_.backward(run.workers, bent, dy, d_hidden);
  Activations<Real>::backward(run.workers, dropout(run, 2), hidden, d_hidden, d_hidden);
  up_.backward(run.workers, x, d_hidden, dx);
}

template <class Real>
Rows<const Real> TransformerBlock<Real>::weights(std::size_t sequence, std::size_t head) const {
  const std::size_t first = (sequence * settings_.n_heads + head) * length_;
  return {weights_.data() + first * length_, length_, length_};
}

template <class Real>
Rows<const Real> TransformerBlock<Real>::attention_input(Rows<const Real> x) const {
  if (settings_.norm != NormPlace::pre) return x;
  return {attention_part_.normed.data(), n_rows_, settings_.d_model};
}

template class TransformerBlock<float>;
template class TransformerBlock<double>;

}  // namespace attn
