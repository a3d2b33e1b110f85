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

TEST_CASE("answer_line: the label of an item may stand before a name that is asked for",
          "[practice][answer_line]") {
  for (const char* label : {"(a) ", "a) ", "b. ", "(A)", "- (iv) ", "Q1. ", "[a] ", "（ア）",
                            "問1．", "【１】", "(い) **", "(1) (a) "}) {
    INFO(label);
    for (const char* end : {"total = 3", "Total： 3", "total\n"})
      CHECK(line_of(label + std::string(end)).name == "total");
  }
  CHECK(line_of("(a) total = ３").text == " ３");
  for (const char* text : {"(a) sum = 3", "(a) 3", "() total = 3", "(a total = 3", "e.g. total = 3",
                           "(given) total = 3", "(a", "a. ", "(\xFF"}) {
    INFO(text);
    CHECK(line_of(text).name.empty());
  }
}

TEST_CASE("AnswerLine: an operator or a word behind a name makes a text",
          "[practice][answer_line]") {
  for (const char* text : {"total / 2", "Total stays the same", "totalは変わらない"})
    CHECK(line_of(text).looks_like_text());
  for (const char* text : {"total ≈ 2", "total = -2", "total = the same", "total", "total 2"})
    CHECK_FALSE(line_of(text).looks_like_text());
}

TEST_CASE("is_code_fence: three backquotes, and perhaps a language", "[practice][answer_line]") {
  for (const char* text : {"```", " ```text", "````"}) CHECK(is_code_fence(text));
  for (const char* text : {"", "``", "```1.5```", "``` a b", "`a`"})
    CHECK_FALSE(is_code_fence(text));
}
