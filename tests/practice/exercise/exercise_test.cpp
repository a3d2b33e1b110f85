#include "practice/exercise/exercise.hpp"

#include <fmt/format.h>

#include "practice/course/course.hpp"
#include "practice/exercise/worksheet.hpp"
#include "support/catch.hpp"
#include "support/content.hpp"
#include "support/matrix.hpp"
#include "support/practice_exercise.hpp"
#include "support/recipe_value.hpp"
#include "support/table_texts.hpp"

using Strings = std::vector<std::string>;

namespace {

Definitions scores() {
  return {{"scores", arma::mat{{2, 4}, {6, 8}}},
          {"d_k", arma::mat{4.0}},
          {"words", Strings{"cat", "sat"}}};
}

TEST_CASE("Recipe: functions are applied to names, numbers and other recipes") {
  CHECK(difference(value_of("divide(scores, sqrt(d_k))", scores()), {{1, 2}, {3, 4}}) == "");
  CHECK(difference(value_of("transpose(add( scores , -1 ))", scores()), {{1, 5}, {3, 7}}) == "");
  CHECK(difference(value_of("scores", scores()), {{2, 4}, {6, 8}}) == "");
  CHECK(difference(value_of("\f transpose \f( scores\r\n)\t", scores()), {{2, 6}, {4, 8}}) == "");
}

TEST_CASE("Recipe: what is no function is arithmetic with single numbers") {
  CHECK(value_of("4 * d_k^2 + 1", scores())(0) == 65);
  CHECK(value_of("1/sqrt(d_k)", scores())(0) == 0.5);
  CHECK(value_of("2*pi")(0) == Approx(6.283185307179586));
  CHECK(value_of("-3")(0) == -3);
  CHECK(value_of("1e3 + .5")(0) == 1000.5);
  CHECK(value_of(" ( d_k ) ", scores())(0) == 4);
}

TEST_CASE("Recipe: functions may stand in arithmetic where they give one number") {
  CHECK(value_of("4 * cell(scores, 0, 1) + width(scores)", scores())(0) == 18);
  CHECK(value_of("sqrt(cell(scores, 0, 1)) * (sum(scores) - sum(scores) + 1)", scores())(0) == 2);
  CHECK(refusal_of("2 * scores", scores()) == "scores must be a single number, and is 2 x 2.");
  CHECK(refusal_of("2 * words", scores()) ==
        "words must be a single number, and words were given.");
}

TEST_CASE("Recipe: a function's name without a parenthesis is a value") {
  CHECK(value_of("width + width(scores)",
                 {{"width", arma::mat{5.0}}, {"scores", arma::mat{{1, 2, 3}}}})(0) == 8);
}

TEST_CASE("Recipe::names: each name once, as it is met") {
  CHECK(Recipe("softmax_rows(divide(scores, sqrt(d_k) + d_k))").names() ==
        Strings{"scores", "d_k"});
  CHECK(Recipe("2*pi*e + 2e3 + exp(1)").names().empty());
  CHECK(Recipe("cell(M, i, 0) * n_2").names() == Strings{"M", "i", "n_2"});
}

TEST_CASE("Recipe::draws: wherever in it a number is drawn") {
  CHECK(Recipe("transpose(add(normals(2, 2), 1))").draws());
  CHECK(Recipe("1 + pick(1, 2)").draws());
  CHECK_FALSE(Recipe("transpose(add(M, 1))").draws());
}

TEST_CASE("Recipe: a function that refuses is named with what it was applied to") {
  CHECK(refusal_of("transpose(cell(scores, 2, 0))", scores()) ==
        "cell(scores, 2, 0): argument 2 must be a whole number from 0 to 1, and is 2.");
}

TEST_CASE("single_number: a matrix of one cell only") {
  CHECK(single_number(arma::mat{7.0}, "x") == 7);
  CHECK_REFUSED(single_number(arma::mat(2, 3), "x"), "x must be a single number, and is 2 x 3.");
}

std::vector<std::string> letters_of(const std::vector<std::string>& ids,
                                    const std::string& first_text = "It is x.") {
  Field field{.name = "why", .kind = FieldKind::choice};
  for (const std::string& id : ids) field.options.push_back({id, {"Text of " + id, ""}, {}});
  field.options.front().text.set("en", first_text);
  return field.option_letters();
}

TEST_CASE("Field::option_letters: letters by place, that give nothing away") {
  using Letters = std::vector<std::string>;
  CHECK(letters_of({"nothing", "speed", "size"}) == Letters{"a", "b", "c"});
  CHECK(letters_of({"b", "a", "c"}) == Letters{"b", "a", "c"});
  CHECK(letters_of({"A", "B"}) == Letters{"A", "B"});
  CHECK(letters_of({"1", "2"}) == Letters{"1", "2"});
  // A letter that means another option already would be misread.
  CHECK(letters_of({"speed", "A"}) == Letters{"speed", "A"});
  CHECK(letters_of({"one", "two"}, "B") == Letters{"one", "two"});
  CHECK(letters_of({"a", "two"}) == Letters{"a", "b"});
  std::vector<std::string> many;
  for (int i = 0; i < 28; ++i) many.push_back("option" + std::to_string(i));
  CHECK(letters_of(many).at(25) == "z");
  CHECK(letters_of(many).at(27) == "ab");
}

TEST_CASE("Exercise: a field by its name") {
  CHECK(practice_exercise().field("weights").kind == FieldKind::matrix);
  CHECK_THROWS_AS(practice_exercise().field("weight"), std::out_of_range);
}

TEST_CASE("Tolerance: exact where an exercise gives none") {
  CHECK(practice_exercise().field("scores").tolerance.is_exact());
  CHECK_FALSE(practice_exercise().field("weights").tolerance.is_exact());
}

TEST_CASE("usual_ways: the first of each field") {
  const Definitions usual =
      usual_ways({{"a", {arma::mat{1.0}, arma::mat{2.0}}}, {"b", {arma::mat{3.0}}}});
  REQUIRE(usual.size() == 2);
  CHECK(std::get<arma::mat>(usual.at("a"))(0) == 1.0);
  CHECK(usual_ways({}).empty());
}

std::string sentences_in(const std::string& language) {
  std::string table;
  for (const Misconception& known : known_misconceptions())
    table += fmt::format("| `{}` | {} |\n", known.name, known.say.in(language));
  return table;
}

// Whether the page has the sentences in a table under that heading; with UPDATE_GOLDEN it gets
// them.
bool documents(const std::string& page, const std::string& heading, const std::string& language) {
  const std::string path = ATTN_SOURCE_DIR "/docs/" + page, table = sentences_in(language);
  std::string text = content(path);
  const std::string head = "| " + heading + " |\n| --- | --- |\n";
  const std::size_t begin = text.find(head) + head.size(), end = text.find("\n\n", begin) + 1;
  if (text.substr(begin, end - begin) == table) return true;
  if (std::getenv("UPDATE_GOLDEN") == nullptr) return false;
  std::ofstream(path, std::ios::binary) << text.replace(begin, end - begin, table);
  return true;
}

TEST_CASE("text_of_misconception: the manifest's own text comes first") {
  CHECK(text_of_misconception("no_scale", "Divide by 2 here.") == "Divide by 2 here.");
  CHECK(text_of_misconception("no_scale", "") == "The scores were not divided by √d_k.");
  CHECK(text_of_misconception("a_name_nobody_knows", "").empty());
}

TEST_CASE("known_misconceptions: each has a name of its own and a whole sentence") {
  std::set<std::string> names;
  for (const Misconception& known : known_misconceptions()) {
    CHECK(names.insert(known.name).second);
    const std::string& sentence = known.say.in("en");
    INFO(known.name);
    CHECK((sentence.ends_with(".") || sentence.ends_with("…")));
    CHECK((known.say.in("ja").ends_with("。") || known.say.in("ja").ends_with("…")));
  }
}

TEST_CASE("known_misconceptions: the documentation has the same table") {
  CHECK(documents("writing-exercises.md", "name | what the learner is told", "en"));
  CHECK(documents("ja/writing-exercises.md", "名前 | 学習者に伝える文", "ja"));
}

using Operands = std::map<std::string, std::string>;

// Two tokens of width 2, so that every product fits whatever is exchanged.
const Definitions kExample{
    {"Q", arma::mat{{1, 2}, {3, 1}}},           {"K", arma::mat{{2, 1}, {1, 4}}},
    {"V", arma::mat{{5, 1}, {2, 3}}},           {"S", arma::mat{{4, 9}, {7, 7}}},
    {"A", arma::mat{{0.25, 0.75}, {0.5, 0.5}}}, {"d", arma::mat{2.0}},
    {"mask", arma::mat{{1, 0}, {1, 1}}}};

// What every operand and companion may stand for.
const Operands kAll{{"queries", "Q"},  {"keys", "K"},     {"values", "V"},  {"scores", "S"},
                    {"unscaled", "S"}, {"unmasked", "A"}, {"weights", "A"}, {"mask", "mask"},
                    {"d_k", "d"},      {"d_v", "d"},      {"n", "d"},       {"causal", "d"}};

// Without a mask, and without the mistakes that are about one.
Operands without_mask() {
  Operands operands = kAll;
  operands.erase("mask");
  return operands;
}

const StageMistake& mistake(const char* stage, const std::string& name) {
  for (const StageMistake& one : find_stage_mistakes(stage)->mistakes)
    if (one.name == name) return one;
  throw std::out_of_range(name);
}

TEST_CASE("stage_mistakes: each has a sentence in both languages") {
  for (const StageMistakes& stage : stage_mistakes())
    for (const StageMistake& one : stage.mistakes) {
      INFO(stage.name << ", " << one.name);
      CHECK_FALSE(text_of_misconception(one.name, "").empty());
    }
}

TEST_CASE("stage_mistakes: each recipe computes numbers, with a mask and without") {
  for (const Operands& operands : {kAll, without_mask()})
    for (const StageMistakes& stage : stage_mistakes())
      for (const StageMistake& one : stage.mistakes) {
        const std::string recipe = recipe_with(one, operands);
        if (recipe.empty()) continue;
        INFO(stage.name << ", " << one.name << ": " << recipe);
        CHECK(refusal_of(recipe, kExample) == "accepted");
        CHECK_FALSE(value_of(recipe, kExample).has_nan());
      }
}

TEST_CASE("stage_mistakes: with all operands, every mistake can be made") {
  for (const StageMistakes& stage : stage_mistakes())
    for (const StageMistake& one : stage.mistakes) {
      INFO(stage.name << ", " << one.name);
      const bool needs_no_mask = one.recipe.find("{mask?}") != std::string::npos;
      CHECK_FALSE(recipe_with(one, kAll).empty());
      if (needs_no_mask) CHECK(recipe_with(one, without_mask()).empty());
    }
}

TEST_CASE("stage_mistakes: no recipe stands twice in a stage") {
  for (const StageMistakes& stage : stage_mistakes()) {
    std::set<std::string> recipes;
    for (const StageMistake& one : stage.mistakes) {
      INFO(stage.name << ", " << one.name << ": " << one.recipe);
      CHECK(recipes.insert(one.recipe).second);
    }
  }
}

TEST_CASE("stage_mistakes: a recipe takes operands of its stage only") {
  for (const StageMistakes& stage : stage_mistakes()) {
    Operands own;
    for (const std::string& name : stage.operands) own[name] = "S";
    for (const std::string& name : stage.companions) own[name] = "S";
    for (const StageMistake& one : stage.mistakes) {
      INFO(stage.name << ", " << one.name);
      CHECK_FALSE(recipe_with(one, own).empty());
    }
  }
}

TEST_CASE("find_stage_mistakes: by name, or null") {
  REQUIRE(find_stage_mistakes("weights"));
  CHECK(find_stage_mistakes("weights")->name == "weights");
  CHECK(find_stage_mistakes("wieghts") == nullptr);
}

TEST_CASE("recipe_with: operands under the exercise's own names") {
  CHECK(recipe_with(mistake("scores", "keys_and_queries_swapped"),
                    {{"queries", "Q"}, {"keys", "beside(K, K)"}}) ==
        "attention_scores(beside(K, K), Q)");
  CHECK(recipe_with(mistake("scaled", "divided_by_n"), {{"scores", "S"}, {"d_k", "d"}}).empty());
}

TEST_CASE("recipe_with: masked where the stage has a mask") {
  const StageMistake& columns = mistake("weights", "softmax_over_columns");
  CHECK(recipe_with(columns, {{"scores", "S"}}) == "softmax_columns(S)");
  CHECK(recipe_with(columns, {{"scores", "S"}, {"mask", "M"}}) ==
        "softmax_columns(mask_scores(S, M))");
  const StageMistake& forgotten = mistake("weights", "mask_forgotten");
  CHECK(recipe_with(forgotten, {{"scores", "S"}}).empty());
  CHECK(recipe_with(forgotten, {{"scores", "S"}, {"mask", "M"}}) == "softmax_rows(S)");
}

using Strings = std::vector<std::string>;

Field field_of(FieldKind kind) {
  Field field;
  field.name = "x";
  field.kind = kind;
  return field;
}

std::string refusal(const Field& field, const arma::mat& value) {
  return attn::refusal([&] { as_truth(field, value); });
}

TEST_CASE("Worksheet: what is given, and what follows from it") {
  Worksheet worksheet(practice_exercise());
  CHECK(worksheet.variant() == 0);
  CHECK(std::get<Strings>(worksheet.value("words")) == Strings{"cat", "sat"});
  CHECK(worksheet.numbers("d_k")(0) == 4);
  CHECK(difference(worksheet.numbers("scores"), {{2, 2}, {1, 2}}) == "");
  CHECK(difference(worksheet.numbers("weights"), {{0.5, 0.5}, {0.3775, 0.6225}}, 5e-5) == "");
  CHECK(difference(worksheet.numbers("why"), arma::mat{1}) == "");
}

TEST_CASE("Worksheet: a name that is not there, or of the other kind") {
  Worksheet worksheet(practice_exercise());
  CHECK_REFUSED(worksheet.numbers("weight"),
                "There is no weight in the exercise. Did you mean weights?");
  CHECK_REFUSED(worksheet.numbers("words"), "words is words, and numbers are needed.");
}

TEST_CASE("Worksheet::with: what follows from a change, in a copy") {
  Worksheet truth(practice_exercise());
  const arma::mat weights = truth.numbers("weights");
  Worksheet changed = truth.with({{"scores", arma::mat{{0, 0}, {0, 0}}}});
  CHECK(difference(changed.numbers("weights"), {{0.5, 0.5}, {0.5, 0.5}}) == "");
  CHECK(difference(changed.numbers("output"), {{1, 2}, {1, 2}}) == "");
  CHECK(difference(truth.numbers("weights"), weights) == "");
  Worksheet back = changed.with({{"scores", Recipe("attention_scores(Q, K)")}});
  CHECK(difference(back.numbers("weights"), weights) == "");
}

TEST_CASE("Worksheet: it can be used after a refusal") {
  Worksheet circle = Worksheet(practice_exercise()).with({{"Q", Recipe("output")}});
  const std::string told =
      "weights depends on itself: weights -> scores -> Q -> output -> weights.";
  CHECK_REFUSED(circle.numbers("weights"), told);
  CHECK_REFUSED(circle.numbers("weights"), told);
  CHECK(circle.numbers("V")(1, 1) == 4);
}

TEST_CASE("Worksheet::depends_on: in the worksheet as it is now") {
  const Worksheet worksheet(practice_exercise());
  CHECK(worksheet.depends_on("output", {"Q"}));
  CHECK_FALSE(worksheet.depends_on("mask", {"Q"}));
  CHECK(worksheet.with({{"causal", Recipe("ones(height(Q), 2)")}}).depends_on("mask", {"Q"}));
}

TEST_CASE("Worksheet: a variant has the same numbers whatever is computed first") {
  Worksheet one(practice_exercise(), 3), other(practice_exercise(), 3);
  const arma::mat Q = one.numbers("Q"), K = one.numbers("K");
  CHECK(difference(other.numbers("K"), K) == "");
  CHECK(difference(other.numbers("Q"), Q) == "");
  CHECK(difference(Worksheet(practice_exercise(), 4).numbers("Q"), Q) != "");
  CHECK(difference(one.with({{"V", arma::mat(2, 1)}}).numbers("Q"), Q) == "");
  CHECK(difference(one.numbers("V"), {{2, 0}, {0, 4}}) == "");  // it does not vary
}

TEST_CASE("Worksheet: numbers are drawn nowhere but in a variant") {
  Worksheet worksheet = Worksheet(practice_exercise()).with({{"Q", Recipe("normals(2, 4)")}});
  CHECK_REFUSED(worksheet.numbers("Q"),
                "normals(2, 4): Random numbers are drawn under [variant] only.");
}

TEST_CASE("Worksheet: an exercise without variants has none") {
  Exercise exercise = practice_exercise();
  exercise.variant.clear();
  CHECK_REFUSED(Worksheet(exercise, 1), "two-words has no variants: leave out --variant.");
  CHECK_NOTHROW(Worksheet(exercise, 0));
}

TEST_CASE("as_truth: a list's scores, of pairs row by row without the diagonal") {
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

TEST_CASE("as_truth: what does not fit its field is refused") {
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

TEST_CASE("Worksheet::following: answers follow from those before them") {
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

TEST_CASE("Worksheet::following: a matrix of another shape can be gone on from") {
  const Worksheet worksheet(practice_exercise());
  const Definitions narrow{{"scores", Recipe("attention_scores(Q, row(K, 0))")}};
  CHECK_THROWS_AS(worksheet.with(narrow).numbers("weights"), InputError);
  CHECK(worksheet.following().with(narrow).numbers("weights").n_cols == 1);
}

TEST_CASE("Worksheet::under: the truth where a mistake holds, and where it reaches") {
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

TEST_CASE("names_in: of a recipe only") {
  CHECK(names_in(stages().at("weights")) == Strings{"scores", "d_k"});
  CHECK(names_in(stages().at("Q")).empty());
  CHECK(names_in(stages().at("words")).empty());
}

TEST_CASE("depends_on: directly, over others, and on itself") {
  CHECK(depends_on(stages(), "weights", {"scores"}));
  CHECK(depends_on(stages(), "weights", {"Q", "words"}));
  CHECK(depends_on(stages(), "weights", {"weights"}));
  CHECK_FALSE(depends_on(stages(), "scores", {"d_k", "weights"}));
  CHECK_FALSE(depends_on(stages(), "scores", {}));
  CHECK_FALSE(depends_on(with("Q", "weights"), "weights", {"words"}));  // it ends
}

TEST_CASE("require_computable: every name is there") {
  CHECK_NOTHROW(require_computable(stages()));
  CHECK_REFUSED(require_computable(with("output", "matmul(weight, Q)")),
                "There is no weight in the exercise. Did you mean weights?");
  CHECK_REFUSED(require_computable(with("output", "matmul(weights, something)")),
                "There is no something in the exercise.");
}

TEST_CASE("require_computable: nothing depends on itself") {
  CHECK_REFUSED(require_computable(with("Q", "weights")),
                "Q depends on itself: Q -> weights -> scores -> Q.");
  CHECK_REFUSED(require_computable(with("Q", "transpose(Q)")), "Q depends on itself: Q -> Q.");
  // The way into the circle is no part of it.
  Definitions circle = with("Q", "scores");
  circle.insert_or_assign("A", Recipe("weights"));
  CHECK_REFUSED(require_computable(circle), "scores depends on itself: scores -> Q -> scores.");
}

TEST_CASE("require_names: more names may be used than there are") {
  CHECK_NOTHROW(require_names(stages(), Recipe("d * d_k"), {"d"}));
  CHECK_THROWS_AS(require_names(stages(), Recipe("n * d_k"), {"d"}), InputError);
}

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

TEST_CASE("simulation_table: a row for each value, a column for each recipe") {
  const Table table = table_of(with_columns({"d * d_k", "1 / (3 * d)"}));
  CHECK(table.title == "Spread");
  CHECK(table.note == "Drawn.");
  CHECK(headings_of(table) == Strings{"d", "d * d_k", "1 / (3 * d)"});
  CHECK(texts_of(table.rows) ==
        std::vector<Strings>{{"4", "16", "0.08333"}, {"16", "64", "0.02083"}});
}

TEST_CASE("simulation_table: the same seed draws the same, another one something else") {
  const Exercise exercise = with_columns({"sum(normals(1, d))", "sum(normals(1, d))"});
  CHECK(texts_of(table_of(exercise).rows) == texts_of(table_of(exercise).rows));
  CHECK(texts_of(table_of(exercise).rows) != texts_of(table_of(exercise, 2).rows));
  CHECK(text_of(table_of(exercise).rows[0][1]) != text_of(table_of(exercise).rows[0][2]));
}

TEST_CASE("simulation_table: the variance of a score grows with d") {
  const Table table = table_of(with_columns({"variance(dot_products(2000, d))"}));
  CHECK(std::stod(text_of(table.rows[0][1])) == Approx(4).epsilon(0.2));
  CHECK(std::stod(text_of(table.rows[1][1])) == Approx(16).epsilon(0.2));
}

TEST_CASE("simulation_table: refuses an exercise without one, and columns of matrices") {
  CHECK_THROWS_WITH(table_of(practice_exercise()), "two-words has no simulation.");
  CHECK_THROWS_AS(table_of(with_columns({"Q"})), InputError);
}

Field field_with(FieldKind kind, Tolerance tolerance = {}) {
  return {.name = "answer", .kind = kind, .tolerance = tolerance};
}

Field list_of(std::size_t count, bool is_ordered = true) {
  Field field = field_with(FieldKind::list);
  field.items = {"a", "b", "c", "d"};
  field.count = count;
  field.is_ordered = is_ordered;
  return field;
}

const double kNaN = std::numeric_limits<double>::quiet_NaN();
const double kInfinity = std::numeric_limits<double>::infinity();

TEST_CASE("is_close: case 16, exactly the tolerance passes and one step beyond does not") {
  const Tolerance half{.absolute = 0.5};
  CHECK(is_close(1.5, 1.0, half));
  CHECK_FALSE(is_close(1.5 + 1e-8, 1.0, half));
  CHECK(is_close(0.5, 1.0, half));
  CHECK_FALSE(is_close(0.5 - 1e-8, 1.0, half));
}

TEST_CASE("is_close: an error of exactly the tolerance passes, whatever binary makes of it") {
  for (int hundredths = -500; hundredths <= 500; ++hundredths)
    for (const double tolerance : {0.01, 0.05, 0.1}) {
      const double expected = hundredths / 100.0;
      INFO(expected << " ± " << tolerance);
      CHECK(is_close(expected + tolerance, expected, {.absolute = tolerance}));
      CHECK(is_close(expected - tolerance, expected, {.absolute = tolerance}));
      CHECK_FALSE(is_close(expected + 1.001 * tolerance, expected, {.absolute = tolerance}));
      CHECK(is_close(1.001 * expected, expected, {.relative = 0.001}));
    }
}

TEST_CASE("allowed_error: digits are counted from the first one of the expected number") {
  const Tolerance two{.relative = 0.05, .decimals = std::nullopt, .significant = 2};
  CHECK(allowed_error(0.000335, two) == Approx(0.000005));
  CHECK(allowed_error(-9.9, two) == Approx(0.05));
  CHECK(allowed_error(1.0, two) == Approx(0.05));
  CHECK(allowed_error(1000.0, two) == Approx(50.0));
  CHECK(allowed_error(999.9999999999999, two) == Approx(50.0));
  CHECK(allowed_error(0.0, two) == 0.0);
  CHECK(is_close(0.00034, 0.000335, two));
  CHECK_FALSE(is_close(0.00035, 0.000335, two));
}

TEST_CASE("is_close: what is not finite is never close") {
  const Tolerance wide{.absolute = 1e300, .relative = 1e9};
  for (const double value : {kNaN, kInfinity, -kInfinity}) {
    CHECK_FALSE(is_close(value, 0.0, wide));
    CHECK_FALSE(is_close(value, value, wide));
    CHECK_FALSE(is_close(0.0, value, {.absolute = 1.0}));
  }
}

TEST_CASE("is_close: minus zero is zero, and the least numbers are numbers") {
  CHECK(is_close(-0.0, 0.0, {}));
  CHECK_FALSE(is_close(4e-320, 0.0, {}));
  CHECK(is_close(4e-320, 0.0, {.absolute = 1e-9}));
}

TEST_CASE("allowed_error: case 17, where 0 is expected a relative tolerance allows nothing") {
  CHECK(allowed_error(0.0, {.relative = 0.1}) == 0.0);
  CHECK(is_close(0.0, 0.0, {.relative = 0.1}));
  CHECK_FALSE(is_close(1e-9, 0.0, {.relative = 0.1}));
  CHECK(allowed_error(-200.0, {.absolute = 1.0, .relative = 0.1}) == 20.0);
  CHECK(allowed_error(5.0, {.absolute = 1.0, .relative = 0.1}) == 1.0);
}

TEST_CASE("compare: names the worst cell, and marks every wrong one") {
  const Field field = field_with(FieldKind::matrix, {.absolute = 0.1});
  const Comparison result = compare(field, {{1.0, 2.5}, {3.0, 9.0}}, {{1.05, 2.0}, {3.0, 4.0}});
  CHECK(result.same_shape);
  CHECK_FALSE(result.matches());
  CHECK(arma::accu(result.wrong) == 2);
  REQUIRE(result.worst);
  CHECK(result.worst->row == 1);
  CHECK(result.worst->col == 1);
  CHECK(result.worst->given == 9.0);
  CHECK(result.worst->expected == 4.0);
  CHECK(result.largest_error == 5.0);
  const Comparison alike = compare(field, {{1.0, 2.0, 2.0}}, {{1.0, 1.0, 1.0}});
  CHECK(alike.worst->col == 1);  // the first of two that are equally far off
}

TEST_CASE("compare: a cell that is no number is the worst of all") {
  const Field field = field_with(FieldKind::matrix, {.absolute = 0.1});
  const Comparison result = compare(field, {{100.0, kNaN}}, {{1.0, 1.0}});
  REQUIRE(result.worst);
  CHECK(result.worst->col == 1);
  CHECK(result.largest_error == 99.0);
}

TEST_CASE("compare: cases 11, 13 and 14, another shape is never compared") {
  const Field field = field_with(FieldKind::matrix, {.absolute = 10.0});
  const arma::mat truth{{1, 2, 3}, {4, 5, 6}};
  const arma::mat others[] = {arma::mat{{1, 2, 3, 4, 5, 6}}, truth.t(),
                              arma::mat(1, 1, arma::fill::ones),
                              arma::mat{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, arma::mat{{1, 2, 3}}};
  for (const arma::mat& other : others) {
    const Comparison result = compare(field, other, truth);
    CHECK_FALSE(result.same_shape);
    CHECK_FALSE(result.matches());
  }
  CHECK_FALSE(compare(field, {{2, 2}, {2, 2}}, arma::mat(1, 1, arma::fill::value(2.0)))
                  .matches());  // no broadcasting either
}

TEST_CASE("compare: a list is right if it holds the best in order, ties either way") {
  const arma::mat scores = arma::mat{{1.2, 1.1, 0.8, 1.2}}.t();
  CHECK(compare(list_of(3), {{0, 3, 1}}, scores).matches());
  CHECK(compare(list_of(3), {{3, 0, 1}}, scores).matches());
  CHECK_FALSE(compare(list_of(3), {{1, 0, 3}}, scores).matches());
  CHECK(compare(list_of(3, false), {{1, 0, 3}}, scores).matches());
  CHECK_FALSE(compare(list_of(3, false), {{1, 0, 2}}, scores).matches());
  CHECK_FALSE(compare(list_of(3), {{0, 3}}, scores).same_shape);
}

TEST_CASE("compare: of items that are spelled alike, the one that fits is meant") {
  const arma::mat scores = arma::vec{0.1, 0.4, 0.2, 0.3};
  Field field = list_of(2);
  field.items = {"fox", "red", "hen", "fox"};
  CHECK(compare(field, {{1, 0}}, scores).matches());
  CHECK(compare(field, {{1, 3}}, scores).matches());
  CHECK_FALSE(compare(field, {{1, 2}}, scores).matches());
  CHECK_FALSE(compare(field, {{0, 3}}, scores).matches());
}

TEST_CASE("answer_of: the best items of a list, anything else as it is") {
  const arma::mat scores = arma::mat{{1.2, 1.1, 0.8, 1.2}}.t();
  CHECK(arma::approx_equal(answer_of(list_of(3), scores), arma::mat{{0, 3, 1}}, "absdiff", 0.0));
  const arma::mat matrix{{1, 2}};
  CHECK(
      arma::approx_equal(answer_of(field_with(FieldKind::matrix), matrix), matrix, "absdiff", 0.0));
}

TEST_CASE("compare: what is no number equals nothing but itself") {
  const Field field{.name = "weights", .kind = FieldKind::matrix};
  const arma::mat undefined{{arma::datum::nan, -arma::datum::inf, 1.0}};
  CHECK(compare(field, undefined, undefined).matches());
  CHECK_FALSE(compare(field, undefined, {{0.0, -arma::datum::inf, 1.0}}).matches());
  CHECK_FALSE(compare(field, undefined, {{arma::datum::nan, arma::datum::inf, 1.0}}).matches());
}

}  // namespace
