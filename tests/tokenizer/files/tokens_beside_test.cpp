#include "tokenizer/files/tokens_beside.hpp"

#include "data/test_files.hpp"
#include "support/catch.hpp"
#include "tokenizer/tokenizer.hpp"

using namespace attn;

namespace {

// A BERT tokenizer of sixteen tokens.
class SmallTokenizer {
 public:
  SmallTokenizer() {
    folder_.file(
        "vocab.txt",
        "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nnew\n##new\ncovid\n-\n1\n9\n[\n]\n##19\n19\n");
  }
  const SmallTokenizer& with(const std::string& name, const std::string& text) const {
    folder_.file(name, text);
    return *this;
  }
  std::vector<std::uint32_t> ids(const std::string& text) const {
    std::vector<std::uint32_t> found;
    const Encoding encoding = read_tokenizer(folder_.path().string(), "bert").encode(text);
    for (const EncodedToken& token : encoding.tokens) found.push_back(token.id);
    return found;
  }
  std::vector<std::string> notes() const {
    return read_tokenizer(folder_.path().string(), "bert").notes();
  }
  std::string refused() const {
    return refusal([&] { tokens_beside(folder_.path().string()); });
  }
  std::string path(const std::string& name) const { return folder_.path(name); }

 private:
  TemporaryFolder folder_;
};

using Ids = std::vector<std::uint32_t>;
const std::string kText = "a [NEW] covid-19 [new] <x> <y>";

std::string decoder(const std::string& tokens, const std::string& more = "") {
  return R"({"tokenizer_class": "BertTokenizer", "added_tokens_decoder": {)" + tokens + "}" + more +
         "}";
}

}  // namespace

// The ids are those of BertTokenizer.from_pretrained, Transformers 5.24.
TEST_CASE("read_tokenizer: added_tokens.json beside a vocabulary") {
  CHECK(SmallTokenizer().ids("a [NEW] covid-19") == Ids{2, 5, 12, 6, 13, 8, 9, 15, 3});
  const SmallTokenizer added;
  added.with("added_tokens.json", R"({"[NEW]": 16, "covid-19": 17})");
  CHECK(added.ids("a [NEW] covid-19") == Ids{2, 5, 16, 17, 3});
  CHECK(added.ids("a [NEW] covid-19 [new] COVID-19 xcovid-19y") ==
        Ids{2, 5, 16, 17, 16, 17, 1, 17, 1, 3});
  CHECK(added.notes().empty());
  added.with("added_tokens.json", R"({"[NEW]": 17, "covid-19": 16})");
  CHECK(added.ids("a [NEW] covid-19") == Ids{2, 5, 17, 16, 3});
}

TEST_CASE("read_tokenizer: an added token has the id of the vocabulary, else the next one") {
  const SmallTokenizer gap, known, taken;
  gap.with("added_tokens.json", R"({"[NEW]": 30})");
  CHECK(gap.ids("a [NEW]") == Ids{2, 5, 16, 3});
  CHECK(gap.notes() ==
        std::vector<std::string>{gap.path("added_tokens.json") +
                                 ": the added token \"[NEW]\" has the id 30 there, but the library "
                                 "tokenizers gives it 16, and so does attn."});
  known.with("added_tokens.json", R"({"new": 3, "[NEW]": 16})");
  CHECK(known.ids("a new [NEW]") == Ids{2, 5, 6, 16, 3});
  taken.with("added_tokens.json", R"({"[NEW]": 3})");
  CHECK(taken.ids("a [NEW]") == Ids{2, 5, 16, 3});
}

TEST_CASE("read_tokenizer: added_tokens_decoder, and the properties that it gives") {
  const SmallTokenizer config, usual, both;
  config.with("tokenizer_config.json",
              decoder(R"("16": {"content": "[NEW]", "normalized": false, "special": false},
                         "17": {"content": "covid-19", "normalized": true, "special": true})"));
  CHECK(config.ids(kText) == Ids{2, 5, 16, 17, 12, 6, 13, 1, 1, 1, 1, 1, 1, 3});
  usual.with("tokenizer_config.json", decoder(R"("16": {"content": "[NEW]"})"));
  CHECK(usual.ids("[NEW] [new]") == Ids{2, 16, 16, 3});
  // It comes in the place of the older file.
  both.with("added_tokens.json", R"({"[NEW]": 16})");
  both.with("tokenizer_config.json", decoder(R"("17": {"content": "covid-19"})"));
  CHECK(both.ids("a [NEW] covid-19") == Ids{2, 5, 12, 6, 13, 16, 3});
}

TEST_CASE("read_tokenizer: tokens that tokenizer.json lacks, and other properties of its own") {
  const std::string fixtures = ATTN_SOURCE_DIR "/tests/tokenizer/fixtures/bert";
  const TemporaryFolder folder;
  folder.file("tokenizer.json", content(fixtures + "/tokenizer.json"));
  const auto ids = [&](const std::string& text) {
    Ids found;
    for (const auto& token : read_tokenizer(folder.path().string(), "bert").encode(text).tokens)
      found.push_back(token.id);
    return found;
  };
  const std::size_t n = read_tokenizer(folder.path().string(), "bert").n_ids();
  const Ids before = ids("<x>");
  folder.file("tokenizer_config.json", decoder(R"("7": {"content": "<x>", "lstrip": true})"));
  CHECK(ids("<x>") == Ids{before.front(), static_cast<std::uint32_t>(n), before.back()});
  folder.file("tokenizer_config.json", R"({"additional_special_tokens": ["<x>"]})");
  CHECK(ids("<x>") == Ids{before.front(), static_cast<std::uint32_t>(n), before.back()});
}

TEST_CASE("read_tokenizer: special tokens that only special_tokens_map.json or the config names") {
  const SmallTokenizer map, config;
  map.with("special_tokens_map.json", R"({"additional_special_tokens": ["<x>", "<y>"]})");
  CHECK(map.ids("a <x> <y>") == Ids{2, 5, 16, 17, 3});
  config.with("tokenizer_config.json",
              R"({"additional_special_tokens": ["<x>"], "eos_token": {"content": "<y>"}})");
  CHECK(config.ids("a <x> <y>") == Ids{2, 5, 17, 16, 3});
}

TEST_CASE("tokens_beside: refuses what is no token and no id") {
  const auto refused = [](const std::string& name, const std::string& text) {
    return SmallTokenizer().with(name, text).refused();
  };
  CHECK_THAT(refused("added_tokens.json", R"({"[NEW]": "16"})"),
             ContainsSubstring("the id of \"[NEW]\" is \"16\", but a whole number from 0 to"));
  CHECK_THAT(refused("added_tokens.json", R"({"[NEW]": -1})"), ContainsSubstring("is -1, but"));
  CHECK_THAT(refused("added_tokens.json", "[]"), ContainsSubstring("an object was expected"));
  CHECK_THAT(refused("tokenizer_config.json", decoder(R"("x": {"content": "[NEW]"})")),
             ContainsSubstring("the id of \"[NEW]\" is \"x\""));
  CHECK_THAT(refused("tokenizer_config.json", decoder(R"("16": "[NEW]")")),
             ContainsSubstring("added_tokens_decoder.16: an object was expected"));
  CHECK_THAT(refused("tokenizer_config.json", decoder(R"("16": {"content": 3})")),
             ContainsSubstring("\"content\" is 3, but a text was expected"));
}
