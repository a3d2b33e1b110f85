#include "practice/recipe/engine.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/recipe_value.hpp"

using namespace attn;

namespace {

const double kInf = arma::datum::inf;

const Definitions kScores{{"S", arma::mat{{1, 2, 1}, {4, 0, 4}}},
                          {"M", arma::mat{{1, 0, 1}, {0, 0, 0}}},
                          {"Q", arma::mat{{1, 0}, {0, 1}, {1, 1}}}};

std::string wrong_scores(const std::string& recipe, const arma::mat& expected) {
  return difference(value_of(recipe, kScores), expected);
}

}  // namespace

TEST_CASE("attention_functions: the by-hand exercise of the chapter", "[practice][engine]") {
  CHECK(wrong_scores("attention_scores(Q, Q)", {{1, 0, 1}, {0, 1, 1}, {1, 1, 2}}) == "");
  CHECK(
      difference(value_of("softmax_rows(divide(attention_scores(Q, Q), sqrt(width(Q))))", kScores),
                 {{0.4011, 0.1978, 0.4011}, {0.1978, 0.4011, 0.4011}, {0.2483, 0.2483, 0.5035}},
                 5e-5) == "");
}

TEST_CASE("softmax_rows: a row of −∞ has no weights at all", "[practice][engine]") {
  CHECK(wrong_scores("softmax_rows(mask_scores(zeros(2, 3), M))", {{0.5, 0, 0.5}, {0, 0, 0}}) ==
        "");
}

TEST_CASE("attention_functions: softmax turned into its mistakes", "[practice][engine]") {
  const double e = std::exp(1.0);
  CHECK(wrong_scores("softmax_columns(transpose(row_vector(0, 1)))",
                     arma::vec{1 / (1 + e), e / (1 + e)}) == "");
  CHECK(wrong_scores("share_rows(S)", {{0.25, 0.5, 0.25}, {0.5, 0, 0.5}}) == "");
  CHECK(wrong_scores("hard_rows(S)", {{0, 1, 0}, {0.5, 0, 0.5}}) == "");
  CHECK(wrong_scores("hard_rows(mask_scores(S, M))", {{0.5, 0, 0.5}, {0, 0, 0}}) == "");
}

TEST_CASE("attention_functions: what a mask does to scores and weights", "[practice][engine]") {
  CHECK(wrong_scores("mask_scores(S, M)", {{1, -kInf, 1}, {-kInf, -kInf, -kInf}}) == "");
  CHECK(wrong_scores("fill_scores(S, M, -9)", {{1, -9, 1}, {-9, -9, -9}}) == "");
  CHECK(wrong_scores("keep(S, M)", {{1, 0, 1}, {0, 0, 0}}) == "");
  CHECK(wrong_scores("reverse_mask(M)", {{0, 1, 0}, {1, 1, 1}}) == "");
  CHECK(refusal_of("keep(S, S)", kScores) != "accepted");
}

TEST_CASE("attention_functions: masks", "[practice][engine]") {
  CHECK(wrong_scores("causal_mask(2, 2)", {{1, 0}, {1, 1}}) == "");
  CHECK(wrong_scores("causal_mask(1, 3)", {{1, 1, 1}}) == "");
  CHECK(wrong_scores("window_mask(3, 3, 2)", {{1, 1, 0}, {1, 1, 1}, {0, 1, 1}}) == "");
  CHECK(wrong_scores("half_mask(4)", {{1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 0, 0}, {1, 1, 0, 0}}) ==
        "");
  CHECK(wrong_scores("block_mask(2, 2)",
                     {{1, 1, 0, 0}, {1, 1, 0, 0}, {0, 0, 1, 1}, {0, 0, 1, 1}}) == "");
  CHECK(wrong_scores("block_mask(1, 2)", {{1, 1}, {1, 1}}) == "");
  CHECK(wrong_scores("padding_mask(2, 3, 1)", {{1, 1, 0}, {1, 1, 0}}) == "");
  CHECK(wrong_scores("padding_mask(1, 2, 0)", {{1, 1}}) == "");
  CHECK(refusal_of("padding_mask(1, 2, 3)") ==
        "padding_mask(1, 2, 3): argument 3 must be a whole number from 0 to 2, and is 3.");
}

TEST_CASE("softmax_all: all cells together sum to 1", "[practice][engine]") {
  const Definitions given{{"S", arma::mat{{0, std::log(2.0)}, {std::log(3.0), std::log(4.0)}}}};
  CHECK(difference(value_of("softmax_all(S)", given), {{0.1, 0.2}, {0.3, 0.4}}) == "");
}

TEST_CASE("band_mask: so many places before and after its own", "[practice][engine]") {
  CHECK(difference(value_of("band_mask(3, 3, 1, 0)"), {{1, 0, 0}, {1, 1, 0}, {0, 1, 1}}) == "");
  CHECK(difference(value_of("band_mask(3, 3, 0, 1)"), {{1, 1, 0}, {0, 1, 1}, {0, 0, 1}}) == "");
  CHECK(difference(value_of("band_mask(3, 3, 3, 0)"), value_of("causal_mask(3, 3)")) == "");
  CHECK(difference(value_of("band_mask(2, 4, 4, 0)"), value_of("causal_mask(2, 4)")) == "");
}
