#include "network/models/transformer_block.hpp"

#include <algorithm>
#include <cmath>

#include "network/purposes.hpp"
#include "network/row_work.hpp"

namespace attn {
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
