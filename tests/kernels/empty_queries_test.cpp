#include "core/error.hpp"
#include "kernels/visible_keys.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

// The same by looking at every cell.
arma::uvec looked_up(arma::uword n_q, arma::uword n_k, const VisibleKeys& visible) {
  std::vector<arma::uword> empty;
  for (arma::uword i = 0; i < n_q; ++i) {
    const KeyRange keys = keys_of(i, n_q, n_k, visible);
    bool sees_one = false;
    for (arma::uword j = keys.first; j < keys.last; ++j)
      sees_one = sees_one || !visible.mask || (*visible.mask)(i, j);
    if (!sees_one) empty.push_back(i);
  }
  return empty;
}

}  // namespace

TEST_CASE("empty_queries: those before every key, and those that see padding alone",
          "[kernels][visible_keys]") {
  CHECK(empty_queries(4, 4, {}).is_empty());
  const auto same = [](const arma::uvec& given, const arma::uvec& expected) {
    return given.n_elem == expected.n_elem && arma::all(given == expected);
  };
  CHECK(same(empty_queries(4, 2, {.causal = true}), {0, 1}));
  CHECK(same(empty_queries(4, 4, {.window = 2, .n_padded = 2}), {3}));
  CHECK(same(empty_queries(3, 2, {.n_padded = 2}), {0, 1, 2}));
  const Mask mask{{1, 0}, {0, 1}, {0, 0}};
  CHECK(same(empty_queries(3, 2, {.mask = &mask}), {2}));
  CHECK(same(empty_queries(3, 2, {.n_padded = 1, .mask = &mask}), {1, 2}));
}

TEST_CASE("empty_queries: agrees with looking at every cell", "[kernels][visible_keys]") {
  for (const arma::uword n_q : {1, 3, 6})
    for (const arma::uword n_k : {1, 2, 5, 8})
      for (const bool causal : {false, true})
        for (arma::uword n_padded = 0; n_padded <= n_k; ++n_padded)
          for (const arma::uword window : {0, 1, 3}) {
            Mask mask(n_q, n_k);
            for (arma::uword cell = 0; cell < mask.n_elem; ++cell)
              mask[cell] = static_cast<unsigned char>(cell % 3 == 0);
            VisibleKeys visible{.causal = causal, .n_padded = n_padded};
            if (window > 0) visible.window = window;
            CAPTURE(n_q, n_k, causal, n_padded, window);
            for (const Mask* given :
                 {static_cast<const Mask*>(nullptr), static_cast<const Mask*>(&mask)}) {
              visible.mask = given;
              const arma::uvec empty = empty_queries(n_q, n_k, visible);
              const arma::uvec expected = looked_up(n_q, n_k, visible);
              CHECK(empty.n_elem == expected.n_elem);
              CHECK(std::equal(empty.begin(), empty.end(), expected.begin(), expected.end()));
            }
          }
}

TEST_CASE("empty_queries: refuses a mask of another shape", "[kernels][visible_keys][error]") {
  const Mask mask(2, 2, arma::fill::ones);
  CHECK_THROWS_MATCHES(
      empty_queries(3, 2, {.mask = &mask}), InputError,
      Message("the mask (one row per query, one column per key) must be 3 x 2, but it is 2 x 2."));
}
