#include "practice/course/page_values.hpp"

#include "base/message.hpp"
#include "practice/course/manifest.hpp"
#include "support/catch.hpp"
#include "support/practice_exercise.hpp"

using namespace attn;
using Strings = std::vector<std::string>;

namespace {

std::string text_of(const std::string& name, bool has_answers = true) {
  Worksheet worksheet(practice_exercise());
  return page_values(worksheet, has_answers).text(name);
}

MarkedMatrix matrix_of(const std::string& name) {
  Worksheet worksheet(practice_exercise());
  return page_matrix(worksheet, name);
}

}  // namespace

TEST_CASE("page_values: numbers, words and answers in a sentence", "[practice][page_values]") {
  CHECK(text_of("d_k") == "4");
  CHECK(text_of("words") == "cat, sat");
  CHECK(text_of("Q") == "1 2 0 1; 0 1 1 0");
  CHECK(text_of("why") == "b  the variance becomes 1");
  CHECK(text_of("strongest") == "cat->sat");
}

TEST_CASE("page_values: a number has the digits that its question asks for, or those of its name",
          "[practice][page_values]") {
  const Exercise exercise = read_manifest(R"toml(
format_version = 1
id = "x"
title = { en = "x", ja = "x" }
[given]
third = 0.3333333
half = 0.5
[[field]]
name = "sixth"
kind = "number"
ask = { en = "y", ja = "y" }
value = "third / 2"
decimals = 3
[[field]]
name = "ninth"
kind = "number"
ask = { en = "y", ja = "y" }
value = "third^2"
significant = 2
)toml",
                                          "exercise.toml");
  Worksheet worksheet(exercise);
  const Placeholders values = page_values(worksheet, true);
  CHECK(values.text("sixth") == "0.167");
  CHECK(values.text("ninth") == "0.11");
  CHECK(values.text("third") == "0.333333");
  CHECK(values.text("third:2") == "0.33");
  CHECK(values.text("half:3") == "0.5");
  CHECK_THROWS_WITH(values.text("third:x"),
                    "the page shows third:x, which the exercise does not have");
}

TEST_CASE("page_values: alone, a matrix is drawn and everything else is named",
          "[practice][page_values]") {
  Worksheet worksheet(practice_exercise());
  const Placeholders values = page_values(worksheet, true);
  CHECK(std::get<MatrixRow>(values.piece("Q")).matrices.front().title == "Q");
  CHECK(std::get<LabelledLine>(values.piece("d_k")).text == "4");
  CHECK(std::get<LabelledLine>(values.piece("words")).label == "words");
  CHECK(std::get<LabelledLine>(values.piece("strongest")).text == "cat->sat");
}

TEST_CASE("page_values: refuses what does not exist, and answers in a prompt",
          "[practice][page_values]") {
  CHECK_THROWS_WITH(text_of("d_kk"), "the page shows d_kk, which the exercise does not have");
  CHECK_THROWS_WITH(text_of("scores", false),
                    "scores is an answer that is asked for: only the solution may show it");
  try {
    text_of("d_kk");
    FAIL();
  } catch (const InputError& error) {
    CHECK(error.hints == Strings{"Did you mean d_k?"});
  }
}

TEST_CASE("page_matrix: rows have the only words that are as many", "[practice][page_values]") {
  CHECK(matrix_of("Q").rows.labels == Strings{"cat", "sat"});
  CHECK(matrix_of("Q").cols.labels.empty());
  CHECK(matrix_of("scores").cols.labels == Strings{"cat", "sat"});
  CHECK(matrix_of("output").rows.labels.empty());  // its field has no labels
  CHECK(matrix_of("Q").precision == 0);
  CHECK(matrix_of("weights").precision == 3);
}

TEST_CASE("page_matrix: two lists of as many words label nothing, shares have their words twice",
          "[practice][page_values]") {
  const Exercise exercise = read_manifest(R"toml(
format_version = 1
id = "x"
title = { en = "x", ja = "x" }
[given]
words = ["a", "b"]
others = ["c", "d", "e"]
more = ["f", "g", "h"]
A = [[0.25, 0.75], [1, 0]]
B = [[0.125, 2], [1, 0]]
C = [[1, 2], [3, 4], [5, 6]]
[[field]]
name = "y"
kind = "number"
ask = { en = "y", ja = "y" }
value = "cell(A, 0, 0)"
)toml",
                                          "exercise.toml");
  Worksheet worksheet(exercise);
  CHECK(page_matrix(worksheet, "A").cols.labels == Strings{"a", "b"});
  CHECK(page_matrix(worksheet, "A").precision == 2);
  CHECK(page_matrix(worksheet, "B").rows.labels == Strings{"a", "b"});
  CHECK(page_matrix(worksheet, "B").cols.labels.empty());
  CHECK(page_matrix(worksheet, "C").rows.labels.empty());
}
