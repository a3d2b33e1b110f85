#include "learning/learned/model_words.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

const Vocabulary kEnglish({"the", "cat", "Mia", "sat", ".", ","});
const Vocabulary kJapanese({"猫", "子猫", "が", "の", "それ", "眠った", "。"});

using Pieces = std::vector<std::string>;

Pieces english(std::string_view sentence) {
  return model_tokens(sentence, {.vocabulary = kEnglish});
}
Pieces japanese(std::string_view sentence) {
  return model_tokens(sentence, {.vocabulary = kJapanese, .has_spaces = false});
}

}  // namespace

TEST_CASE("model_tokens: words, and marks that stand alone", "[learning][learned]") {
  CHECK(english("the cat sat.") == Pieces{"the", "cat", "sat", "."});
  CHECK(english("the  cat ,sat") == Pieces{"the", "cat", ",", "sat"});
}

TEST_CASE("model_tokens: a capital at the beginning is none of the word's", "[learning][learned]") {
  CHECK(english("The cat") == Pieces{"the", "cat"});
  CHECK(english("Mia sat") == Pieces{"Mia", "sat"});
  CHECK(english("Dog sat") == Pieces{"Dog", "sat"});  // unknown either way: as it was typed
  CHECK(english("the Cat") == Pieces{"the", "Cat"});
}

TEST_CASE("model_tokens: a text without spaces is cut into the longest words that are known",
          "[learning][learned]") {
  CHECK(japanese("子猫が眠った。") == Pieces{"子猫", "が", "眠った", "。"});
  CHECK(japanese("猫 が　眠った") == Pieces{"猫", "が", "眠った"});
  CHECK(japanese("象の猫") == Pieces{"象", "の", "猫"});
  CHECK(japanese("猫がのそのそ眠った") == Pieces{"猫", "が", "の", "そ", "の", "そ", "眠った"});
}

TEST_CASE("model_tokens: a model of characters reads characters", "[learning][learned]") {
  const Vocabulary letters({"a", "b", " "});
  CHECK(model_tokens("ab a", {.vocabulary = letters, .unit = TextUnit::characters}) ==
        Pieces{"a", "b", " ", "a"});
}

TEST_CASE("model_tokens: refuses what cannot be shown", "[learning][learned]") {
  CHECK_THROWS_AS(english(""), InputError);
  CHECK_THROWS_AS(english("the \x1b[2J cat"), InputError);
  CHECK_THROWS_AS(japanese("\xff\xfe"), InputError);
}

TEST_CASE("n_unknown: how many words the model does not know", "[learning][learned]") {
  CHECK(n_unknown({"the", "dog", "sat", "dog"}, kEnglish) == 2);
  CHECK(n_unknown({}, kEnglish) == 0);
}
