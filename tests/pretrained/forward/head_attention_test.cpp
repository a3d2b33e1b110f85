#include "pretrained/forward/head_attention.hpp"

#include <stdexcept>

#include "pretrained/forward/sample_heads.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

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

TEST_CASE("attend_heads: weights come to the place that is given for them") {
  constexpr std::size_t kTokens = 140;
  const SampleHeads heads(kTokens, 2, 2, 4);
  const Sights sights{.is_causal = true};
  RowMatrix<double> all(2 * kTokens, kTokens);
  heads.output<double>(sights, 2, {},
                       [&](std::size_t head) { return all.rows().rows(head * kTokens, kTokens); });
  for (std::size_t head = 0; head < 2; ++head)
    CHECK(difference(matrix_of(all.rows().rows(head * kTokens, kTokens)),
                     heads.weights_by_core(sights, head), 1e-12) == "");
}

TEST_CASE("attend_heads: what a watcher throws comes back, from whichever thread") {
  const SampleHeads heads(259, 4, 4, 6);
  for (const unsigned n_threads : {1U, 3U})
    CHECK_THROWS_WITH(heads.output<float>({}, n_threads,
                                          [](std::size_t head, Rows<const float>) {
                                            if (head == 2) throw std::runtime_error("seen");
                                          }),
                      "seen");
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
