#include "grading/handout/right_answers.hpp"

#include "practice/judge/check.hpp"
#include "support/catch.hpp"
#include "support/course_worksheets.hpp"
#include "support/practice_exercise.hpp"

using namespace attn;

namespace {

std::vector<RightAnswer> answers_to(const std::string& field) {
  static const Worksheet worksheet(practice_exercise());
  return right_answers(worksheet, practice_exercise().field(field));
}

using Lines = std::vector<std::string>;

// A number with this tolerance, as it is written out.
std::string number_within(double value, const Tolerance& tolerance) {
  Exercise exercise = practice_exercise();
  Field& field = exercise.fields[4];
  REQUIRE(field.name == "open");
  field.tolerance = tolerance;
  exercise.definitions["open"] = arma::mat{value};
  return right_answers(Worksheet(exercise), field).front().lines.front();
}

}  // namespace

TEST_CASE("right_answers: a matrix in rows, its columns below one another",
          "[grading][right_answers]") {
  const std::vector<RightAnswer> scores = answers_to("scores");
  REQUIRE(scores.size() == 1);
  CHECK(scores.front().lines == Lines{"2  2", "1  2"});
  CHECK(scores.front().is_matrix);
  // softmax of 1 1 and of 1/2 1
  CHECK(answers_to("weights").front().lines == Lines{"0.500  0.500", "0.378  0.622"});
}

TEST_CASE("right_answers: the book's misprint is no answer, an accepted reading is",
          "[grading][right_answers]") {
  CHECK(answers_to("weights").size() == 1);
  const std::vector<RightAnswer> masks = answers_to("mask");
  REQUIRE(masks.size() == 2);
  CHECK(masks[0].lines == Lines{"1  0", "1  1"});
  CHECK(masks[1].lines != masks[0].lines);
}

TEST_CASE("right_answers: a choice, a list and a formula in words", "[grading][right_answers]") {
  CHECK(answers_to("why").front().lines == Lines{"b  the variance becomes 1"});
  CHECK(answers_to("cost").front().lines == Lines{"n^2*d"});
  CHECK(answers_to("strongest").front().lines == Lines{"cat->sat"});
  CHECK(answers_to("open").front().lines == Lines{"3"});
  CHECK_FALSE(answers_to("open").front().is_matrix);
}

TEST_CASE("right_answers: as many digits as the tolerance tells apart",
          "[grading][right_answers]") {
  CHECK(number_within(12345678, {}) == "12345678");
  CHECK(number_within(-0.123456, {.absolute = 0.01}) == "−0.123");
  CHECK(number_within(0.123456, {.absolute = 0.005, .decimals = 2}) == "0.12");
  CHECK(number_within(1234.56, {.absolute = 5}) == "1235");
  CHECK(number_within(0.000123456, {.relative = 0.01}) == "0.000123");
  CHECK(number_within(0.000123456, {.relative = 0.5, .significant = 2}) == "0.00012");
}

TEST_CASE("right_answers: a number that is written out is right, in every exercise",
          "[grading][right_answers]") {
  for (const Worksheet& worksheet : course_worksheets()) {
    if (worksheet.exercise().program) continue;
    for (const Field& field : worksheet.exercise().fields) {
      if (field.kind != FieldKind::number || !field.is_graded) continue;
      CAPTURE(named(worksheet), field.name);
      std::string text = right_answers(worksheet, field).front().lines.front();
      if (text.starts_with("−")) text.replace(0, std::string("−").size(), "-");
      CAPTURE(text);
      Tolerance tolerance = field.tolerance;
      if (tolerance.is_exact()) tolerance.relative = 1e-5;  // six digits are written
      CHECK(is_close(std::stod(text), worksheet.numbers(field.name)(0), tolerance));
    }
  }
}

TEST_CASE("allowed_on_paper: only numbers may be off", "[grading][right_answers]") {
  CHECK(allowed_on_paper(practice_exercise().field("output")) == "0.01");
  CHECK(allowed_on_paper(practice_exercise().field("weights")) == "0.0005");
  CHECK(allowed_on_paper(practice_exercise().field("open")).empty());
  CHECK(allowed_on_paper(practice_exercise().field("why")).empty());
}
