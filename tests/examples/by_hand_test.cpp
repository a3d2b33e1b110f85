#include "examples/by_hand.hpp"

#include "base/message.hpp"
#include "core/attention.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

const std::vector<std::string> kSentence{"The", "cat", "sat", "down"};

}  // namespace

TEST_CASE("by_hand_weights: give the published queries and keys and values",
          "[examples][by_hand]") {
  const arma::mat X = whole_number_embeddings(kSentence, 4, std::nullopt);
  const ExampleWeights weights = by_hand_weights();
  const arma::mat Q = X * weights.W_Q;
  const arma::mat K = X * weights.W_K;

  CHECK(same(X, {{1, 0, 1, 0}, {0, 2, 0, 1}, {1, 1, 0, 2}, {0, 1, 2, 0}}));
  CHECK(same(Q, {{1, 1, -1, 0}, {-1, 0, 1, -2}, {-2, 1, 1, -1}, {2, 0, 0, -1}}));
  CHECK(same(K, {{1, 1, 1, 1}, {-1, -2, 1, 0}, {1, 0, 2, 0}, {1, -1, 2, 2}}));
  CHECK(same(X * weights.W_V, {{-1, 1, -1, -1}, {-1, 2, -1, 0}, {-3, 1, 1, -1}, {0, 3, -3, 0}}));
  CHECK(same(Q * K.t(), {{1, -4, -1, -2}, {-2, 2, 1, -3}, {-1, 1, 0, -3}, {1, -2, 2, 0}}));
}

TEST_CASE("by_hand_embedding: knows four words and counts capitals", "[examples][by_hand]") {
  REQUIRE(by_hand_embedding("sat"));
  CHECK(same(*by_hand_embedding("sat"), arma::rowvec{1, 1, 0, 2}));
  CHECK_FALSE(by_hand_embedding("the"));
  CHECK_FALSE(by_hand_embedding(""));
}

TEST_CASE("whole_number_embeddings: the demonstration sentence keeps its rows",
          "[examples][by_hand]") {
  // Lessons and golden files print these rows; a change here changes all of them.
  CHECK(same(
      whole_number_embeddings({"The", "cat", "sat", "on", "the", "mat"}, 4, std::nullopt),
      {{1, 0, 1, 0}, {0, 2, 0, 1}, {1, 1, 0, 2}, {1, -1, -2, 0}, {0, -2, 0, 1}, {-1, 2, 1, -1}}));
}

TEST_CASE("whole_number_embeddings: a word has one row wherever it stands",
          "[examples][by_hand][property]") {
  for (const auto seed : {std::optional<std::uint32_t>{}, std::optional<std::uint32_t>{5}}) {
    for (const arma::uword d_model : {4, 6}) {
      const arma::mat X = whole_number_embeddings({"mat", "cat", "猫", "mat"}, d_model, seed);
      const arma::mat turned = whole_number_embeddings({"猫", "mat", "cat"}, d_model, seed);
      CHECK(same(X.row(0), X.row(3)));
      CHECK(same(X.row(0), turned.row(1)));
      CHECK(same(X.row(1), turned.row(2)));
      CHECK(same(X.row(2), turned.row(0)));
    }
  }
}

TEST_CASE("whole_number_embeddings: a seed replaces the stored rows", "[examples][by_hand]") {
  const arma::mat stored = whole_number_embeddings(kSentence, 4, std::nullopt);
  const arma::mat zero = whole_number_embeddings(kSentence, 4, 0);
  CHECK_FALSE(same(zero, stored));
  CHECK_FALSE(same(zero, whole_number_embeddings(kSentence, 4, 1)));
  CHECK(same(zero, whole_number_embeddings(kSentence, 4, 0)));
}

TEST_CASE("whole_number_embeddings: rows are small whole numbers and never all zeros",
          "[examples][by_hand][property]") {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    // With d_model 1 a third of the rows would be zero.
    const arma::mat X = whole_number_embeddings({"a", "b"}, 1 + seed % 3, seed);
    CHECK(arma::all(arma::any(X, 1)));
    CHECK(arma::abs(X).max() <= 2.0);
    CHECK(same(X, arma::round(X)));
  }
}

TEST_CASE("whole_number_weights: the stored ones without a seed at width 4",
          "[examples][by_hand]") {
  const ExampleWeights stored = by_hand_weights();
  const ExampleWeights weights = whole_number_weights(4, 4, 4, std::nullopt);
  CHECK(same(weights.W_Q, stored.W_Q));
  CHECK(same(weights.W_K, stored.W_K));
  CHECK(same(weights.W_V, stored.W_V));
  CHECK_FALSE(same(whole_number_weights(4, 4, 4, 0).W_Q, stored.W_Q));
}

