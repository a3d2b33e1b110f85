#include "tokenizer/model/vocabulary.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("vocabulary: names and ids", "[tokenizer][vocabulary]") {
  TokenVocabulary vocabulary;
  for (std::uint32_t id = 0; id < 5000; ++id)
    CHECK(vocabulary.add("token " + std::to_string(id), 2 * id));
  CHECK(vocabulary.add("", 1));
  CHECK(vocabulary.n_names() == 5001);
  CHECK(vocabulary.n_ids() == 9999);
  CHECK(vocabulary.find("token 4999") == 9998U);
  CHECK(vocabulary.find("") == 1U);
  CHECK_FALSE(vocabulary.find("token").has_value());
  CHECK(vocabulary.name(84) == "token 42");
  CHECK_FALSE(vocabulary.has(3));
  CHECK_FALSE(vocabulary.has(10'000));

  const TokenVocabulary moved = std::move(vocabulary);
  CHECK(moved.name(84) == "token 42");
}

TEST_CASE("vocabulary: of twins the last counts, and both ids have the name",
          "[tokenizer][vocabulary]") {
  TokenVocabulary vocabulary;
  CHECK(vocabulary.add("a", 0));
  CHECK_FALSE(vocabulary.add("a", 3));
  CHECK(vocabulary.find("a") == 3U);
  CHECK(vocabulary.name(0) == "a");
  CHECK(vocabulary.n_names() == 1);
}

TEST_CASE("vocabulary: what it refuses", "[tokenizer][vocabulary]") {
  TokenVocabulary vocabulary;
  CHECK_THROWS_AS(vocabulary.add("a", kLargestId + 1), InputError);
  CHECK_THROWS_AS(TokenVocabulary::refuse_unknown("[UNK]"), InputError);
}
