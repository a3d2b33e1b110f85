#include "examples/head_model.hpp"

#include "data/random/random.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

std::string shapes_of(const MultiHeadWeights& w) {
  std::string text;
  for (const arma::mat* W : {&w.W_Q, &w.W_K, &w.W_V, &w.W_O})
    text += std::to_string(W->n_rows) + "x" + std::to_string(W->n_cols) + " ";
  for (const arma::rowvec* b : {&w.b_Q, &w.b_K, &w.b_V, &w.b_O})
    text += std::to_string(b->n_elem) + " ";
  return text;
}

constexpr auto kNumpy = WordModel::Kind::numpy;

}  // namespace

TEST_CASE("head_weights: shapes follow from the heads", "[examples][head_model]") {
  for (const auto kind : {WordModel::Kind::whole, kNumpy}) {
    HeadModel model{.kind = kind,
                    .d_model = 6,
                    .d_source = 6,
                    .n_heads = 4,
                    .n_kv_heads = 2,
                    .d_head = 3,
                    .bias = true};
    CHECK(shapes_of(head_weights(model)) == "6x12 6x6 6x6 12x6 12 6 6 6 ");
    model.d_source = 5;
    CHECK(shapes_of(head_weights(model)) == "6x12 5x6 5x6 12x6 12 6 6 6 ");
    model.bias = false;
    CHECK(shapes_of(head_weights(model)) == "6x12 5x6 5x6 12x6 0 0 0 0 ");
  }
}

TEST_CASE("head_weights: whole numbers, one head's being those of plain attention",
          "[examples][head_model]") {
  const MultiHeadWeights one =
      head_weights({.n_heads = 1, .n_kv_heads = 1, .d_head = 4, .bias = true});
  const ExampleWeights plain = by_hand_weights();
  CHECK(same(one.W_Q, plain.W_Q));
  CHECK(same(one.W_K, plain.W_K));
  CHECK(same(one.W_V, plain.W_V));
  for (const arma::mat& matrix : {one.W_O, arma::mat(one.b_Q), arma::mat(one.b_O)}) {
    CHECK(arma::any(arma::vectorise(matrix) != 0.0));
    CHECK(arma::all(arma::vectorise(arma::abs(matrix)) <= 1.0));
    CHECK(same(matrix, arma::round(matrix)));
  }
}

TEST_CASE("head_weights: more heads are the same numbers, split", "[examples][head_model]") {
  const HeadModel two{.seed = 3, .d_model = 8, .d_source = 8, .d_head = 4};
  HeadModel four = two;
  four.n_heads = four.n_kv_heads = 4;
  four.d_head = 2;
  CHECK(same(head_weights(two).W_Q, head_weights(four).W_Q));
  CHECK(same(head_weights(two).W_O, head_weights(four).W_O));
  HeadModel shared = four;
  shared.n_kv_heads = 1;
  CHECK(same(head_weights(shared).W_K, head_weights(four).W_K.head_cols(2)));
  HeadModel other = four;
  other.seed = 4;
  CHECK_FALSE(same(head_weights(other).W_Q, head_weights(four).W_Q));
  CHECK_FALSE(same(head_weights(other).W_O, head_weights(four).W_O));
}

TEST_CASE("head_weights: NumPy's numbers are drawn head by head", "[examples][head_model]") {
  const HeadModel model{.kind = kNumpy,
                        .seed = 5,
                        .init = {.factor = 0.5},
                        .d_model = 3,
                        .d_source = 4,
                        .n_heads = 4,
                        .n_kv_heads = 2,
                        .d_head = 2,
                        .bias = true};
  const MultiHeadWeights weights = head_weights(model);
  Random random(5);
  const auto next = [&random](arma::uword n_rows, arma::uword n_cols) {
    return normal_matrix(random, n_rows, n_cols, 0.5);
  };
  for (arma::uword head = 0; head < 4; ++head)
    CHECK(same(weights.W_Q.cols(2 * head, 2 * head + 1), next(3, 2)));
  for (const arma::mat* W : {&weights.W_K, &weights.W_V})
    for (arma::uword head = 0; head < 2; ++head)
      CHECK(same(W->cols(2 * head, 2 * head + 1), next(4, 2)));
  CHECK(same(weights.W_O, next(8, 3)));
  CHECK(same(weights.b_Q, next(1, 8)));
  CHECK(same(weights.b_K, next(1, 4)));
  CHECK(same(weights.b_V, next(1, 4)));
  CHECK(same(weights.b_O, next(1, 3)));
}
