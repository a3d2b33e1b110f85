#include "practice/exercise/worksheet.hpp"

#include "practice/course/course.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/practice_exercise.hpp"
#include "support/table_texts.hpp"

using namespace attn;
using Strings = std::vector<std::string>;

namespace {

Field field_of(FieldKind kind) {
  Field field;
  field.name = "x";
  field.kind = kind;
  return field;
}

std::string refusal(const Field& field, const arma::mat& value) {
  return attn::refusal([&] { as_truth(field, value); });
}

}  // namespace

TEST_CASE("Worksheet: what is given, and what follows from it", "[practice][worksheet]") {
  Worksheet worksheet(practice_exercise());
  CHECK(worksheet.variant() == 0);
  CHECK(std::get<Strings>(worksheet.value("words")) == Strings{"cat", "sat"});
  CHECK(worksheet.numbers("d_k")(0) == 4);
  CHECK(difference(worksheet.numbers("scores"), {{2, 2}, {1, 2}}) == "");
  CHECK(difference(worksheet.numbers("weights"), {{0.5, 0.5}, {0.3775, 0.6225}}, 5e-5) == "");
  CHECK(difference(worksheet.numbers("why"), arma::mat{1}) == "");
}

TEST_CASE("Worksheet: a name that is not there, or of the other kind", "[practice][worksheet]") {
  Worksheet worksheet(practice_exercise());
  CHECK_REFUSED(worksheet.numbers("weight"),
                "There is no weight in the exercise. Did you mean weights?");
  CHECK_REFUSED(worksheet.numbers("words"), "words is words, and numbers are needed.");
}

TEST_CASE("Worksheet::with: what follows from a change, in a copy", "[practice][worksheet]") {
  Worksheet truth(practice_exercise());
  const arma::mat weights = truth.numbers("weights");
  Worksheet changed = truth.with({{"scores", arma::mat{{0, 0}, {0, 0}}}});
  CHECK(difference(changed.numbers("weights"), {{0.5, 0.5}, {0.5, 0.5}}) == "");
  CHECK(difference(changed.numbers("output"), {{1, 2}, {1, 2}}) == "");
  CHECK(difference(truth.numbers("weights"), weights) == "");
  Worksheet back = changed.with({{"scores", Recipe("attention_scores(Q, K)")}});
  CHECK(difference(back.numbers("weights"), weights) == "");
}

TEST_CASE("Worksheet: it can be used after a refusal", "[practice][worksheet]") {
  Worksheet circle = Worksheet(practice_exercise()).with({{"Q", Recipe("output")}});
  const std::string told =
      "weights depends on itself: weights -> scores -> Q -> output -> weights.";
  CHECK_REFUSED(circle.numbers("weights"), told);
  CHECK_REFUSED(circle.numbers("weights"), told);
  CHECK(circle.numbers("V")(1, 1) == 4);
}

TEST_CASE("Worksheet::depends_on: in the worksheet as it is now", "[practice][worksheet]") {
  const Worksheet worksheet(practice_exercise());
  CHECK(worksheet.depends_on("output", {"Q"}));
  CHECK_FALSE(worksheet.depends_on("mask", {"Q"}));
  CHECK(worksheet.with({{"causal", Recipe("ones(height(Q), 2)")}}).depends_on("mask", {"Q"}));
}

TEST_CASE("Worksheet: a variant has the same numbers whatever is computed first",
          "[practice][worksheet]") {
  Worksheet one(practice_exercise(), 3), other(practice_exercise(), 3);
  const arma::mat Q = one.numbers("Q"), K = one.numbers("K");
  CHECK(difference(other.numbers("K"), K) == "");
  CHECK(difference(other.numbers("Q"), Q) == "");
  CHECK(difference(Worksheet(practice_exercise(), 4).numbers("Q"), Q) != "");
  CHECK(difference(one.with({{"V", arma::mat(2, 1)}}).numbers("Q"), Q) == "");
  CHECK(difference(one.numbers("V"), {{2, 0}, {0, 4}}) == "");  // it does not vary
}

