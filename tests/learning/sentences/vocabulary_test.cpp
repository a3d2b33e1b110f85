#include "learning/sentences/vocabulary.hpp"

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/message.hpp"
#include "learning/sentences/english.hpp"
#include "learning/sentences/japanese.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("Vocabulary: special words first, then the others in their order",
          "[learning][vocabulary]") {
  const Vocabulary vocabulary({"cat", "sat"});
  CHECK(vocabulary.words() == std::vector<std::string>{"<pad>", "<s>", "cat", "sat"});
  CHECK(vocabulary.size() == 4);
  CHECK(vocabulary.id("<pad>") == Vocabulary::kPadding);
  CHECK(vocabulary.id("<s>") == Vocabulary::kStart);
  CHECK(vocabulary.id("sat") == 3);
  CHECK(vocabulary.word(3) == "sat");
  CHECK(vocabulary.knows("cat"));
  CHECK_FALSE(vocabulary.knows("Cat"));
  CHECK_THROWS_AS(vocabulary.word(4), std::out_of_range);
}

TEST_CASE("Vocabulary: a word that comes twice is refused", "[learning][vocabulary]") {
  CHECK_THROWS_AS(Vocabulary({"cat", "sat", "cat"}), std::invalid_argument);
  CHECK_THROWS_AS(Vocabulary({"<s>"}), std::invalid_argument);
}

TEST_CASE("ids: the words of a sentence that the grammar knows", "[learning][vocabulary]") {
  const Vocabulary vocabulary(english_grammar().words);
  const std::vector<std::string> words{"<s>", "the", "cat", "sat", "because", "it", "was", "tired"};
  const std::vector<std::uint32_t> ids = vocabulary.ids(words);
  REQUIRE(ids.size() == words.size());
  for (std::size_t i = 0; i < words.size(); ++i) CHECK(vocabulary.word(ids[i]) == words[i]);
  CHECK(vocabulary.ids({}).empty());
}

TEST_CASE("id: an unknown Japanese word is refused with one that was meant",
          "[learning][vocabulary]") {
  const Vocabulary vocabulary(japanese_grammar().words);
  for (const auto& [typed, meant] : {std::pair("ネコ", "猫"),
                                     {"ねこ", "猫"},
                                     {"太朗", "太郎"},
                                     {"花男", "花子"},
                                     {"起こす", "起こした"},
                                     {"走る", "走った"},
                                     {"会う", "会った"},
                                     {"起きた", "起こした"},
                                     {"驚かした", "驚かせた"}})
    CHECK_THROWS_MATCHES(vocabulary.id(typed), InputError,
                         Message(std::string("The model knows 70 words, and \"") + typed +
                                 "\" is none of them. Did you mean \"" + meant + "\"?"));
  for (const std::string typed : {"毛", "食べた", "学校", "わたし"})
    CHECK_THROWS_MATCHES(vocabulary.id(typed), InputError,
                         Message("The model knows 70 words, and \"" + typed +
                                 "\" is none of them. Write the sentence with words that it has "
                                 "learned."));
  // Read so in Japanese, but this model does not know it.
  CHECK_THROWS_MATCHES(Vocabulary({"犬"}).id("ねこ"), InputError,
                       Message("The model knows 1 words, and \"ねこ\" is none of them. Write the "
                               "sentence with words that it has learned."));
}

TEST_CASE("id: an unknown word is refused with one that looks like it", "[learning][vocabulary]") {
  const Vocabulary vocabulary(english_grammar().words);
  CHECK_THROWS_MATCHES(vocabulary.id("tyred"), InputError,
                       Message("The model knows 86 words, and \"tyred\" is none of them. Did you "
                               "mean \"tired\"?"));
  CHECK_THROWS_MATCHES(vocabulary.id("The"), InputError,
                       Message("The model knows 86 words, and \"The\" is none of them. Did you "
                               "mean \"the\"?"));
  CHECK_THROWS_MATCHES(vocabulary.id("MIA"), InputError,
                       Message("The model knows 86 words, and \"MIA\" is none of them. Did you "
                               "mean \"Mia\"?"));
  CHECK_THROWS_MATCHES(vocabulary.id("elephant"), InputError,
                       Message("The model knows 86 words, and \"elephant\" is none of them. Write "
                               "the sentence with words that it has learned."));
  // <s> looks like it, but is no word to write.
  CHECK_THROWS_MATCHES(Vocabulary({"because"}).id("<S>"), InputError,
                       Message("The model knows 1 words, and \"<S>\" is none of them. Write the "
                               "sentence with words that it has learned."));
}

TEST_CASE("padded_ids: one sentence after another, filled up", "[learning][vocabulary]") {
  const Vocabulary vocabulary({"cat", "sat", "."});
  Sentence longer, shorter;
  longer.words = {"<s>", "cat", "sat", "."};
  shorter.words = {"<s>", "sat"};
  CHECK(vocabulary.padded_ids({longer, shorter}, 5) ==
        std::vector<std::uint32_t>{1, 2, 3, 4, 0, 1, 3, 0, 0, 0});
  CHECK(vocabulary.padded_ids({longer}, 4) == std::vector<std::uint32_t>{1, 2, 3, 4});
  CHECK(vocabulary.padded_ids({}, 5).empty());
  CHECK_THROWS_AS(vocabulary.padded_ids({longer}, 3), std::invalid_argument);
}
