#include "tokenizer/files/post_processor_reader.hpp"

#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

PostProcessor processor(const std::string& text) {
  return post_processor_from(nlohmann::json::parse(text), "t");
}

const std::string kFirst = R"({"Sequence": {"id": "A", "type_id": 0}})";
const std::string kSecond = R"({"Sequence": {"id": "B", "type_id": 1}})";
const std::string kSpecial = R"({"SpecialToken": {"id": "<s>", "type_id": 0}})";

std::string templates(const std::string& single, const std::string& pair) {
  return R"({"type": "TemplateProcessing", "single": [)" + single + R"(], "pair": [)" + pair +
         R"(], "special_tokens": {"<s>": {"id": "<s>", "ids": [5, 6], "tokens": ["<", "s>"]}}})";
}

}  // namespace

TEST_CASE("post_processor_reader: none, and one that adds nothing",
          "[tokenizer][post_processor_reader]") {
  for (const char* text : {"null", R"({"type": "ByteLevel"})"}) {
    CHECK(processor(text).single.size() == 1);
    CHECK_FALSE(processor(text).pair.has_value());
  }
}

TEST_CASE("post_processor_reader: templates", "[tokenizer][post_processor_reader]") {
  const PostProcessor read =
      processor(R"({"type": "Sequence", "processors": [{"type": "ByteLevel"},)" +
                templates(kSpecial + "," + kFirst, kSpecial + "," + kFirst + "," + kSecond) + "]}");
  REQUIRE(read.single.size() == 2);
  CHECK(read.single[0].ids == std::vector<std::uint32_t>{5, 6});
  REQUIRE(read.pair.has_value());
  CHECK(read.pair->at(2).kind == TemplatePiece::Kind::second);
  CHECK(read.pair->at(2).type == 1);
  CHECK_FALSE(processor(templates(kFirst, kFirst)).pair.has_value());
}

TEST_CASE("post_processor_reader: BERT's and RoBERTa's", "[tokenizer][post_processor_reader]") {
  const PostProcessor bert =
      processor(R"({"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]})");
  CHECK(bert.single.front().ids.front() == 2);
  CHECK(bert.pair->back().type == 1);
  const PostProcessor roberta =
      processor(R"({"type": "RobertaProcessing", "sep": ["</s>", 2], "cls": ["<s>", 0],)"
                R"("trim_offsets": true, "add_prefix_space": false})");
  CHECK(roberta.pair->size() == 6);
  CHECK(roberta.pair->back().type == 0);
}

TEST_CASE("post_processor_reader: what it refuses", "[tokenizer][post_processor_reader]") {
  const std::string bert = R"({"type": "BertProcessing", "sep": ["a", 3], "cls": ["b", 2]})";
  for (const std::string& text :
       {std::string(R"({"type": "Odd"})"), std::string("[]"), templates("", kFirst + "," + kSecond),
        templates(kFirst + "," + kFirst, ""), templates(kFirst + "," + kSecond, ""),
        templates(kFirst, kSecond), templates(R"({"SpecialToken": {"id": "x", "type_id": 0}})", ""),
        std::string(R"({"type": "BertProcessing", "sep": ["a", 4294967296], "cls": ["b", 2]})"),
        std::string(R"({"type": "BertProcessing", "sep": ["a"], "cls": ["b", 2]})"),
        R"({"type": "Sequence", "processors": [)" + bert + "," + bert + "]}"})
    CHECK_THROWS_AS(processor(text), InputError);
}
