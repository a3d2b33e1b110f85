#include "base/message.hpp"
#include "core/attention.hpp"
#include "kernels/fused_attention.hpp"
#include "support/attention_heads.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

namespace {

// Who may attend, by the masks of core.
Mask mask_of(const VisibleKeys& visible, arma::uword n_q, arma::uword n_k) {
  Mask mask(n_q, n_k, arma::fill::ones);
  if (visible.causal) mask %= causal_mask(n_q, n_k);
  if (visible.window) mask %= window_mask(n_q, n_k, *visible.window);
  return mask % padding_mask(n_q, n_k, last_keys(visible.n_padded, n_k));
}

// Every combination of restrictions for small numbers of queries and keys.
template <class Check>
void for_each_case(const Check& check) {
  for (arma::uword n_q = 1; n_q <= 6; ++n_q)
    for (arma::uword n_k = 1; n_k <= 6; ++n_k)
      for (const bool causal : {false, true})
        for (arma::uword window = 0; window <= 7; ++window)
          for (arma::uword n_padded = 0; n_padded <= n_k; ++n_padded) {
            VisibleKeys visible{.causal = causal, .window = {}, .n_padded = n_padded};
            if (window > 0) visible.window = window;
            CAPTURE(n_q, n_k, causal, window, n_padded);
            check(visible, n_q, n_k, mask_of(visible, n_q, n_k));
          }
}

bool same(const arma::uvec& given, const arma::uvec& expected) {
  return given.n_elem == expected.n_elem && arma::all(given == expected);
}

arma::uvec empty_rows(const Mask& mask) { return arma::find(arma::sum(mask, 1) == 0); }

TEST_CASE("keys_of: the open cells of a row of the mask") {
  for_each_case([](const VisibleKeys& visible, arma::uword n_q, arma::uword n_k, const Mask& mask) {
    Mask found(n_q, n_k, arma::fill::zeros);
    for (arma::uword i = 0; i < n_q; ++i) {
      const KeyRange keys = keys_of(i, n_q, n_k, visible);
      for (arma::uword j = keys.first; j < keys.last; ++j) found(i, j) = 1;
    }
    CHECK(arma::all(arma::vectorise(found == mask)));
  });
}

TEST_CASE("queries_of: the open cells of a column of the mask") {
  for_each_case([](const VisibleKeys& visible, arma::uword n_q, arma::uword n_k, const Mask& mask) {
    Mask found(n_q, n_k, arma::fill::zeros);
    for (arma::uword j = 0; j < n_k; ++j) {
      const QueryRange queries = queries_of(j, n_q, n_k, visible);
      for (arma::uword i = queries.first; i < queries.last; ++i) found(i, j) = 1;
    }
    CHECK(arma::all(arma::vectorise(found == mask)));
  });
  const QueryRange beyond = queries_of(9, 4, 4, {});
  CHECK(beyond.first == beyond.last);
}

TEST_CASE("keys_of_any, keys_of_all: no open key is outside, no blocked one inside") {
  for_each_case([](const VisibleKeys& visible, arma::uword n_q, arma::uword n_k, const Mask& mask) {
    for (arma::uword first = 0; first < n_q; ++first)
      for (arma::uword last = first + 1; last <= n_q; ++last) {
        const KeyRange any = keys_of_any(first, last, n_q, n_k, visible);
        const KeyRange all = keys_of_all(first, last, n_q, n_k, visible);
        REQUIRE(any.first <= any.last);
        REQUIRE(all.first <= all.last);
        for (arma::uword j = 0; j < n_k; ++j) {
          const auto rows = mask.submat(first, j, last - 1, j);
          const bool in_any = j >= any.first && j < any.last;
          const bool in_all = j >= all.first && j < all.last;
          if (!in_any) CHECK(arma::accu(rows) == 0);
          CHECK(in_all == (arma::accu(rows != 0) == last - first));
        }
      }
  });
}

TEST_CASE("empty_queries: the rows of the mask without an open cell") {
  for_each_case([](const VisibleKeys& visible, arma::uword n_q, arma::uword n_k, const Mask& mask) {
    CHECK(same(empty_queries(n_q, n_k, visible), empty_rows(mask)));
    Mask every_third(n_q, n_k);
    for (arma::uword cell = 0; cell < mask.n_elem; ++cell)
      every_third[cell] = static_cast<unsigned char>(cell % 3 == 0);
    VisibleKeys with_mask = visible;
    with_mask.mask = &every_third;
    CHECK(same(empty_queries(n_q, n_k, with_mask), empty_rows(mask % every_third)));
  });
}

TEST_CASE("empty_queries: those before every key, and those that see padding alone") {
  CHECK(empty_queries(4, 4, {}).is_empty());
  CHECK(same(empty_queries(4, 2, {.causal = true}), {0, 1}));
  CHECK(same(empty_queries(4, 4, {.window = 2, .n_padded = 2}), {3}));
  CHECK(same(empty_queries(3, 2, {.n_padded = 2}), {0, 1, 2}));
  const Mask mask{{1, 0}, {0, 1}, {0, 0}};
  CHECK(same(empty_queries(3, 2, {.mask = &mask}), {2}));
  CHECK(same(empty_queries(3, 2, {.n_padded = 1, .mask = &mask}), {1, 2}));
}

TEST_CASE("require_fitting: refuses what does not fit the scores") {
  const Mask mask(3, 4, arma::fill::ones);
  VisibleKeys visible{.mask = &mask};
  CHECK_NOTHROW(require_fitting(visible, 3, 4));
  CHECK_REFUSED(require_fitting(visible, 4, 3),
                "the mask (one row per query, one column per key) must be 4 x 3, but it is 3 x 4.");
  CHECK_THROWS_AS(empty_queries(4, 3, visible), InputError);
  CHECK_THROWS_AS(require_fitting({.window = 0}, 3, 4), InputError);
  CHECK_THROWS_AS(require_fitting({.n_padded = 5}, 3, 4), InputError);
}

HeadShapes shapes_of(arma::SizeMat Q, arma::SizeMat K, arma::SizeMat V, HeadCounts heads) {
  FusedOptions options;
  options.heads = heads;
  return head_shapes(Q, K, V, options);
}

TEST_CASE("head_shapes: the widths of one head") {
  const HeadShapes shapes =
      shapes_of(arma::SizeMat(5, 24), arma::SizeMat(7, 12), arma::SizeMat(7, 10), {4, 2});
  CHECK(shapes.n_q == 5);
  CHECK(shapes.n_k == 7);
  CHECK(shapes.d_k == 6);
  CHECK(shapes.d_v == 5);
}

TEST_CASE("head_shapes: refuses matrices that do not fit each other") {
  const arma::SizeMat Q(5, 8), K(7, 8), V(7, 8);
  CHECK_REFUSED(shapes_of(arma::SizeMat(0, 8), K, V, {2, 2}),
                "Q is 0 x 8: it needs at least one row and one column.");
  CHECK_REFUSED(shapes_of(Q, K, V, {3, 3}),
                "8 columns cannot be split into 3 heads of equal width.");
  CHECK_REFUSED(shapes_of(Q, arma::SizeMat(7, 6), V, {2, 2}), "K must be 7 x 8, but it is 7 x 6.");
  CHECK_REFUSED(shapes_of(Q, K, arma::SizeMat(6, 8), {2, 2}), "V must be 7 x 8, but it is 6 x 8.");
  CHECK_THROWS_AS(shapes_of(Q, K, V, {4, 3}), InputError);
}

TEST_CASE("reference_attention: two keys by hand") {
  // Scores 0 and ln 3 give weights 1/4 and 3/4, and their sum 1 + 3.
  const arma::mat Q = arma::vec{1}, K = arma::vec{0, std::log(3.0)}, V{{4, 0}, {8, 1}};
  FusedOptions options;
  arma::mat sums;
  CHECK(difference(reference_attention(Q, K, V, options, &sums), arma::mat{{7, 0.75}}) == "");
  CHECK(sums(0, 0) == Approx(std::log(4.0)));
}

TEST_CASE("reference_attention: each head is what the stages of core give") {
  const HeadsCase sizes{.n_q = 6, .n_k = 9, .heads = {4, 2}, .d_k = 3, .d_v = 5};
  const HeadsInput<double> input(sizes);
  for (const bool causal : {false, true}) {
    const FusedOptions options = usual_options(sizes, {.causal = causal});
    const arma::mat O = reference_attention(input.Q, input.K, input.V, options);
    for (arma::uword head = 0; head < 4; ++head) {
      const arma::uword kv_head = kv_head_of(head, sizes.heads);
      arma::mat scores = scaled_scores(
          attention_scores(head_columns(input.Q, 4, head), head_columns(input.K, 2, kv_head)),
          sizes.d_k);
      if (causal) scores = masked_scores(scores, causal_mask(sizes.n_q, sizes.n_k));
      const arma::mat expected =
          attention_output(softmax_rows(scores), head_columns(input.V, 2, kv_head));
      CHECK(difference(head_columns(O, 4, head), expected) == "");
    }
  }
}

TEST_CASE("reference_attention: a query without keys gets 0, and −∞ for the sum") {
  const HeadsCase sizes{.n_q = 3, .n_k = 2, .heads = {1, 1}, .d_k = 2, .d_v = 2};
  const HeadsInput<double> input(sizes);
  arma::mat sums;
  const arma::mat O =
      reference_attention(input.Q, input.K, input.V, usual_options(sizes, {.causal = true}), &sums);
  CHECK(difference(O.row(0), arma::rowvec{0, 0}) == "");
  CHECK(sums(0, 0) == -arma::datum::inf);
  CHECK(difference(O.row(1), input.V.row(0)) == "");
}

}  // namespace
