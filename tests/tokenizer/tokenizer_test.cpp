#include "tokenizer/tokenizer.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/temporary_folder.hpp"
#include "tokenizer/shown_token.hpp"

namespace {

using Ids = std::vector<std::uint32_t>;

const std::string kFixtures = std::string(ATTN_SOURCE_DIR) + "/tests/tokenizer/fixtures/";

nlohmann::json fixture(const std::string& name) {
  return nlohmann::json::parse(std::ifstream(kFixtures + name));
}

Ids ids_of(const Encoding& encoding) {
  Ids ids;
  for (const EncodedToken& token : encoding.tokens) ids.push_back(token.id);
  return ids;
}

Ids types_of(const Encoding& encoding) {
  Ids types;
  for (const EncodedToken& token : encoding.tokens) types.push_back(token.type);
  return types;
}

// The lines for which the ids are not those of the library.
std::vector<std::string> wrong_lines(const Tokenizer& tokenizer, const std::string& kind) {
  const auto lines = fixture("lines.json").at("lines"), ids = fixture(kind + "_ids.json").at("ids");
  std::vector<std::string> wrong;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (ids_of(tokenizer.encode(lines[i].get<std::string>())) != ids[i].get<Ids>())
      wrong.push_back(lines[i].dump());
  return wrong;
}

const std::vector<std::string> kKinds{"gpt2",    "roberta", "bert", "bert_cased", "llama2",
                                      "mistral", "llama3",  "qwen", "steps",      "affixes"};

TEST_CASE("tokenizer: the ids of the library on mixed lines") {
  for (const std::string& kind : kKinds) {
    INFO(kind);
    CHECK(wrong_lines(read_tokenizer(kFixtures + kind, ""), kind) == std::vector<std::string>{});
  }
}

TEST_CASE("tokenizer: vocabularies alone give the same") {
  CHECK(wrong_lines(read_tokenizer(kFixtures + "gpt2_files", "gpt2"), "gpt2").empty());
  CHECK(wrong_lines(read_tokenizer(kFixtures + "bert_files", "bert"), "bert").empty());
}

TEST_CASE("tokenizer: pairs with their types") {
  const auto pairs = fixture("lines.json").at("pairs");
  for (const std::string& kind : kKinds) {
    INFO(kind);
    const Tokenizer tokenizer = read_tokenizer(kFixtures + kind, "");
    const auto wanted = fixture(kind + "_ids.json").at("pairs");
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const std::string first = pairs[i][0], second = pairs[i][1];
      if (wanted.is_null()) {
        CHECK_THROWS_AS(tokenizer.encode_pair(first, second), InputError);
        continue;
      }
      const Encoding pair = tokenizer.encode_pair(first, second);
      CHECK(ids_of(pair) == wanted[i][0].get<Ids>());
      CHECK(types_of(pair) == wanted[i][1].get<Ids>());
    }
  }
}

TEST_CASE("tokenizer: byte-level tokens cover the text byte for byte") {
  const Tokenizer tokenizer = read_tokenizer(kFixtures + "gpt2", "");
  const auto lines = fixture("lines.json").at("lines");
  for (const auto& line : lines) {
    const std::string text = line;
    std::size_t end = 0;
    for (const EncodedToken& token : tokenizer.encode(text).tokens) {
      CHECK(token.begin == end);
      end = token.end;
    }
    CHECK(end == text.size());
  }
}

TEST_CASE("tokenizer: what a token stands for") {
  const Tokenizer bert = read_tokenizer(kFixtures + "bert", "");
  const std::string text = "The cafe\u0301!";
  const Encoding encoding = bert.encode(text);
  REQUIRE(encoding.tokens.size() > 3);
  CHECK(encoding.tokens.front().is_special);
  CHECK(encoding.tokens.front().begin == encoding.tokens.front().end);
  CHECK(encoding.tokens[1].begin == 0);
  const EncodedToken mark = encoding.tokens[encoding.tokens.size() - 2];
  CHECK(text.substr(mark.begin, mark.end - mark.begin) == "!");

  const Encoding pair = bert.encode_pair("a", "b");
  CHECK(std::count_if(pair.tokens.begin(), pair.tokens.end(),
                      [](const EncodedToken& token) { return token.is_second; }) == 1);
  CHECK(bert.encode("").tokens.size() == 2);
  CHECK(read_tokenizer(kFixtures + "gpt2", "").encode("").tokens.empty());
}