TEST_CASE("whole_number_weights: have the widths asked for and the same draws every time",
          "[examples][by_hand]") {
  const ExampleWeights weights = whole_number_weights(6, 3, 2, std::nullopt);
  CHECK(arma::size(weights.W_Q) == arma::SizeMat(6, 3));
  CHECK(arma::size(weights.W_K) == arma::SizeMat(6, 3));
  CHECK(arma::size(weights.W_V) == arma::SizeMat(6, 2));
  CHECK_FALSE(same(weights.W_Q, weights.W_K));
  const ExampleWeights seeded = whole_number_weights(6, 3, 2, 0);
  CHECK(same(weights.W_Q, seeded.W_Q));
  CHECK(same(weights.W_K, seeded.W_K));
  CHECK(same(weights.W_V, seeded.W_V));
}

TEST_CASE("whole_number_weights: entries are -1 or 0 or 1 and no matrix is all zeros",
          "[examples][by_hand][property]") {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    const ExampleWeights weights = whole_number_weights(1, 1, 2, seed);
    for (const arma::mat& W : {weights.W_Q, weights.W_K, weights.W_V}) {
      CHECK_FALSE(W.is_zero());
      CHECK(arma::abs(W).max() == 1.0);
      CHECK(same(W, arma::round(W)));
    }
  }
}

TEST_CASE("whole_number_embeddings: refuse a width of zero", "[examples][by_hand][error]") {
  CHECK_THROWS_WITH(whole_number_embeddings(kSentence, 0, std::nullopt),
                    "d_model must be at least 1, but it is 0. Try 4.");
  CHECK_THROWS_AS(whole_number_embeddings(kSentence, 0, std::nullopt), InputError);
}

TEST_CASE("whole_number_weights: refuse a width of zero by its name",
          "[examples][by_hand][error]") {
  CHECK_THROWS_WITH(whole_number_weights(0, 4, 4, 1),
                    "d_model must be at least 1, but it is 0. Try 4.");
  CHECK_THROWS_WITH(whole_number_weights(4, 0, 4, 1),
                    "d_k must be at least 1, but it is 0. Try 4.");
  CHECK_THROWS_WITH(whole_number_weights(4, 4, 0, 1),
                    "d_v must be at least 1, but it is 0. Try 4.");
}

TEST_CASE("whole_number_embeddings: no word has the stored row of another", "[examples][by_hand]") {
  // Drawn for the first time, "for" would be (0, 2, 0, 1), which is "cat", and "chased" "down".
  const arma::mat X = whole_number_embeddings({"cat", "for", "down", "chased"}, 4, {});
  CHECK(arma::any(X.row(0) != X.row(1)));
  CHECK(arma::any(X.row(2) != X.row(3)));
  CHECK(difference(X.row(0), {0, 2, 0, 1}) == "");
  CHECK(difference(X.row(2), {0, 1, 2, 0}) == "");
}

TEST_CASE(
    "whole_number_embeddings: words of well-known sentences differ, and what attention makes "
    "of them",
    "[examples][by_hand]") {
  const ExampleWeights weights = by_hand_weights();
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"cat", "sat", "on", "mat"},
           {"The", "cat", "sat", "on", "the", "mat"},
           {"The", "cat", "sat", "on", "the", "mat", "because", "it", "was", "comfortable"},
           {"The", "quick", "brown", "fox", "jumps", "over", "the", "lazy", "dog"},
           {"The", "animal", "didn't", "cross", "the", "street", "because", "it", "was", "too",
            "tired"},
           {"I", "like", "cats"},
           {"私は", "猫が", "好き", "です"}}) {
    const arma::mat X = whole_number_embeddings(words, 4, {});
    const arma::mat S = attention_scores(X * weights.W_Q, X * weights.W_K);
    const arma::mat O = attention_output(softmax_rows(scaled_scores(S, 4)), X * weights.W_V);
    for (arma::uword i = 0; i < words.size(); ++i)
      for (arma::uword j = 0; j < i; ++j) {
        CAPTURE(words[i], words[j]);
        CHECK(arma::any(X.row(i) != X.row(j)));
        CHECK(arma::abs(O.row(i) - O.row(j)).max() > 1e-3);
      }
  }
}
