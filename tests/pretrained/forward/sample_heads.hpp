#pragma once

#include <cmath>
#include <mutex>

#include "core/attention.hpp"
#include "core/heads.hpp"
#include "network/row_matrix.hpp"
#include "pretrained/forward/forward.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

namespace attn {

/// Heads of random numbers, and what they do: with and without somebody who watches.
struct SampleHeads {
  std::size_t n, n_heads, n_kv_heads, d;
  RowMatrix<double> Q, K, V;

  SampleHeads(std::size_t tokens, std::size_t heads, std::size_t kv_heads, std::size_t width)
      : n(tokens),
        n_heads(heads),
        n_kv_heads(kv_heads),
        d(width),
        Q(random_rows(1, n, n_heads * d)),
        K(random_rows(2, n, n_kv_heads * d)),
        V(random_rows(3, n, n_kv_heads * d)) {
    for (double& q : Q.numbers) q *= 4;
  }

  double scale() const { return 1 / std::sqrt(static_cast<double>(d)); }

  Mask mask_of(const Sights& sights) const {
    Mask mask(n, n, arma::fill::ones);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        if ((sights.is_causal && j > i) || (sights.window && i >= j && i - j >= *sights.window) ||
            (!sights.is_padding.empty() && sights.is_padding[j]))
          mask(i, j) = 0;
    return mask;
  }

  arma::mat weights_by_core(const Sights& sights, std::size_t head) const {
    const arma::mat scores = attention_scores(
        head_columns(matrix_of(Q), n_heads, head),
        head_columns(matrix_of(K), n_kv_heads, kv_head_of(head, {n_heads, n_kv_heads})));
    return softmax_rows(masked_scores(scores * scale(), mask_of(sights)));
  }

  arma::mat output_by_core(const Sights& sights) const {
    std::vector<arma::mat> outputs;
    for (std::size_t head = 0; head < n_heads; ++head)
      outputs.push_back(attention_output(
          weights_by_core(sights, head),
          head_columns(matrix_of(V), n_kv_heads, kv_head_of(head, {n_heads, n_kv_heads}))));
    return concat_heads(outputs);
  }

  template <class Real>
  arma::mat output(const Sights& sights, unsigned n_threads, const WatchWeights<Real>& watch = {},
                   const PlaceWeights<Real>& place = {}) const {
    const auto as_real = [](const RowMatrix<double>& X) {
      return RowMatrix<Real>(X.n_rows, X.n_cols, {X.numbers.begin(), X.numbers.end()});
    };
    const RowMatrix<Real> q = as_real(Q), k = as_real(K), v = as_real(V);
    RowMatrix<Real> O(n, n_heads * d);
    Workers workers(n_threads);
    attend_heads<Real>(workers,
                       {.Q = q,
                        .K = k,
                        .V = v,
                        .n_heads = n_heads,
                        .n_kv_heads = n_kv_heads,
                        .scale = static_cast<Real>(scale())},
                       sights, O, watch, place);
    return matrix_of(O);
  }

  template <class Real>
  void require_like_core(const Sights& sights, double tolerance) const {
    const arma::mat expected = output_by_core(sights);
    CHECK(difference(output<Real>(sights, 1), expected, tolerance) == "");
    CHECK(same(output<Real>(sights, 1), output<Real>(sights, 3)));
    std::mutex lock;
    std::vector<arma::mat> seen(n_heads);
    const arma::mat watched =
        output<Real>(sights, 2, [&](std::size_t head, Rows<const Real> weights) {
          const std::lock_guard held(lock);
          seen[head] = matrix_of(weights);
        });
    CHECK(difference(watched, expected, tolerance) == "");
    const Mask mask = mask_of(sights);
    for (std::size_t head = 0; head < n_heads; ++head) {
      CHECK(difference(seen[head], weights_by_core(sights, head), tolerance) == "");
      // What is not seen is 0, and nothing near it.
      CHECK(arma::accu(arma::abs(seen[head].elem(arma::find(mask == 0)))) == 0.0);
    }
  }
};

/// Padding from a place on.
inline std::vector<bool> padding(std::size_t n, std::size_t first, std::size_t count) {
  std::vector<bool> is_padding(n);
  for (std::size_t i = first; i < first + count; ++i) is_padding[i] = true;
  return is_padding;
}

}  // namespace attn
