#include "core/heads.hpp"

#include "core/attention.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

TEST_CASE("uneven_heads_text: shows the width that is not whole") {
  CHECK(uneven_heads_text(10, 4) == "d_model 10 cannot be split into 4 heads: 10 / 4 = 2.5.");
  CHECK(uneven_heads_text(4097, 32) ==
        "d_model 4097 cannot be split into 32 heads: 4097 / 32 = 128.03.");
  CHECK(uneven_heads_text(64, 3) == "d_model 64 cannot be split into 3 heads: 64 / 3 = 21.33.");
}

TEST_CASE("head_columns: neighbouring columns belong to one head") {
  const arma::mat Q{{1, 2, 3, 4, 5, 6}, {-1, -2, -3, -4, -5, -6}};
  CHECK(difference(head_columns(Q, 3, 0), {{1, 2}, {-1, -2}}, 0.0) == "");
  CHECK(difference(head_columns(Q, 3, 2), {{5, 6}, {-5, -6}}, 0.0) == "");
  CHECK(difference(head_columns(Q, 2, 1), {{4, 5, 6}, {-4, -5, -6}}, 0.0) == "");
  CHECK(difference(head_columns(Q, 6, 3), arma::vec{4, -4}, 0.0) == "");
  CHECK(difference(head_columns(Q, 1, 0), Q, 0.0) == "");
}

TEST_CASE("head_columns: side by side again they are the whole") {
  std::mt19937 draws(1);
  const arma::mat Q = random_matrix(draws, 5, 24);
  for (const arma::uword n_heads : {1, 2, 3, 4, 6, 8, 12, 24}) {
    std::vector<arma::mat> heads;
    for (arma::uword h = 0; h < n_heads; ++h) heads.push_back(head_columns(Q, n_heads, h));
    CAPTURE(n_heads);
    CHECK(difference(concat_heads(heads), Q, 0.0) == "");
  }
}

TEST_CASE("head_columns: projecting and splitting is the same as a projection for each head") {
  std::mt19937 draws(2);
  const arma::mat X = random_matrix(draws, 4, 6), W = random_matrix(draws, 6, 9);
  for (arma::uword h = 0; h < 3; ++h)
    CHECK(difference(head_columns(project(X, W), 3, h), project(X, head_columns(W, 3, h))) == "");
}

TEST_CASE("head_columns: refuses heads of unequal width") {
  const arma::mat Q(2, 10, arma::fill::ones);
  CHECK_REFUSED(head_columns(Q, 4, 0), "10 columns cannot be split into 4 heads of equal width.");
  CHECK_REFUSED(head_columns(Q, 0, 0), "10 columns cannot be split into 0 heads of equal width.");
  CHECK_REFUSED(head_columns(Q, 20, 0), "10 columns cannot be split into 20 heads of equal width.");
  CHECK_THROWS_MATCHES(head_columns(Q, 5, 5), std::out_of_range,
                       Message("head_columns: no such head"));
}

TEST_CASE("kv_head_of: neighbouring query heads share a key-value head") {
  const auto shared = [](arma::uword n_heads, arma::uword n_kv_heads) {
    std::vector<arma::uword> kv_heads;
    for (arma::uword h = 0; h < n_heads; ++h)
      kv_heads.push_back(kv_head_of(h, {n_heads, n_kv_heads}));
    return kv_heads;
  };
  using Heads = std::vector<arma::uword>;
  CHECK(shared(8, 2) == Heads{0, 0, 0, 0, 1, 1, 1, 1});
  CHECK(shared(6, 3) == Heads{0, 0, 1, 1, 2, 2});
  CHECK(shared(4, 4) == Heads{0, 1, 2, 3});  // multi-head
  CHECK(shared(4, 1) == Heads{0, 0, 0, 0});  // multi-query
}

TEST_CASE("kv_head_of: every key-value head serves as many query heads") {
  for (arma::uword n_kv_heads = 1; n_kv_heads <= 6; ++n_kv_heads)
    for (arma::uword per_kv_head = 1; per_kv_head <= 5; ++per_kv_head) {
      const HeadCounts counts{n_kv_heads * per_kv_head, n_kv_heads};
      for (arma::uword h = 0; h < counts.n_heads; ++h)
        CHECK(kv_head_of(h, counts) == h * n_kv_heads / counts.n_heads);
    }
}

TEST_CASE("kv_head_of: refuses heads that cannot be shared evenly") {
  const auto text = [](const std::string& n_heads, const std::string& n_kv_heads) {
    return n_heads + " query heads cannot share " + n_kv_heads +
           " key-value heads evenly: the first number must be a multiple of the second.";
  };
  CHECK_REFUSED(kv_head_of(0, {8, 3}), text("8", "3"));
  CHECK_REFUSED(kv_head_of(0, {4, 8}), text("4", "8"));
  CHECK_REFUSED(kv_head_of(0, {8, 0}), text("8", "0"));
  CHECK_REFUSED(kv_head_of(0, {0, 1}), text("0", "1"));
}

TEST_CASE("concat_heads: outputs stand side by side in order") {
  CHECK(difference(concat_heads({{{1, 2}, {3, 4}}, arma::vec{5, 6}, {{7, 8}, {9, 0}}}),
                   {{1, 2, 5, 7, 8}, {3, 4, 6, 9, 0}}, 0.0) == "");
  CHECK(difference(concat_heads({{{1, 2}}}), {{1, 2}}, 0.0) == "");
}

