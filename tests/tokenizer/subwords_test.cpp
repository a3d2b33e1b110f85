#include "tokenizer/subwords.hpp"

#include <set>

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

TEST_CASE("byte_letters: every byte has a letter of its own, and back",
          "[tokenizer][byte_letters]") {
  std::set<std::string> letters;
  for (int byte = 0; byte < 256; ++byte) {
    const std::string letter(byte_letter(static_cast<unsigned char>(byte)));
    letters.insert(letter);
    CHECK(bytes_of_letters(letter) == std::string(1, static_cast<char>(byte)));
  }
  CHECK(letters.size() == 256);
  CHECK(byte_letter('a') == "a");
  CHECK(byte_letter(' ') == "Ġ");
  CHECK(byte_letter('\n') == "Ċ");
  CHECK(byte_letter(0xAD) == "Ń");  // the last of those that cannot be seen
}

TEST_CASE("byte_letters: names and texts", "[tokenizer][byte_letters]") {
  CHECK(bytes_of_letters("ĠçĮ«") == " 猫");
  CHECK_FALSE(bytes_of_letters("猫").has_value());
  const AlignedText text("é", 4);
  AlignedText letters;
  add_byte_letters(text, {0, 2}, letters);
  CHECK(letters.text() == "Ã©");
  CHECK(letters.source({2, 4}) == ByteRange{5, 6});
}

namespace {

using Names = std::vector<std::string>;

TokenVocabulary vocabulary_of(const Names& names) {
  TokenVocabulary vocabulary;
  for (std::uint32_t id = 0; id < names.size(); ++id) vocabulary.add(names[id], id);
  return vocabulary;
}

// Merges of names, in order.
Bpe bpe_of(const Names& names, const std::vector<std::pair<std::string, std::string>>& pairs,
           const BpeSettings& settings = {}) {
  const TokenVocabulary vocabulary = vocabulary_of(names);
  Merges merges(pairs.size());
  std::uint32_t rank = 0;
  for (const auto& [left, right] : pairs)
    merges.add(*vocabulary.find(left), *vocabulary.find(right),
               {.rank = rank++, .id = *vocabulary.find(left + right)});
  return Bpe(vocabulary_of(names), std::move(merges), settings);
}

Names tokens_of(const Bpe& bpe, const std::string& part) {
  std::vector<PieceToken> tokens;
  bpe.append_tokens(part, tokens);
  Names names;
  for (const PieceToken& token : tokens) names.emplace_back(bpe.vocabulary().name(token.id));
  return names;
}

const Names kNames{"a", "b", "c", "ab", "bc", "abc", "aa"};

}  // namespace

TEST_CASE("bpe: the lowest rank first, the leftmost on a tie", "[tokenizer][bpe]") {
  CHECK(tokens_of(bpe_of(kNames, {{"a", "b"}, {"b", "c"}}), "abc") == Names{"ab", "c"});
  CHECK(tokens_of(bpe_of(kNames, {{"b", "c"}, {"a", "b"}}), "abc") == Names{"a", "bc"});
  CHECK(tokens_of(bpe_of(kNames, {{"b", "c"}, {"a", "bc"}}), "abcabc") == Names{"abc", "abc"});
  CHECK(tokens_of(bpe_of(kNames, {{"a", "a"}}), "aaaaa") == Names{"aa", "aa", "a"});
  CHECK(tokens_of(bpe_of(kNames, {}), "").empty());
}

TEST_CASE("bpe: of merges that are given twice the last counts", "[tokenizer][bpe]") {
  const Bpe bpe = bpe_of(kNames, {{"a", "b"}, {"b", "c"}, {"a", "b"}});
  CHECK(tokens_of(bpe, "abc") == Names{"a", "bc"});
}

TEST_CASE("bpe: characters that have no token", "[tokenizer][bpe]") {
  CHECK(tokens_of(bpe_of(kNames, {{"a", "b"}}), "axb") == Names{"ab"});  // vanish; neighbours merge
  const Names names{"a", "?"};
  CHECK(tokens_of(bpe_of(names, {}, {.unknown = "?"}), "xya") == Names{"?", "?", "a"});
  CHECK(tokens_of(bpe_of(names, {}, {.unknown = "?", .fuse_unknown = true}), "xyax") ==
        Names{"?", "a", "?"});
  const Names bytes{"a", "?", "<0xC3>", "<0xA9>"};
  const BpeSettings fallback{.unknown = "?", .fuse_unknown = true, .byte_fallback = true};
  CHECK(tokens_of(bpe_of(bytes, {}, fallback), "aé猫") == Names{"a", "<0xC3>", "<0xA9>", "?"});
  // Needed by a character, and not before.
  const Bpe without = bpe_of(kNames, {}, {.unknown = "?"});
  CHECK_NOTHROW(tokens_of(without, kNames.front()));
  CHECK_THROWS_AS(tokens_of(without, "\u732B"), InputError);
}

TEST_CASE("bpe: a part that is a token by itself", "[tokenizer][bpe]") {
  CHECK(tokens_of(bpe_of(kNames, {}, {.ignore_merges = true}), "abc") == Names{"abc"});
  CHECK(tokens_of(bpe_of(kNames, {}), "abc") == Names{"a", "b", "c"});
}

TEST_CASE("bpe: what marks a part's insides and its end", "[tokenizer][bpe]") {
  const Names names{"a", "##b", "##c</w>", "a</w>"};
  const Bpe bpe = bpe_of(names, {}, {.continuing_prefix = "##", .word_suffix = "</w>"});
  CHECK(tokens_of(bpe, "abc") == Names{"a", "##b", "##c</w>"});
  CHECK(tokens_of(bpe, "a") == Names{"a</w>"});
}

TEST_CASE("bpe: tokens know their bytes, also of a long part", "[tokenizer][bpe]") {
  const Bpe bpe = bpe_of(kNames, {{"a", "a"}});
  std::vector<PieceToken> tokens;
  bpe.append_tokens(std::string(200'001, 'a'), tokens);
  CHECK(tokens.size() == 100'001);
  CHECK(tokens[1] == PieceToken{.id = 6, .range = {2, 4}});
  CHECK(tokens.back() == PieceToken{.id = 0, .range = {200'000, 200'001}});
}

namespace {

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
