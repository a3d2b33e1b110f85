#include "grading/handout/room_to_write.hpp"

#include "support/catch.hpp"
#include "support/course_worksheets.hpp"
#include "support/parsed_html.hpp"
#include "support/practice_exercise.hpp"

using namespace attn;

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
