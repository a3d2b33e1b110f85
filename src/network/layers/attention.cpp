#include <algorithm>
#include <cmath>
#include <limits>

#include "network/layers/layers.hpp"
#include "network/rows.hpp"
#include "network/workers.hpp"

namespace attn {

namespace {

template <class Real>
constexpr Real kBlocked = -std::numeric_limits<Real>::infinity();

// Rows of scores into shares, of each the first n_keys; what `bias` has is added to row i mod n_q,
// unless it is null. One loop takes the exponentials of all rows, which are short ones.
template <class Real>
void softmax_rows(Rows<Real> Z, std::size_t n_q, std::size_t n_keys, const Real* bias) {
  for (std::size_t i = 0; i < Z.n_rows; ++i) {
    Real* z = Z.row(i);
    const Real* of_row = bias == nullptr ? nullptr : bias + i % n_q * Z.n_cols;
    if (of_row != nullptr)
      for (std::size_t j = 0; j < n_keys; ++j) z[j] += of_row[j];
    std::fill(z + n_keys, z + Z.n_cols, kBlocked<Real>);
    Real most = kBlocked<Real>;
    for (std::size_t j = 0; j < n_keys; ++j) most = z[j] > most ? z[j] : most;
    // Where everything is blocked, −∞ − 0 is −∞ still, and not NaN.
    if (most == kBlocked<Real>) most = 0;
    for (std::size_t j = 0; j < n_keys; ++j) z[j] -= most;
  }
  for (std::size_t k = 0; k < Z.size(); ++k) Z.data[k] = elementary::exp(Z.data[k]);
  for (std::size_t i = 0; i < Z.n_rows; ++i) {
    Real* z = Z.row(i);
    Real sum = 0;
    for (std::size_t j = 0; j < n_keys; ++j) sum += z[j];
    const Real share = sum == 0 ? Real(0) : 1 / sum;  // where one is NaN, that shall be seen
    for (std::size_t j = 0; j < n_keys; ++j) z[j] *= share;
  }
}

// dW into dZ, row by row: W ∘ (dW − rowsum(dW ∘ W)). Where a weight is 0 the gradient is 0, for
// finite dW.
template <class Real>
void softmax_backward(Rows<const Real> W, Rows<Real> dW) {
  for (std::size_t i = 0; i < W.n_rows; ++i) {
    const Real* w = W.row(i);
    Real* d = dW.row(i);
    Real dot = 0;
    for (std::size_t j = 0; j < W.n_cols; ++j) dot += d[j] * w[j];
    for (std::size_t j = 0; j < W.n_cols; ++j) d[j] = w[j] * (d[j] - dot);
  }
}

}  // namespace

template <class Real>
std::vector<Real> AttentionBias<Real>::from(const Mask& mask) {
  std::vector<Real> bias(mask.n_elem);
  for (arma::uword i = 0; i < mask.n_rows; ++i)
    for (arma::uword j = 0; j < mask.n_cols; ++j)
      bias[i * mask.n_cols + j] = mask(i, j) != 0 ? Real(0) : kBlocked<Real>;
  return bias;
}

// Where one head of one sequence lies.
template <class Real>
struct BatchAttention<Real>::OneHead {
  std::size_t first_q, first_k, n_q, n_k, q_column, k_column, v_column, o_column, d_k, d_v, first_w;
  bool leads_group;  // it is the first to write the gradients of its keys and values

