#include "grading/handout/handout_parts.hpp"

#include "practice/judge/check.hpp"
#include "support/catch.hpp"
#include "support/course_worksheets.hpp"
#include "support/parsed_html.hpp"
#include "support/practice_exercise.hpp"

using namespace attn;

namespace {

LocalText only_in(const std::string& code, const std::string& words) {
  LocalText text;
  text.set(code, words);
  return text;
}

}  // namespace

TEST_CASE("local_html: another language than that around it is named", "[grading][local_html]") {
  CHECK(local_html(only_in("en", "a < b")) == "a &lt; b");
  CHECK(local_html(only_in("fr", "l’attention")) == "<span lang=\"fr\">l’attention</span>");
  CHECK(lang_attribute(only_in("pt-BR", "x")) == " lang=\"pt-BR\"");
  CHECK(lang_attribute(LocalText()).empty());
}

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

namespace {

ParsedHtml room_of(const std::string& field, arma::uword n_rows = 1, arma::uword n_cols = 1) {
  return ParsedHtml(room_to_write(practice_exercise().field(field), arma::SizeMat(n_rows, n_cols)));
}

bool has_grid(const Field& field) {
  return field.kind == FieldKind::matrix || field.kind == FieldKind::mask;
}

}  // namespace

TEST_CASE("room_to_write: a matrix has an empty grid with its labels", "[grading][room_to_write]") {
  const ParsedHtml html = room_of("scores", 2, 2);
  CHECK(html.texts("//thead//th") == std::vector<std::string>{"cat", "sat"});
  CHECK(html.texts("//tbody//th") == std::vector<std::string>{"cat", "sat"});
  CHECK(html.texts("//tbody//td") == std::vector<std::string>(4, ""));
  CHECK(html.text("//caption") == "scores: a table to fill in, 2 × 2");
}

TEST_CASE("room_to_write: many columns are narrower", "[grading][room_to_write]") {
  CHECK(room_of("mask", 3, 8).count("//table[@class='grid']") == 1);
  CHECK(room_of("mask", 3, 9).count("//table[@class='grid narrow']") == 1);
  CHECK(room_of("mask", 3, 15).count("//table[@class='grid tight']") == 1);
}

TEST_CASE("room_to_write: a choice has boxes to tick, with letters and texts",
          "[grading][room_to_write]") {
  const ParsedHtml html = room_of("why");
  CHECK(html.texts("//li/b") == std::vector<std::string>{"a", "b", "c"});
  CHECK(html.text("//li[2]") == "☐ b the variance becomes 1");
  CHECK(html.count("//ul[@class='boxes']") == 1);
}

TEST_CASE("room_to_write: options that are letters alone stand in a row",
          "[grading][room_to_write]") {
  Field field = practice_exercise().field("why");
  for (Option& option : field.options) option.text.set("en", option.id);
  const ParsedHtml html(room_to_write(field, arma::SizeMat(1, 1)));
  CHECK(html.texts("//ul[@class='boxes letters']/li") ==
        std::vector<std::string>{"☐ a", "☐ b", "☐ c"});
}

TEST_CASE("room_to_write: a list has a line for each item, other answers one",
          "[grading][room_to_write]") {
  CHECK(room_of("open").count("//span[@class='line short']") == 1);
  CHECK(room_of("cost").count("//span[@class='line']") == 1);
  CHECK(room_of("strongest").count("//span[@class='line short']") == 1);
  Field three = practice_exercise().field("strongest");
  three.count = 3;
  CHECK(ParsedHtml(room_to_write(three, arma::SizeMat(1, 3))).count("//ol/li/span") == 3);
  CHECK(ParsedHtml(ruled_lines(5)).count("//span[@class='line']") == 5);
}

TEST_CASE("room_to_write: every question of every exercise has room of its shape",
          "[grading][room_to_write]") {
  for (const Worksheet& worksheet : course_worksheets()) {
    if (worksheet.exercise().program) continue;
    for (const Field& field : worksheet.exercise().fields) {
      CAPTURE(named(worksheet), field.name);
      const arma::mat& truth = worksheet.numbers(field.name);
      const ParsedHtml html(room_to_write(field, arma::size(truth)));
      CHECK(html.count("//tbody/tr") == (has_grid(field) ? truth.n_rows : 0));
      CHECK(html.count("//tbody//td[not(node())]") == (has_grid(field) ? truth.n_elem : 0));
      CHECK(html.count("//ul/li") == (field.kind == FieldKind::choice ? field.options.size() : 0));
      const bool has_lines = !has_grid(field) && field.kind != FieldKind::choice;
      CHECK(html.count("//span[contains(@class,'line')]") == (!has_lines ? 0
                                                              : field.kind == FieldKind::list
                                                                  ? field.count
                                                                  : 1));
    }
  }
}
