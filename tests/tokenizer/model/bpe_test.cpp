#include "tokenizer/model/bpe.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"

using namespace attn;

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
