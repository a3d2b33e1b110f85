#include "tokenizer/files/tokenizer_parts.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

std::string added_token(int id, const std::string& content) {
  return R"({"id": )" + std::to_string(id) + R"(, "content": ")" + content +
         R"(", "single_word": false, "lstrip": false, "rstrip": false, "normalized": false, )"
         R"("special": true})";
}

std::string tokenizer_json(const std::string& added, const std::string& model,
                           const std::string& more = "") {
  return R"({"version": "1.0", "added_tokens": [)" + added + R"(], "model": )" + model + more + "}";
}

const std::string kBpe = R"({"type": "BPE", "vocab": {"a": 0, "b": 1, "<s>": 2}, "merges": []})";

TokenizerParts parts(const std::string& text) { return parts_from_tokenizer_json(text, "t"); }

TokenVocabulary vocabulary_with(const std::vector<std::string>& names) {
  TokenVocabulary vocabulary;
  for (std::uint32_t id = 0; id < names.size(); ++id) vocabulary.add(names[id], id);
  return vocabulary;
}

Settings flags(const std::map<std::string, bool>& values) {
  Settings settings{.source = "tokenizer_config.json", .values = {}};
  for (const auto& [name, flag] : values) settings.values[name] = {.value = flag, .shown = ""};
  return settings;
}

}  // namespace

TEST_CASE("tokenizer_parts: added tokens have the ids that the library gives",
          "[tokenizer][tokenizer_parts]") {
  const TokenizerParts read =
      parts(tokenizer_json(added_token(2, "<s>") + "," + added_token(9, "<x>"), kBpe));
  REQUIRE(read.added.size() == 2);
  CHECK(read.added[0].id == 2);
  CHECK(read.added[1].id == 3);  // the next free one
  REQUIRE(read.notes.size() == 1);
  CHECK_THAT(read.notes[0], ContainsSubstring("\"<x>\" has the id 9 there, but"));
  CHECK_THROWS_WITH(parts(tokenizer_json(added_token(7, "x") + "," + added_token(7, "y"), kBpe)),
                    ContainsSubstring("\"x\" and \"y\" have the same id, 7"));
}

TEST_CASE("tokenizer_parts: what is not applied is noted", "[tokenizer][tokenizer_parts]") {
  const TokenizerParts read = parts(tokenizer_json(
      "", R"({"type": "BPE", "dropout": 0.1, "vocab": {"a": 0}, "merges": []})",
      R"(, "truncation": {"max_length": 128}, "padding": {"strategy": {"Fixed": 128}})"));
  CHECK(read.notes.size() == 1);
  CHECK(read.truncated_after == 128U);
  CHECK(parts(tokenizer_json("", kBpe, R"(, "truncation": null)")).notes.empty());
}

TEST_CASE("tokenizer_parts: models", "[tokenizer][tokenizer_parts]") {
  const std::string word_piece =
      R"("unk_token": "a", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100,)"
      R"("vocab": {"a": 0}})";
  CHECK(std::holds_alternative<WordPiece>(
      parts(tokenizer_json("", R"({"type": "WordPiece", )" + word_piece)).model));
  CHECK(std::holds_alternative<WordPiece>(parts(tokenizer_json("", "{" + word_piece)).model));
  CHECK_THROWS_WITH(
      parts(tokenizer_json("", R"({"type": "Unigram", "vocab": {}})")),
      ContainsSubstring("\"Unigram\", which is not known here. These are: BPE, Word"));
  CHECK_THROWS_WITH(parts(tokenizer_json("", R"({"vocab": [["a", -1.0]]})")),
                    ContainsSubstring("Unigram"));
  CHECK_THROWS_AS(parts("{}"), InputError);
  CHECK_THROWS_AS(parts(R"({"version": "2.0", "model": {}})"), InputError);
}

TEST_CASE("tokenizer_parts: GPT-2 and RoBERTa by their vocabularies",
          "[tokenizer][tokenizer_parts]") {
  MergeTexts merges;
  merges.add("a", "b");
  const std::vector<std::string> names{"a", "b", "ab", "<|endoftext|>", "<s>", "</s>", "<mask>"};
  const TokenizerParts gpt2 =
      parts_of_gpt2(vocabulary_with(names), merges, "m", flags({{"add_bos_token", true}}));
  CHECK(gpt2.post_processor.single.size() == 2);
  CHECK(gpt2.added.size() == 1);
  CHECK(parts_of_gpt2(vocabulary_with(names), merges, "m", {}).post_processor.single.size() == 1);
  const TokenizerParts roberta =
      parts_of_roberta(vocabulary_with(names), merges, "m", flags({{"add_prefix_space", true}}));
  CHECK(roberta.post_processor.pair.has_value());
  CHECK(roberta.added.back().lstrip);  // of <mask> alone
  CHECK_FALSE(roberta.added.front().lstrip);
  CHECK(std::get<ByteLevel>(roberta.pre_tokenizers.front()).add_prefix_space);
  CHECK_THROWS_AS(parts_of_roberta(vocabulary_with({"a", "b", "ab"}), merges, "m", {}), InputError);
}

TEST_CASE("tokenizer_parts: BERT by its vocabulary", "[tokenizer][tokenizer_parts]") {
  const std::vector<std::string> names{"[UNK]", "[CLS]", "[SEP]", "[MASK]"};
  const TokenizerParts cased =
      parts_of_bert(vocabulary_with(names), "v", flags({{"do_lower_case", false}}));
  CHECK_FALSE(std::get<BertCleaning>(cased.normalizers.front()).strip_accents);
  CHECK(cased.added.size() == 4);
  CHECK_THROWS_WITH(parts_of_bert(vocabulary_with({"[UNK]", "[SEP]"}), "v", {}),
                    ContainsSubstring("v: the token \"[CLS]\" is missing"));
}
