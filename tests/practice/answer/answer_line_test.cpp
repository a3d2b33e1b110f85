#include "practice/answer/answer_line.hpp"

#include "support/catch.hpp"

using namespace attn;

namespace {

AnswerLine line_of(const std::string& text) { return answer_line(text, {"total", "q_norm"}); }

}  // namespace

TEST_CASE("answer_line: other names only before a sign", "[practice][answer_line]") {
  CHECK(line_of("sum = 3").name == "sum");
  CHECK_FALSE(line_of("sum = 3").is_known);
  CHECK(line_of("sum: 3").sign == AnswerLine::Sign::colon);
  for (const char* text : {"", "sum 3", "1 0 1", "a b = 3", "3 = total", "-0.5 2", "- 1 2", "1. 2.",
                           "totals 3", "subtotal 3", "(1) 0", "| 1 0 |", "=", ": 3"}) {
    INFO(text);
    CHECK(line_of(text).name.empty());
  }
}

TEST_CASE("answer_line: questions that differ in capitals alone are told apart",
          "[practice][answer_line]") {
  const std::vector<std::string> questions{"Q", "q"};
  CHECK(answer_line("Q = 1", questions).name == "Q");
  CHECK(answer_line("q = 1", questions).name == "q");
  CHECK_FALSE(answer_line("A_b = 1", {"a_b", "a_B"}).is_known);
}

TEST_CASE("answer_line: what cannot be seen is found in a name and before it",
          "[practice][answer_line]") {
  CHECK(line_of("\u200Btotal = 3").hidden == 0x200B);
  CHECK(line_of("q\u2060_norm = 3").hidden == 0x2060);
  CHECK(line_of("q\u2060_norm = 3").name == "q_norm");
  CHECK_FALSE(line_of("total = 3\u200B").hidden);  // it belongs to the answer
  CHECK_FALSE(line_of("\uFEFFtotal = 3").hidden);  // the mark that editors write
}

TEST_CASE("AnswerLine: an operator behind a name makes a formula", "[practice][answer_line]") {
  CHECK(line_of("total / 2").looks_like_formula());
  CHECK_FALSE(line_of("total ≈ 2").looks_like_formula());
  CHECK_FALSE(line_of("total = -2").looks_like_formula());
  CHECK_FALSE(line_of("total").looks_like_formula());
}

TEST_CASE("is_code_fence: three backquotes, and perhaps a language", "[practice][answer_line]") {
  for (const char* text : {"```", " ```text", "````"}) CHECK(is_code_fence(text));
  for (const char* text : {"", "``", "```1.5```", "``` a b", "`a`"})
    CHECK_FALSE(is_code_fence(text));
}
