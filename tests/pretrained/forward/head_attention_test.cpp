#include "pretrained/forward/head_attention.hpp"

#include <cmath>
#include <mutex>

#include "core/attention.hpp"
#include "core/heads.hpp"
#include "network/row_matrix.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

// Heads of random numbers, and what they do: with and without somebody who watches.
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
  arma::mat output(const Sights& sights, unsigned n_threads,
                   const WatchWeights<Real>& watch = {}) const {
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
                       sights, O, watch);
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

std::vector<bool> padding(std::size_t n, std::size_t first, std::size_t count) {
  std::vector<bool> is_padding(n);
  for (std::size_t i = first; i < first + count; ++i) is_padding[i] = true;
  return is_padding;
}

}  // namespace

TEST_CASE("attend_heads: like the functions of core, under every mask") {
  // Fewer tokens than are taken together, as many, and some more than two blocks of them.
  for (const std::size_t n : {1, 11, 128, 259})
    for (const std::size_t n_kv_heads : {4, 2, 1}) {
      CAPTURE(n, n_kv_heads);
      const SampleHeads heads(n, 4, n_kv_heads, 6);
      std::vector<Sights> all{{},
                              {.is_causal = true},
                              {.is_causal = true, .window = 1},
                              {.is_causal = true, .window = 5},
                              {.is_causal = true, .window = 1000}};
      if (n > 5) {
        all.push_back({.is_padding = padding(n, n - 3, 3)});
        all.push_back({.is_causal = true, .is_padding = padding(n, 0, 4)});
        all.push_back({.is_causal = true, .window = 3, .is_padding = padding(n, 2, 4)});
      }
      for (const Sights& sights : all) {
        CAPTURE(sights.is_causal, sights.window.value_or(0), sights.is_padding.empty());
        heads.require_like_core<double>(sights, 1e-12);
        heads.require_like_core<float>(sights, 1e-5);
      }
    }
}

TEST_CASE("attend_heads: a query that sees nothing gets nothing") {
  const SampleHeads heads(5, 2, 2, 4);
  const arma::mat O = heads.output<double>({.is_causal = true, .is_padding = padding(5, 0, 2)}, 1);
  CHECK(arma::accu(arma::abs(O.rows(0, 1))) == 0.0);
  CHECK(arma::all(arma::any(O.rows(2, 4), 1)));
}

TEST_CASE("attend_heads: one score far above the others, and no scale at all") {
  Workers workers(1);
  const RowMatrix<float> Q(2, 1, {1e4F, 0}), K(2, 1, {1e4F, -1e4F}), V(2, 1, {3, 5});
  RowMatrix<float> O(2, 1);
  attend_heads<float>(workers, {.Q = Q, .K = K, .V = V}, {}, O);
  CHECK(O.numbers == std::vector<float>{3, 4});
}

TEST_CASE("turn_heads: pairs half a head apart, by the angle of their row") {
  Workers workers(1);
  // Two heads of width 4; the second row turns its first pairs by a quarter, its others by half.
  RowMatrix<double> X(2, 8, {1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8});
  const RowMatrix<double> cos(2, 2, {1, 1, 0, -1}), sin(2, 2, {0, 0, 1, 0});
  turn_heads<double>(workers, X, cos.rows(), sin.rows());
  CHECK(X.numbers == std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, -3, -2, 1, -4, -7, -6, 5, -8});
}