TEST_CASE("tokenizer: a special token in the text is noted") {
  const Tokenizer bert = read_tokenizer(kFixtures + "bert", "");
  const Encoding encoding = bert.encode("a [MASK] b [MASK]");
  CHECK(encoding.notes ==
        std::vector<std::string>{"The text has [MASK], which was read as that special token."});
  const Ids ids = ids_of(encoding);
  CHECK(std::count(ids.begin(), ids.end(), bert.mask()) == 2);
  CHECK(bert.encode("a").notes.empty());
}

TEST_CASE("tokenizer: names, and tokens as people read them") {
  const Tokenizer gpt2 = read_tokenizer(kFixtures + "gpt2", "");
  const Ids ids = ids_of(gpt2.encode(" the猫\n"));
  CHECK(gpt2.name(ids[0]) == "Ġthe");
  CHECK(gpt2.shown(ids[0]) == "␣the");
  CHECK(gpt2.shown(ids).back() == "\\n");
  CHECK(gpt2.shown(ids)[1] == "猫:E7");
  CHECK(gpt2.shown(ids[1]) == "⟨E7⟩");
  CHECK(gpt2.name(1'000'000) == "<1000000>");
  CHECK(gpt2.shown(1'000'000) == "<1000000>");
  CHECK(gpt2.id("<|endoftext|>") == 0U);
  CHECK(gpt2.is_special(0));
  CHECK_FALSE(gpt2.is_special(ids[0]));
  CHECK_FALSE(gpt2.mask().has_value());
  CHECK(gpt2.n_ids() == 560);

  const Tokenizer roberta = read_tokenizer(kFixtures + "roberta", "");
  CHECK(roberta.mask() == roberta.id("<mask>"));
  CHECK(roberta.padding() == 1U);
  CHECK(read_tokenizer(kFixtures + "llama3", "").n_ids() == 564);
}

TEST_CASE("tokenizer: a text that would be cut elsewhere is noted") {
  const TemporaryFolder folder;
  folder.file("tokenizer.json", R"({"version": "1.0", "added_tokens": [],)"
                                R"( "truncation": {"max_length": 2}, "model": {"type": "BPE",)"
                                R"( "merges": [], "vocab": {"a": 0}}})");
  const Tokenizer tokenizer = read_tokenizer(folder.path().string(), "");
  CHECK(tokenizer.encode("aa").notes.empty());
  CHECK(tokenizer.encode("aaa").tokens.size() == 3);
  CHECK(tokenizer.encode("aaa").notes ==
        std::vector<std::string>{"tokenizer.json cuts texts after 2 tokens. Here all 3 of them "
                                 "count."});
}

TEST_CASE("tokenizer: how a batch is filled up") {
  const auto read = [](const std::string& padding, const std::string& config) {
    const TemporaryFolder folder;
    const std::string begin = R"({"version": "1.0", "added_tokens": [], "padding": )";
    folder.file("tokenizer.json", begin + padding + R"(, "model": {"type": "BPE", "merges": [],)" +
                                      R"( "vocab": {"a": 0, "b": 1, "<pad>": 2}}})");
    if (!config.empty()) folder.file("tokenizer_config.json", config);
    return read_tokenizer(folder.path().string(), "");
  };
  CHECK(read("null", "").padding() == 2U);
  CHECK_FALSE(read("null", "").pads_before());
  const std::string left = R"({"strategy": "BatchLongest", "direction": "Left", "pad_id": 1})";
  CHECK(read(left, "").padding() == 1U);
  CHECK(read(left, "").pads_before());
  CHECK_FALSE(read(left, R"({"padding_side": "right"})").pads_before());
  CHECK(read(left, R"({"pad_token": "a"})").padding() == 0U);
  CHECK(read(left, R"({"pad_token": "unknown"})").padding() == 3U);  // as the library adds it
  CHECK_THROWS_WITH(read(R"({"direction": "Up"})", ""), ContainsSubstring("Left, Right"));
}

TEST_CASE("tokenizer: texts that are refused") {
  const Tokenizer gpt2 = read_tokenizer(kFixtures + "gpt2", "");
  CHECK_REFUSED(gpt2.encode("a\xFF"),
                "Byte 2 of the text, FF, is not UTF-8. Save the text as UTF-8.");
  CHECK_THROWS_AS(gpt2.encode(std::string((4 << 20) + 1, 'a')), InputError);
  CHECK(ids_of(gpt2.encode(std::string("\0\uFEFF\u200B", 7))).size() >= 3);
}