TEST_CASE("Worksheet: numbers are drawn nowhere but in a variant", "[practice][worksheet]") {
  Worksheet worksheet = Worksheet(practice_exercise()).with({{"Q", Recipe("normals(2, 4)")}});
  CHECK_REFUSED(worksheet.numbers("Q"),
                "normals(2, 4): Random numbers are drawn under [variant] only.");
}

TEST_CASE("Worksheet: an exercise without variants has none", "[practice][worksheet]") {
  Exercise exercise = practice_exercise();
  exercise.variant.clear();
  CHECK_REFUSED(Worksheet(exercise, 1), "two-words has no variants: leave out --variant.");
  CHECK_NOTHROW(Worksheet(exercise, 0));
}

TEST_CASE("as_truth: a list's scores, of pairs row by row without the diagonal",
          "[practice][worksheet]") {
  Field list = field_of(FieldKind::list);
  list.items = {"a", "b"};
  CHECK(difference(as_truth(list, {{3, 4}}), arma::vec{3, 4}) == "");
  CHECK(refusal(list, {{1, 2, 3}}) == "x needs one score for each of its 2 items, and has 1 x 3.");
  list.items = {"a->a", "a->b", "b->a", "b->b"};
  list.are_pairs = true;
  const double inf = arma::datum::inf;
  CHECK(difference(as_truth(list, {{1, 2}, {3, 4}}), arma::vec{-inf, 2, 3, -inf}) == "");
  CHECK(refusal(list, {{1, 2, 3, 4}}) != "accepted");
}

TEST_CASE("as_truth: what does not fit its field is refused", "[practice][worksheet]") {
  Field choice = field_of(FieldKind::choice);
  choice.options.resize(3);
  CHECK(refusal(choice, arma::mat{2}) == "accepted");
  CHECK(refusal(choice, arma::mat{3}) ==
        "x must be the place of an option, from 0 to 2, and is 3.");
  CHECK(refusal(choice, arma::mat{0.5}) ==
        "x must be the place of an option, from 0 to 2, and is 0.5.");
  CHECK(refusal(field_of(FieldKind::number), {{1, 2}}) ==
        "x must be a single number, and is 1 x 2.");
  CHECK(refusal(field_of(FieldKind::mask), {{1, 0.5}}) != "accepted");
  Field matrix = field_of(FieldKind::matrix);
  matrix.col_labels = {"cat", "sat"};
  CHECK(refusal(matrix, {{1, 2}}) == "accepted");
  CHECK(refusal(matrix, arma::vec{1, 2}) != "accepted");
}

TEST_CASE("Worksheet::following: answers follow from those before them", "[practice][worksheet]") {
  const Exercise exercise = read_manifest(
      "format_version = 1\nid = \"cost\"\ntitle = { en = \"Cost\", ja = \"計算量\" }\n"
      "[given]\nn = 2\nd = 5\n"
      "[[field]]\nname = \"part\"\nkind = \"expression\"\nask = { en = \"?\", ja = \"？\" }\n"
      "value = \"n*d^2\"\nvariables = [\"n\", \"d\"]\n"
      "[[field]]\nname = \"total\"\nkind = \"expression\"\nask = { en = \"?\", ja = \"？\" }\n"
      "value = \"4*n*d^2\"\nfollows = \"4*part\"\nvariables = [\"n\", \"d\"]\n"
      "[[field]]\nname = \"here\"\nkind = \"number\"\nask = { en = \"?\", ja = \"？\" }\n"
      "value = \"4*n*d^2\"\nfollows = \"formula_at(total, n, d)\"\n",
      "exercise.toml");
  Worksheet worksheet(exercise);
  const Definitions slip{{"part", expression_of("n*d", {"n", "d"})}};
  CHECK(worksheet.with(slip).numbers("here")(0) == 200);
  Worksheet following = worksheet.following();
  CHECK(following.numbers("here")(0) == Approx(200));
  CHECK(following.with(slip).numbers("here")(0) == Approx(40));
  CHECK(following.depends_on("here", {"part"}));
  CHECK_FALSE(worksheet.depends_on("here", {"part"}));
}

