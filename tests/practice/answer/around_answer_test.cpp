#include "practice/answer/around_answer.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("without_surroundings: quotation marks, code, bold and LaTeX", "[practice][around]") {
  for (const char* text : {"\"0.4\"", "'0.4'", "“0.4”", "「0.4」", "`0.4`", "**0.4**", "$0.4$",
                           "\\(0.4\\)", "\\[0.4\\]", "```\n0.4\n```", "```python\n0.4\n```"})
    CHECK(without_surroundings(text) == "0.4");
  CHECK(without_surroundings("'a' or 'b'") == "'a' or 'b'");
}

TEST_CASE("without_surroundings: what programs print before a result", "[practice][around]") {
  for (const char* text : {"Out[3]: 0.4", "Out [12]: 0.4", ">>> 0.4"})
    CHECK(without_surroundings(text) == "0.4");
  CHECK(without_surroundings("Outlook") == "Outlook");
  CHECK(without_surroundings("2×2 Matrix{Float64}:\n 1.0 0.0\n 0.0 1.0") == "1.0 0.0\n 0.0 1.0");
  CHECK(without_surroundings("<tf.Tensor: shape=(1, 2), dtype=float32, numpy=array([1, 2])>") ==
        "array([1, 2])");
}

TEST_CASE("without_surroundings: words around a number in both languages", "[practice][around]") {
  for (const char* text :
       {"about 0.4", "approx. 0.4", "The answer is 0.4.", "It is 0.4", "answer: 0.4", "ca. 0.4",
        "約0.4", "およそ 0.4 です。", "答えは0.4", "0.4 (rounded)", "0.4 (四捨五入)", "0.4程度"})
    CHECK(without_surroundings(text) == "0.4");
  CHECK(without_surroundings("aboutness") == "aboutness");
}

TEST_CASE("without_surroundings: says which words it left out", "[practice][around]") {
  std::vector<std::string> left_out;
  CHECK(without_surroundings(">>> The answer is about 0.4 です", left_out) == "0.4");
  CHECK(left_out == std::vector<std::string>{"The answer is", "about", "です"});
  CHECK(remark_of_left_out({"about", "です"}) ==
        "'about ... です' was left out, and the rest was read.");
}

TEST_CASE("without_surroundings: dots that are more than a full stop stay", "[practice][around]") {
  CHECK(without_surroundings("0.333...") == "0.333...");
  CHECK(without_surroundings("1 .") == "1 .");
  CHECK(without_surroundings(".") == ".");
  CHECK(without_surroundings("5!") == "5!");
}

TEST_CASE("with_equals_signs: every sign for about", "[practice][around]") {
  CHECK(with_equals_signs("1/3 ≈ 0.33 ≒ 0.3 \\approx 0") == "1/3 = 0.33 = 0.3 = 0");
}
