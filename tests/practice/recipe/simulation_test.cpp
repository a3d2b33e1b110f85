#include "practice/recipe/simulation.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/practice_exercise.hpp"
#include "support/table_texts.hpp"

using namespace attn;
using Strings = std::vector<std::string>;

namespace {

Exercise with_columns(const std::vector<std::string>& recipes) {
  Exercise exercise = practice_exercise();
  Simulation simulation{.title = {"Spread", ""}, .note = {"Drawn.", ""}, .over = "d"};
  simulation.values = {4, 16};
  for (const std::string& recipe : recipes)
    simulation.columns.push_back({.title = {recipe, ""}, .value = Recipe(recipe)});
  exercise.simulation = simulation;
  return exercise;
}

Table table_of(const Exercise& exercise, std::uint32_t seed = 1) {
  Worksheet worksheet(exercise);
  return simulation_table(exercise, worksheet, seed);
}

}  // namespace

TEST_CASE("simulation_table: a row for each value, a column for each recipe",
          "[practice][simulation]") {
  const Table table = table_of(with_columns({"d * d_k", "1 / (3 * d)"}));
  CHECK(table.title == "Spread");
  CHECK(table.note == "Drawn.");
  CHECK(headings_of(table) == Strings{"d", "d * d_k", "1 / (3 * d)"});
  CHECK(texts_of(table.rows) ==
        std::vector<Strings>{{"4", "16", "0.08333"}, {"16", "64", "0.02083"}});
}

TEST_CASE("simulation_table: the same seed draws the same, another one something else",
          "[practice][simulation]") {
  const Exercise exercise = with_columns({"sum(normals(1, d))", "sum(normals(1, d))"});
  CHECK(texts_of(table_of(exercise).rows) == texts_of(table_of(exercise).rows));
  CHECK(texts_of(table_of(exercise).rows) != texts_of(table_of(exercise, 2).rows));
  CHECK(text_of(table_of(exercise).rows[0][1]) != text_of(table_of(exercise).rows[0][2]));
}

TEST_CASE("simulation_table: the variance of a score grows with d", "[practice][simulation]") {
  const Table table = table_of(with_columns({"variance(dot_products(2000, d))"}));
  CHECK(std::stod(text_of(table.rows[0][1])) == Approx(4).epsilon(0.2));
  CHECK(std::stod(text_of(table.rows[1][1])) == Approx(16).epsilon(0.2));
}

TEST_CASE("simulation_table: refuses an exercise without one, and columns of matrices",
          "[practice][simulation]") {
  CHECK_THROWS_WITH(table_of(practice_exercise()), "two-words has no simulation.");
  CHECK_THROWS_AS(table_of(with_columns({"Q"})), InputError);
}