TEST_CASE("Worksheet::following: a matrix of another shape can be gone on from",
          "[practice][worksheet]") {
  const Worksheet worksheet(practice_exercise());
  const Definitions narrow{{"scores", Recipe("attention_scores(Q, row(K, 0))")}};
  CHECK_THROWS_AS(worksheet.with(narrow).numbers("weights"), InputError);
  CHECK(worksheet.following().with(narrow).numbers("weights").n_cols == 1);
}

TEST_CASE("Worksheet::under: the truth where a mistake holds, and where it reaches",
          "[practice][worksheet]") {
  const Exercise& exercise = practice_exercise();
  const Worksheet worksheet(exercise);
  const Alternative zero{
      .name = "zero", .change = {{"scores", arma::mat(2, 2, arma::fill::zeros)}}, .say = {}};
  const auto value = worksheet.under(zero, exercise.field("weights"));
  REQUIRE(value);
  CHECK(difference(*value, {{0.5, 0.5}, {0.5, 0.5}}) == "");
  CHECK_FALSE(worksheet.under(zero, exercise.field("mask")));
  const Alternative misfit{.name = "misfit", .change = {{"weights", arma::mat(2, 3)}}, .say = {}};
  CHECK_FALSE(worksheet.under(misfit, exercise.field("output")));
}

namespace {

// Q -> scores -> weights, and d_k -> weights
Definitions stages() {
  return {{"Q", arma::mat{1.0}},
          {"d_k", arma::mat{4.0}},
          {"words", Strings{"cat"}},
          {"scores", Recipe("attention_scores(Q, Q)")},
          {"weights", Recipe("divide(scores, sqrt(d_k))")}};
}

Definitions with(const std::string& name, const std::string& recipe) {
  Definitions changed = stages();
  changed.insert_or_assign(name, Recipe(recipe));
  return changed;
}

}  // namespace

TEST_CASE("names_in: of a recipe only", "[practice][dependencies]") {
  CHECK(names_in(stages().at("weights")) == Strings{"scores", "d_k"});
  CHECK(names_in(stages().at("Q")).empty());
  CHECK(names_in(stages().at("words")).empty());
}

TEST_CASE("depends_on: directly, over others, and on itself", "[practice][dependencies]") {
  CHECK(depends_on(stages(), "weights", {"scores"}));
  CHECK(depends_on(stages(), "weights", {"Q", "words"}));
  CHECK(depends_on(stages(), "weights", {"weights"}));
  CHECK_FALSE(depends_on(stages(), "scores", {"d_k", "weights"}));
  CHECK_FALSE(depends_on(stages(), "scores", {}));
  CHECK_FALSE(depends_on(with("Q", "weights"), "weights", {"words"}));  // it ends
}

TEST_CASE("require_computable: every name is there", "[practice][dependencies]") {
  CHECK_NOTHROW(require_computable(stages()));
  CHECK_REFUSED(require_computable(with("output", "matmul(weight, Q)")),
                "There is no weight in the exercise. Did you mean weights?");
  CHECK_REFUSED(require_computable(with("output", "matmul(weights, something)")),
                "There is no something in the exercise.");
}

TEST_CASE("require_computable: nothing depends on itself", "[practice][dependencies]") {
  CHECK_REFUSED(require_computable(with("Q", "weights")),
                "Q depends on itself: Q -> weights -> scores -> Q.");
  CHECK_REFUSED(require_computable(with("Q", "transpose(Q)")), "Q depends on itself: Q -> Q.");
  // The way into the circle is no part of it.
  Definitions circle = with("Q", "scores");
  circle.insert_or_assign("A", Recipe("weights"));
  CHECK_REFUSED(require_computable(circle), "scores depends on itself: scores -> Q -> scores.");
}

TEST_CASE("require_names: more names may be used than there are", "[practice][dependencies]") {
  CHECK_NOTHROW(require_names(stages(), Recipe("d * d_k"), {"d"}));
  CHECK_THROWS_AS(require_names(stages(), Recipe("n * d_k"), {"d"}), InputError);
}

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
