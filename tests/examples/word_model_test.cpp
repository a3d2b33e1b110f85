#include "examples/word_model.hpp"

#include "data/random/random.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

const std::vector<std::string> kWords{"The", "cat", "sat", "down"};

}  // namespace

TEST_CASE("word_numbers: without a seed they are the by-hand example", "[examples][word_model]") {
  const WordNumbers numbers = word_numbers({}, kWords, {});
  CHECK(same(numbers.X, {{1, 0, 1, 0}, {0, 2, 0, 1}, {1, 1, 0, 2}, {0, 1, 2, 0}}));
  CHECK(same(numbers.weights.W_Q, by_hand_weights().W_Q));
  CHECK(same(numbers.weights.W_V, by_hand_weights().W_V));
  CHECK_FALSE(numbers.memory);
}

TEST_CASE("word_numbers: a word has the same numbers in either sequence",
          "[examples][word_model]") {
  const WordNumbers numbers = word_numbers({.seed = 7}, kWords, {"down", "The"});
  REQUIRE(numbers.memory);
  CHECK(same(numbers.memory->row(0), numbers.X.row(3)));
  CHECK(same(numbers.memory->row(1), numbers.X.row(0)));
}

TEST_CASE("word_numbers: numpy draws one stream in a fixed order", "[examples][word_model]") {
  const WordModel model{
      .kind = WordModel::Kind::numpy, .seed = 42, .d_model = 3, .d_k = 2, .d_v = 5};
  const WordNumbers numbers = word_numbers(model, kWords, {"a", "b"});
  Random random(42);
  CHECK(same(numbers.X, normal_matrix(random, 4, 3, 1.0)));
  CHECK(same(numbers.weights.W_Q, normal_matrix(random, 3, 2, 0.1)));
  CHECK(same(numbers.weights.W_K, normal_matrix(random, 3, 2, 0.1)));
  CHECK(same(numbers.weights.W_V, normal_matrix(random, 3, 5, 0.1)));
  REQUIRE(numbers.memory);
  CHECK(same(*numbers.memory, normal_matrix(random, 2, 3, 1.0)));
  CHECK(numbers.X(0, 0) == 0.4967141530112327);  // numpy.random.RandomState(42).randn()
}

TEST_CASE("name_of: says which numbers they are", "[examples][word_model]") {
  CHECK(name_of({}) == "by-hand");
  CHECK(name_of({.seed = 7}) == "seed 7");
  CHECK(name_of({.kind = WordModel::Kind::numpy, .seed = 42}) == "numpy seed 42");
  CHECK(name_of({.kind = WordModel::Kind::numpy, .seed = {}}) == "numpy seed 0");
}
