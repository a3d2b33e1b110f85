#include "tokenizer/model/word_piece.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

using Names = std::vector<std::string>;

std::vector<std::string> pieces_of(const WordPiece& model, const std::string& word) {
  std::vector<PieceToken> tokens;
  model.append_tokens(word, tokens);
  std::vector<std::string> names;
  for (const PieceToken& token : tokens) names.emplace_back(model.vocabulary().name(token.id));
  return names;
}

WordPiece model_of(const std::vector<std::string>& names, const WordPieceSettings& settings = {}) {
  TokenVocabulary vocabulary;
  for (std::uint32_t id = 0; id < names.size(); ++id) vocabulary.add(names[id], id);
  return {std::move(vocabulary), settings};
}

}  // namespace

TEST_CASE("word_piece: the longest token, then the longest that goes on",
          "[tokenizer][word_piece]") {
  const WordPiece model =
      model_of({"[UNK]", "un", "una", "##aff", "##able", "##ff", "##able", "猫"});
  CHECK(pieces_of(model, "unaffable") == Names{"una", "##ff", "##able"});
  CHECK(pieces_of(model, "una") == Names{"una"});
  CHECK(pieces_of(model, "unab") == Names{"[UNK]"});  // one gap, and nothing is left
  CHECK(pieces_of(model, "猫") == Names{"猫"});
  CHECK(pieces_of(model, "猫猫") == Names{"[UNK]"});
}

TEST_CASE("word_piece: long words", "[tokenizer][word_piece]") {
  const std::string word(101, 'a');
  CHECK(pieces_of(model_of({"[UNK]", "a", "##a"}), word).front() == "[UNK]");
  CHECK(pieces_of(model_of({"[UNK]", "a", "##a"}), word.substr(1)).size() == 100);
  const WordPiece any = model_of({"[UNK]", "a", "##a"}, {.longest_word = 1'000'000'000});
  CHECK(pieces_of(any, std::string(300'000, 'a')).size() == 300'000);
  CHECK(pieces_of(any, std::string(300'000, 'a') + "b").size() == 1);
}

TEST_CASE("word_piece: a word without pieces needs the unknown token", "[tokenizer][word_piece]") {
  const WordPiece model = model_of({"a"});
  CHECK(pieces_of(model, "a") == Names{"a"});
  CHECK_THROWS_AS(pieces_of(model, "b"), InputError);
}
