#include "practice/answer/answer.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

AnswerSheet sheet_of_json(const std::string& text) { return read_answer_sheet(text, "a.json"); }

std::string text_of(const std::string& value) {
  const AnswerSheet sheet = sheet_of_json("{\"x\": " + value + "}");
  return sheet.entries.empty() ? "" : sheet.entries.front().text;
}

std::string refused_json(const std::string& text) {
  return refusal([&] { sheet_of_json(text); });
}

}  // namespace

TEST_CASE("read_answer_json: values as they would be typed", "[practice][answer_json]") {
  CHECK(text_of("42") == "42");
  CHECK(text_of("0.1") == "0.1");
  CHECK(text_of("\"1/3\"") == "1/3");
  CHECK(text_of("true") == "true");
  CHECK(text_of("null") == "");
  CHECK(text_of("[1, \"1/3\"]") == "1, 1/3");
  CHECK(text_of("[[1, 0], [0, 1]]") == "1, 0; 0, 1");
  CHECK(text_of("[\"cat->sat\", \"sat->cat\"]") == "cat->sat, sat->cat");
  CHECK(difference(read_answer({.name = "x", .kind = FieldKind::matrix},
                               text_of("[[1e-7, 0.1], [-0.0, 3]]"))
                       .value.value(),
                   {{1e-7, 0.1}, {0, 3}}, 0) == "");
}

TEST_CASE("read_answer_json: of two answers to a question the last one in the text counts",
          "[practice][answer_json]") {
  for (const auto& [text, last] :
       {std::pair{"{\"leak\": \"c\", \"Leak\": \"b\"}", "b"},
        std::pair{"{\"Leak\": \"b\", \"leak\": \"c\"}", "c"},
        std::pair{"{\"leak\": \"a\", \"LEAK\": \"b\", \"Leak\": \"c\"}", "c"}}) {
    INFO(text);
    CHECK(read_answer_sheet(text, "a.json", {"leak"}).entries.front().text == last);
  }
}

TEST_CASE("read_answer_json: exercise and variant", "[practice][answer_json]") {
  const AnswerSheet sheet = sheet_of_json("\uFEFF\n {\"exercise\": \"two-words\", \"variant\": 3}");
  CHECK(sheet.exercise == "two-words");
  CHECK(sheet.variant == 3U);
  CHECK(refused_json("{\"variant\": 0.5}").starts_with("a.json: a variant is a whole number"));
}

TEST_CASE("read_answer_json: other values cannot be read, and cost only themselves",
          "[practice][answer_json][error]") {
  const auto problem_of = [](const std::string& value) {
    const AnswerSheet sheet = sheet_of_json("{\"x\": " + value + ", \"y\": 1}");
    REQUIRE(sheet.entries.size() == 2);
    CHECK(sheet.entries[1].text == "1");
    return sheet.entries[0].problem;
  };
  for (const char* value : {"{}", "[1, [2]]", "[[1], 2]", "[[1], []]", "[[[1]]]", "[null]"})
    CHECK(problem_of(value) == "A number, a word or rows such as [[1, 0], [0, 1]] were expected.");
  CHECK(problem_of("[\"1,5\"]") == "'1,5' in an array is not one number or one word.");
  CHECK(sheet_of_json("{\"a b\": 1}").unread ==
        std::vector<std::string>{"'a b' is not the name of a question."});
  CHECK(read_answer_sheet("{\"Grand total\": 3}", "a.json", {"grand_total"}).entries.front().name ==
        "grand_total");
}
