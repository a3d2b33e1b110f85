#include "tokenizer/files/step_reader.hpp"

#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

std::vector<Normalizer> normalizers(const std::string& text) {
  return normalizers_from(nlohmann::json::parse(text), "t");
}

std::vector<PreTokenizer> pre_tokenizers(const std::string& text) {
  return pre_tokenizers_from(nlohmann::json::parse(text), "t");
}

std::string split_by(const std::string& pattern) {
  return R"({"type": "Split", "behavior": "Isolated", "invert": false, "pattern": )" + pattern +
         "}";
}

}  // namespace

TEST_CASE("step_reader: normalizers", "[tokenizer][step_reader]") {
  CHECK(normalizers("null").empty());
  const auto steps = normalizers(
      R"({"type": "Sequence", "normalizers": [{"type": "NFKD"}, {"type": "Sequence", "normalizers":)"
      R"([{"type": "Strip", "strip_left": false, "strip_right": true}]}, {"type": "BertNormalizer",)"
      R"("clean_text": true, "handle_chinese_chars": false, "strip_accents": null,)"
      R"("lowercase": true}]})");
  REQUIRE(steps.size() == 3);
  CHECK(std::get<NormalForm>(steps[0]).compatible);
  CHECK_FALSE(std::get<StripWhiteSpace>(steps[1]).left);
  const auto& bert = std::get<BertCleaning>(steps[2]);
  CHECK(bert.strip_accents);  // as lower case says
  CHECK_FALSE(bert.separate_han);
  CHECK(std::holds_alternative<LowerCase>(normalizers(R"({"type": "Lowercase"})").front()));
}

TEST_CASE("step_reader: pre-tokenizers", "[tokenizer][step_reader]") {
  const auto byte_level =
      pre_tokenizers(R"({"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true})");
  CHECK(std::get<ByteLevel>(byte_level.front()).use_regex);
  const auto metaspace = pre_tokenizers(
      R"({"type": "Metaspace", "replacement": "_", "prepend_scheme": "first", "split": false})");
  CHECK(std::get<Metaspace>(metaspace.front()).prepend == Metaspace::Prepend::first);
  CHECK_FALSE(std::get<Metaspace>(metaspace.front()).split);
  const auto early =
      pre_tokenizers(R"({"type": "Metaspace", "replacement": "_", "add_prefix_space": false})");
  CHECK(std::get<Metaspace>(early.front()).prepend == Metaspace::Prepend::never);
  const auto split = pre_tokenizers(split_by(R"({"String": "-"})"));
  CHECK(std::get<SplitStep>(split.front()).pattern == SplitPattern("-"));
  CHECK(pre_tokenizers(R"({"type": "Digits", "individual_digits": true})").size() == 1);
}

TEST_CASE("step_reader: what is not known is refused with what is", "[tokenizer][step_reader]") {
  CHECK_THROWS_WITH(normalizers(R"({"type": "Precompiled"})"),
                    ContainsSubstring("\"Precompiled\", which is not known here. These are: Seq") &&
                        ContainsSubstring("NFC"));
  CHECK_THROWS_WITH(pre_tokenizers(R"({"type": "UnicodeScripts"})"),
                    ContainsSubstring("t: pre_tokenizer: \"type\" is \"UnicodeScripts\""));
  CHECK_THROWS_WITH(pre_tokenizers(split_by(R"re({"Regex": "(a+)+$"})re")),
                    ContainsSubstring("\"Regex\" is \"(a+)+$\", which is not known"));
  for (const char* text :
       {"[]", "3", "{}", R"({"type": 3})", R"({"type": "Sequence"})", R"({"type": "ByteLevel"})",
        R"({"type": "Split", "pattern": {"String": ""}, "behavior": "Isolated", "invert": false})",
        R"({"type": "Split", "pattern": {"String": "a"}, "behavior": "Odd", "invert": false})",
        R"({"type": "Metaspace", "replacement": ""})"})
    CHECK_THROWS_AS(pre_tokenizers(text), InputError);
}

TEST_CASE("step_reader: not thousands of steps", "[tokenizer][step_reader]") {
  std::string steps = R"({"type": "NFC"})";
  for (int i = 0; i < 32; ++i) steps += R"(,{"type": "NFC"})";
  CHECK_THROWS_WITH(normalizers(R"({"type": "Sequence", "normalizers": [)" + steps + "]}"),
                    ContainsSubstring("more than 32 steps"));
}