  template <class Element>
  Rows<Element> of_q(Rows<Element> X) const {
    return X.rows(first_q, n_q).columns(q_column, d_k);
  }
  template <class Element>
  Rows<Element> of_k(Rows<Element> X) const {
    return X.rows(first_k, n_k).columns(k_column, d_k);
  }
  template <class Element>
  Rows<Element> of_v(Rows<Element> X) const {
    return X.rows(first_k, n_k).columns(v_column, d_v);
  }
  template <class Element>
  Rows<Element> of_o(Rows<Element> X) const {
    return X.rows(first_q, n_q).columns(o_column, d_v);
  }
  template <class Element>
  Rows<Element> of_w(Rows<Element> X) const {
    return X.rows(first_w, n_q);
  }
};

template <class Real>
typename BatchAttention<Real>::OneHead BatchAttention<Real>::head_of(std::size_t sequence,
                                                                     std::size_t head,
                                                                     std::size_t n_q,
                                                                     std::size_t n_k) const {
  const std::size_t in_group = heads_.n_heads / heads_.n_kv_heads;
  const std::size_t group = head / in_group;
  return {.first_q = sequence * n_q,
          .first_k = sequence * n_k,
          .n_q = n_q,
          .n_k = n_k,
          .q_column = head * heads_.d_k,
          .k_column = group * heads_.d_k,
          .v_column = group * heads_.d_v,
          .o_column = head * heads_.d_v,
          .d_k = heads_.d_k,
          .d_v = heads_.d_v,
          .first_w = (sequence * heads_.n_heads + head) * n_q,
          .leads_group = head % in_group == 0};
}

// task(head, scratch) for every head of every sequence, a sequence always by one thread.
template <class Real>
template <class Task>
void BatchAttention<Real>::for_sequences(Workers& workers, std::size_t n_q, std::size_t n_k,
                                         const Task& task) {
  scratch_.resize(workers.n_threads());
  for (Scratch& scratch : scratch_) {
    scratch.dropped.resize(n_q * n_k);
    scratch.d_weights.resize(n_q * n_k);
  }
  const double work = 24.0 * static_cast<double>(n_ * heads_.n_heads * n_q * n_k) *
                      static_cast<double>(heads_.d_k + heads_.d_v);
  const std::size_t pieces = n_pieces(work, n_);
  workers.share(pieces, [&](std::size_t i, unsigned worker) {
    const WorkPiece piece = piece_of(n_, pieces, i);
    for (std::size_t s = piece.first; s < piece.first + piece.count; ++s)
      for (std::size_t h = 0; h < heads_.n_heads; ++h)
        task(s, head_of(s, h, n_q, n_k), scratch_[worker]);
  });
}

template <class Real>
void BatchAttention<Real>::forward(Workers& workers, const QueryKeyValue<const Real>& in,
                                   const AttentionBias<Real>& bias, const Dropout& dropout,
                                   Rows<Real> weights, Rows<Real> O) {
  const std::size_t n_q = in.Q.n_rows / n_, n_k = in.K.n_rows / n_;
  const Real c = 1 / std::sqrt(static_cast<Real>(heads_.d_k));
  const Real* of_mask = bias.of_mask.empty() ? nullptr : bias.of_mask.data();
  for_sequences(workers, n_q, n_k, [&](std::size_t s, const OneHead& head, Scratch& scratch) {
    const Rows<Real> W = head.of_w(weights);
    const std::size_t n_keys =
        bias.lengths.empty() ? n_k : std::min<std::size_t>(n_k, bias.lengths[s]);
    Products<Real>::abt(head.of_q(in.Q), head.of_k(in.K), W, Into::replace, c);
    in_vectors([&] { softmax_rows(W, n_q, n_keys, of_mask); });
    Rows<const Real> mixed = W;
    if (dropout.p > 0) {
      std::copy_n(W.data, W.size(), scratch.dropped.data());
      in_vectors([&] { dropout.apply(scratch.dropped.data(), W.size(), head.first_w * n_k); });
      mixed = {scratch.dropped.data(), n_q, n_k};
    }
    Products<Real>::ab(mixed, head.of_v(in.V), head.of_o(O));
  });
}

template <class Real>
void BatchAttention<Real>::backward(Workers& workers, const QueryKeyValue<const Real>& in,
                                    Rows<const Real> weights, const Dropout& dropout,
                                    Rows<const Real> dO, const QueryKeyValue<Real>& d) {
  const std::size_t n_q = in.Q.n_rows / n_, n_k = in.K.n_rows / n_;
  const Real c = 1 / std::sqrt(static_cast<Real>(heads_.d_k));
  for_sequences(workers, n_q, n_k, [&](std::size_t, const OneHead& head, Scratch& scratch) {
    const Rows<const Real> W = head.of_w(weights);
    const Rows<Real> dW{scratch.d_weights.data(), n_q, n_k};
    const std::size_t place = head.first_w * n_k;
    const Into into = head.leads_group ? Into::replace : Into::add;
    Rows<const Real> mixed = W;
    if (dropout.p > 0) {
      std::copy_n(W.data, W.size(), scratch.dropped.data());
      in_vectors([&] { dropout.apply(scratch.dropped.data(), W.size(), place); });
      mixed = {scratch.dropped.data(), n_q, n_k};
    }
    Products<Real>::atb(mixed, head.of_o(dO), head.of_v(d.V), into);
    Products<Real>::abt(head.of_o(dO), head.of_v(in.V), dW);
    in_vectors([&] {
      dropout.apply(dW.data, dW.size(), place);
      softmax_backward<Real>(W, dW);
    });
    Products<Real>::ab(dW, head.of_k(in.K), head.of_q(d.Q), Into::replace, c);
    Products<Real>::atb(dW, head.of_q(in.Q), head.of_k(d.K), into, c);
  });
}

template struct AttentionBias<float>;
template struct AttentionBias<double>;
template class BatchAttention<float>;
template class BatchAttention<double>;

template <class Real>
void RotaryTurn<Real>::turn(Workers& workers, std::size_t n, Rows<Real> X, Real direction) const {
  const double work = 50.0 * static_cast<double>(X.n_cols);
  for_each_row(workers, X.n_rows, work, [&](std::size_t i) {
    const Real* c = cos_.data() + i % n * n_pairs_;
    const Real* s = sin_.data() + i % n * n_pairs_;
    for (std::size_t head = 0; head < X.n_cols; head += 2 * n_pairs_) {
      Real* u = X.row(i) + head;
      Real* v = u + n_pairs_;
      for (std::size_t k = 0; k < n_pairs_; ++k) {
        const Real before = u[k];
        u[k] = before * c[k] - direction * v[k] * s[k];
        v[k] = direction * before * s[k] + v[k] * c[k];
      }
    }
  });
}

template class RotaryTurn<float>;
template class RotaryTurn<double>;

}  // namespace attn
