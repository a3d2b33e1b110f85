#include "learning/learned/head_tables.hpp"

#include "support/catch.hpp"

using namespace attn;

namespace {

HeadMeasure measure(double mean, double even, arma::uword n_rows) {
  return {.weight = mean * double(n_rows), .even = even * double(n_rows), .n_rows = n_rows};
}

// One head that looks back, in the first layer, and one that does nothing plain in the second.
HeadStudy study_of_two() {
  HeadStudy study{.heads = {{.layer = 0, .head = 0}, {.layer = 1, .head = 0}}, .n_sentences = 9};
  for (StudiedHead& head : study.heads) {
    head.measures[Habit::previous] = measure(head.layer == 0 ? 0.8 : 0.25, 0.2, 12);
    head.untrained[Habit::previous] = measure(head.layer == 0 ? 0.15 : 0.3, 0.2, 12);
  }
  return study;
}

double real(const TableCell& cell) { return std::get<cell::Real>(cell).value; }
std::string id(const TableCell& cell) { return std::get<cell::Text>(cell).id; }

}  // namespace

TEST_CASE("habit_table: a head's weight beside even attention and the untrained model",
          "[learning][learned]") {
  const Table table = habit_table(study_of_two(), {});
  REQUIRE(table.rows.size() == 2);
  const TableRow& back = table.rows[0];
  REQUIRE(back.size() == table.columns.size());
  CHECK(id(back[1]) == "previous");
  CHECK(real(back[2]) == Approx(0.8));
  CHECK(real(back[3]) == Approx(0.2));
  CHECK(real(back[4]) == Approx(0.15));
  CHECK(id(table.rows[1][1]) == "none");
  CHECK(std::holds_alternative<cell::Missing>(table.rows[1][2]));
  CHECK(table.title.find("in 9 pieces of the text") != std::string::npos);
}

TEST_CASE("habit_table: of one layer its heads alone", "[learning][learned]") {
  const Table table = habit_table(study_of_two(), 1);
  REQUIRE(table.rows.size() == 1);
  CHECK(id(table.rows[0][1]) == "none");
}

TEST_CASE("mass_table: every head's weight, then even attention and the most before learning",
          "[learning][learned]") {
  const Table table = mass_table(study_of_two());
  REQUIRE(table.rows.size() == 4);
  CHECK(real(table.rows[0][1]) == Approx(0.8));
  CHECK(real(table.rows[1][1]) == Approx(0.25));
  CHECK(real(table.rows[2][1]) == Approx(0.2));
  CHECK(real(table.rows[3][1]) == Approx(0.3));
  // What was not measured is not 0.
  for (const TableRow& row : table.rows) CHECK(std::holds_alternative<cell::Missing>(row[5]));
}

TEST_CASE("measured_where: names and pronouns are spoken of where there are any",
          "[learning][learned]") {
  HeadStudy study = study_of_two();
  CHECK(measured_where(study).find("names") == std::string::npos);
  study.name_starts = {4};
  CHECK(measured_where(study).find("second halves of names") != std::string::npos);
}