TEST_CASE("concat_heads: refuses none and unlike heights") {
  CHECK_REFUSED(concat_heads({}), "there must be at least one head.");
  CHECK_REFUSED(concat_heads({arma::ones(2, 3), arma::ones(3, 3)}),
                "O_0 and O_h must have the same number of rows: O_0 is 2 x 3, O_h is 3 x 3.");
}

TEST_CASE("concat_sums_of_heads: adds up neighbours, then puts the sums side by side") {
  const std::vector<arma::mat> parts{{{1, 2}}, {{10, 20}}, {{3, 4}}, {{30, 40}}};
  CHECK(difference(concat_sums_of_heads(parts, 1), concat_heads(parts), 0.0) == "");
  CHECK(difference(concat_sums_of_heads(parts, 2), {{11, 22, 33, 44}}, 0.0) == "");
  CHECK(difference(concat_sums_of_heads(parts, 4), {{44, 66}}, 0.0) == "");
}

TEST_CASE("concat_sums_of_heads: refuses none, unlike shapes and heads left over") {
  CHECK_REFUSED(concat_sums_of_heads({}, 1), "there must be at least one head.");
  CHECK_REFUSED(concat_sums_of_heads({arma::ones(2, 3), arma::ones(2, 2)}, 2),
                "D_h must be 2 x 3, but it is 2 x 2.");
  CHECK_THROWS_AS(concat_sums_of_heads({arma::ones(2, 3)}, 2), std::out_of_range);
  CHECK_THROWS_AS(concat_sums_of_heads({arma::ones(2, 3)}, 0), std::out_of_range);
}

TEST_CASE("mean_of_heads: adds the weights and divides by their number") {
  CHECK(difference(mean_of_heads({{{1, 0}, {0.5, 0.5}}, {{0, 1}, {0.25, 0.75}}}),
                   {{0.5, 0.5}, {0.375, 0.625}}, 0.0) == "");
  CHECK(difference(mean_of_heads({{{0.2, 0.8}}}), {{0.2, 0.8}}, 0.0) == "");
}

TEST_CASE("mean_of_heads: rows stay shares of one whole") {
  std::mt19937 draws(3);
  std::vector<arma::mat> weights;
  for (int h = 0; h < 7; ++h) weights.push_back(softmax_rows(4.0 * random_matrix(draws, 5, 6)));
  const arma::mat mean = mean_of_heads(weights);
  CHECK(difference(arma::sum(mean, 1), arma::vec(5, arma::fill::ones)) == "");
  for (arma::uword i = 0; i < 5; ++i)
    for (arma::uword j = 0; j < 6; ++j) {
      long double sum = 0.0L;
      for (const arma::mat& W : weights) sum += W(i, j);
      CHECK(mean(i, j) == Approx(static_cast<double>(sum / 7)).margin(kTolerance));
    }
}

TEST_CASE("mean_of_heads: refuses none and unlike shapes") {
  CHECK_REFUSED(mean_of_heads({}), "there must be at least one head.");
  CHECK_REFUSED(mean_of_heads({arma::ones(2, 3), arma::ones(3, 2)}),
                "the weight matrix of each head must be 2 x 3, but it is 3 x 2.");
}

// What they refuse in other cases is asked of those who use them: mechanisms/attention
// and kernels/fused_multi_head.

TEST_CASE("MultiHeadLayer: keys come from the memory, and values from where keys do") {
  MultiHeadLayer layer;
  CHECK(&layer.keys_from() == &layer.X);
  CHECK(&layer.values_from() == &layer.X);
  layer.memory = arma::mat(2, 2);
  CHECK(&layer.keys_from() == &*layer.memory);
  CHECK(&layer.values_from() == &*layer.memory);
  layer.value_memory = arma::mat(2, 3);
  CHECK(&layer.keys_from() == &*layer.memory);
  CHECK(&layer.values_from() == &*layer.value_memory);
}

TEST_CASE("require_fitting_shapes: a layer with grouped heads and two sequences") {
  MultiHeadLayer layer;
  layer.X = arma::ones(3, 4);
  layer.memory = arma::ones(5, 6);
  layer.weights.W_Q = arma::ones(4, 8);  // 4 heads, d_k 2
  layer.weights.W_K = arma::ones(6, 4);
  layer.weights.W_V = arma::ones(6, 6);  // 2 heads, d_v 3
  layer.weights.W_O = arma::ones(12, 4);
  layer.counts = {4, 2};
  CHECK_NOTHROW(require_fitting_shapes(layer));
  layer.weights.b_O = arma::ones(1, 3);
  CHECK_REFUSED(require_fitting_shapes(layer), "b_O must be 1 x 4, but it is 1 x 3.");
  layer.weights.W_O.reset();  // without it nobody reads its bias
  CHECK_NOTHROW(require_fitting_shapes(layer));
}

TEST_CASE("require_fitting_shapes: one head, from embeddings or as it is") {
  Embedded embedded{.X = arma::ones(3, 4),
                    .memory = {},
                    .W_Q = arma::ones(4, 2),
                    .W_K = arma::ones(4, 2),
                    .W_V = arma::ones(4, 5)};
  CHECK_NOTHROW(require_fitting_shapes(embedded));
  embedded.memory = arma::ones(2, 3);
  CHECK_REFUSED(require_fitting_shapes(embedded),
                "X and M must have the same number of columns: X is 3 x 4, M is 2 x 3.");
  Projected projected{arma::ones(3, 2), arma::ones(5, 2), arma::ones(5, 1)};
  CHECK_NOTHROW(require_fitting_shapes(projected));
  projected.V = arma::ones(4, 1);
  CHECK_REFUSED(require_fitting_shapes(projected),
                "K and V must have the same number of rows: K is 5 x 2, V is 4 x 1.");
}