TEST_CASE("tokenizer: folders that are refused") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(read_tokenizer(folder.path().string(), "bert"),
                    ContainsSubstring("there is no tokenizer"));
  folder.file("spiece.model", "x");
  CHECK_THROWS_WITH(read_tokenizer(folder.path().string(), "gpt2"),
                    ContainsSubstring("a SentencePiece model cannot be read"));
  folder.file("vocab.txt", "[UNK]\n[CLS]\n[SEP]\n");
  CHECK(read_tokenizer(folder.path().string(), "bert").n_ids() == 3);
  CHECK_THROWS_WITH(read_tokenizer(folder.path().string(), "llama"),
                    ContainsSubstring("a model of the type \"llama\""));
  folder.file("tokenizer_config.json", R"({"word_tokenizer_type": "mecab"})");
  CHECK_THROWS_WITH(read_tokenizer(folder.path().string(), "bert"),
                    ContainsSubstring("the words are split by \"mecab\" first"));
  folder.file("tokenizer_config.json", R"({"tokenizer_class": "T5Tokenizer"})");
  CHECK_THROWS_WITH(read_tokenizer(folder.path().string(), "bert"),
                    ContainsSubstring("a T5Tokenizer cannot be read from its vocabulary alone"));
  folder.file("tokenizer.json", "{");
  CHECK_THROWS_WITH(read_tokenizer(folder.path().string(), "bert"),
                    ContainsSubstring("stops being JSON"));
}

using Shown = std::vector<std::string>;

std::string shown_alone(const std::string& bytes) {
  return shown_tokens({{.bytes = bytes}}).front();
}

TEST_CASE("shown_token: as people read it") {
  CHECK(shown_alone(" cat") == "␣cat");
  CHECK(shown_alone("\n\t\r") == "\\n\\t\\r");
  CHECK(shown_alone("\\n") == "\\\\n");
  CHECK(shown_alone(std::string(1, '\0')) == "\\u{0}");
  CHECK(shown_alone("\uFEFF\u200B\u3000") == "\\u{FEFF}\\u{200B}\\u{3000}");
  CHECK(shown_alone("\u0301e\u0301") == "\\u{301}e\u0301");  // joins nothing that is not its own
  CHECK(shown_alone("\x1B[2J") == "\\u{1B}[2J");
  CHECK(shown_alone("") == "");
}

TEST_CASE("shown_token: parts of a character") {
  CHECK(shown_alone(" \xE7\x8C") == "␣⟨E7 8C⟩");
  CHECK(shown_alone("\xAB") == "⟨AB⟩");
  CHECK(shown_tokens({{.bytes = " \xE7\x8C"}, {.bytes = "\xAB!"}}) ==
        Shown{"␣猫:E7 8C", "猫:⟨AB⟩!"});
  CHECK(shown_tokens({{.bytes = "\xE7"}, {.bytes = "\x8C"}, {.bytes = "\xAB"}}) ==
        Shown{"猫:E7", "猫:8C", "猫:AB"});
  CHECK(shown_tokens(
            {{.bytes = "\xE7\x8C"}, {.bytes = "[SEP]", .goes_on = false}, {.bytes = "\xAB"}}) ==
        Shown{"⟨E7 8C⟩", "[SEP]", "⟨AB⟩"});
  CHECK(shown_tokens({{.bytes = "猫\xE7"}, {.bytes = "\x8C\xABx"}}) ==
        Shown{"猫猫:E7", "猫:⟨8C AB⟩x"});
}

TEST_CASE("shown_token: what a name stands for") {
  CHECK(bytes_of_token("ĠçĮ«", NameStyle::byte_letters).bytes == " 猫");
  CHECK(bytes_of_token("猫", NameStyle::byte_letters).bytes == "猫");
  CHECK(bytes_of_token("▁the▁", NameStyle::metaspace).bytes == " the ");
  CHECK(bytes_of_token("<0xE7>", NameStyle::metaspace).bytes == "\xE7");
  CHECK(bytes_of_token("<0xZZ>", NameStyle::metaspace).bytes == "<0xZZ>");
  CHECK(bytes_of_token("##ing", NameStyle::plain).bytes == "##ing");
}

}  // namespace
