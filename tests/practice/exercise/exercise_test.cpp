#include "practice/exercise/exercise.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/practice_exercise.hpp"
#include "support/recipe_value.hpp"

using namespace attn;
using Strings = std::vector<std::string>;

namespace {

Definitions scores() {
  return {{"scores", arma::mat{{2, 4}, {6, 8}}},
          {"d_k", arma::mat{4.0}},
          {"words", Strings{"cat", "sat"}}};
}

}  // namespace

TEST_CASE("Recipe: functions are applied to names, numbers and other recipes",
          "[practice][recipe]") {
  CHECK(difference(value_of("divide(scores, sqrt(d_k))", scores()), {{1, 2}, {3, 4}}) == "");
  CHECK(difference(value_of("transpose(add( scores , -1 ))", scores()), {{1, 5}, {3, 7}}) == "");
  CHECK(difference(value_of("scores", scores()), {{2, 4}, {6, 8}}) == "");
  CHECK(difference(value_of("\f transpose \f( scores\r\n)\t", scores()), {{2, 6}, {4, 8}}) == "");
}

TEST_CASE("Recipe: what is no function is arithmetic with single numbers", "[practice][recipe]") {
  CHECK(value_of("4 * d_k^2 + 1", scores())(0) == 65);
  CHECK(value_of("1/sqrt(d_k)", scores())(0) == 0.5);
  CHECK(value_of("2*pi")(0) == Approx(6.283185307179586));
  CHECK(value_of("-3")(0) == -3);
  CHECK(value_of("1e3 + .5")(0) == 1000.5);
  CHECK(value_of(" ( d_k ) ", scores())(0) == 4);
}

TEST_CASE("Recipe: functions may stand in arithmetic where they give one number",
          "[practice][recipe]") {
  CHECK(value_of("4 * cell(scores, 0, 1) + width(scores)", scores())(0) == 18);
  CHECK(value_of("sqrt(cell(scores, 0, 1)) * (sum(scores) - sum(scores) + 1)", scores())(0) == 2);
  CHECK(refusal_of("2 * scores", scores()) == "scores must be a single number, and is 2 x 2.");
  CHECK(refusal_of("2 * words", scores()) ==
        "words must be a single number, and words were given.");
}

TEST_CASE("Recipe: a function's name without a parenthesis is a value", "[practice][recipe]") {
  CHECK(value_of("width + width(scores)",
                 {{"width", arma::mat{5.0}}, {"scores", arma::mat{{1, 2, 3}}}})(0) == 8);
}

TEST_CASE("Recipe::names: each name once, as it is met", "[practice][recipe]") {
  CHECK(Recipe("softmax_rows(divide(scores, sqrt(d_k) + d_k))").names() ==
        Strings{"scores", "d_k"});
  CHECK(Recipe("2*pi*e + 2e3 + exp(1)").names().empty());
  CHECK(Recipe("cell(M, i, 0) * n_2").names() == Strings{"M", "i", "n_2"});
}

TEST_CASE("Recipe::draws: wherever in it a number is drawn", "[practice][recipe]") {
  CHECK(Recipe("transpose(add(normals(2, 2), 1))").draws());
  CHECK(Recipe("1 + pick(1, 2)").draws());
  CHECK_FALSE(Recipe("transpose(add(M, 1))").draws());
}

TEST_CASE("Recipe: a function that refuses is named with what it was applied to",
          "[practice][recipe]") {
  CHECK(refusal_of("transpose(cell(scores, 2, 0))", scores()) ==
        "cell(scores, 2, 0): argument 2 must be a whole number from 0 to 1, and is 2.");
}

TEST_CASE("single_number: a matrix of one cell only", "[practice][recipe]") {
  CHECK(single_number(arma::mat{7.0}, "x") == 7);
  CHECK_REFUSED(single_number(arma::mat(2, 3), "x"), "x must be a single number, and is 2 x 3.");
}

namespace {

std::vector<std::string> letters_of(const std::vector<std::string>& ids,
                                    const std::string& first_text = "It is x.") {
  Field field{.name = "why", .kind = FieldKind::choice};
  for (const std::string& id : ids) field.options.push_back({id, {"Text of " + id, ""}, {}});
  field.options.front().text.set("en", first_text);
  return field.option_letters();
}

}  // namespace

TEST_CASE("Field::option_letters: letters by place, that give nothing away",
          "[practice][exercise]") {
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

TEST_CASE("Exercise: a field by its name", "[practice][exercise]") {
  CHECK(practice_exercise().field("weights").kind == FieldKind::matrix);
  CHECK_THROWS_AS(practice_exercise().field("weight"), std::out_of_range);
}

TEST_CASE("Tolerance: exact where an exercise gives none", "[practice][exercise]") {
  CHECK(practice_exercise().field("scores").tolerance.is_exact());
  CHECK_FALSE(practice_exercise().field("weights").tolerance.is_exact());
}

TEST_CASE("usual_ways: the first of each field", "[practice][exercise]") {
  const Definitions usual =
      usual_ways({{"a", {arma::mat{1.0}, arma::mat{2.0}}}, {"b", {arma::mat{3.0}}}});
  REQUIRE(usual.size() == 2);
  CHECK(std::get<arma::mat>(usual.at("a"))(0) == 1.0);
  CHECK(usual_ways({}).empty());
}

namespace {

std::string bytes_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
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
  std::string text = bytes_of(path);
  const std::string head = "| " + heading + " |\n| --- | --- |\n";
  const std::size_t begin = text.find(head) + head.size(), end = text.find("\n\n", begin) + 1;
  if (text.substr(begin, end - begin) == table) return true;
  if (std::getenv("UPDATE_GOLDEN") == nullptr) return false;
  std::ofstream(path, std::ios::binary) << text.replace(begin, end - begin, table);
  return true;
}

}  // namespace

TEST_CASE("text_of_misconception: the manifest's own text comes first",
          "[practice][misconceptions]") {
  CHECK(text_of_misconception("no_scale", "Divide by 2 here.") == "Divide by 2 here.");
  CHECK(text_of_misconception("no_scale", "") == "The scores were not divided by √d_k.");
  CHECK(text_of_misconception("a_name_nobody_knows", "").empty());
}

TEST_CASE("known_misconceptions: each has a name of its own and a whole sentence",
          "[practice][misconceptions]") {
  std::set<std::string> names;
  for (const Misconception& known : known_misconceptions()) {
    CHECK(names.insert(known.name).second);
    const std::string& sentence = known.say.in("en");
    INFO(known.name);
    CHECK((sentence.ends_with(".") || sentence.ends_with("…")));
    CHECK((known.say.in("ja").ends_with("。") || known.say.in("ja").ends_with("…")));
  }
}

TEST_CASE("known_misconceptions: the documentation has the same table",
          "[practice][misconceptions]") {
  CHECK(documents("writing-exercises.md", "name | what the learner is told", "en"));
  CHECK(documents("ja/writing-exercises.md", "名前 | 学習者に伝える文", "ja"));
}

using Operands = std::map<std::string, std::string>;

namespace {

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

}  // namespace

TEST_CASE("stage_mistakes: each has a sentence in both languages", "[practice][stages]") {
  for (const StageMistakes& stage : stage_mistakes())
    for (const StageMistake& one : stage.mistakes) {
      INFO(stage.name << ", " << one.name);
      CHECK_FALSE(text_of_misconception(one.name, "").empty());
    }
}

TEST_CASE("stage_mistakes: each recipe computes numbers, with a mask and without",
          "[practice][stages]") {
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

TEST_CASE("stage_mistakes: with all operands, every mistake can be made", "[practice][stages]") {
  for (const StageMistakes& stage : stage_mistakes())
    for (const StageMistake& one : stage.mistakes) {
      INFO(stage.name << ", " << one.name);
      const bool needs_no_mask = one.recipe.find("{mask?}") != std::string::npos;
      CHECK_FALSE(recipe_with(one, kAll).empty());
      if (needs_no_mask) CHECK(recipe_with(one, without_mask()).empty());
    }
}

TEST_CASE("stage_mistakes: no recipe stands twice in a stage", "[practice][stages]") {
  for (const StageMistakes& stage : stage_mistakes()) {
    std::set<std::string> recipes;
    for (const StageMistake& one : stage.mistakes) {
      INFO(stage.name << ", " << one.name << ": " << one.recipe);
      CHECK(recipes.insert(one.recipe).second);
    }
  }
}

TEST_CASE("stage_mistakes: a recipe takes operands of its stage only", "[practice][stages]") {
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

TEST_CASE("find_stage_mistakes: by name, or null", "[practice][stages]") {
  REQUIRE(find_stage_mistakes("weights"));
  CHECK(find_stage_mistakes("weights")->name == "weights");
  CHECK(find_stage_mistakes("wieghts") == nullptr);
}

TEST_CASE("recipe_with: operands under the exercise's own names", "[practice][stages]") {
  CHECK(recipe_with(mistake("scores", "keys_and_queries_swapped"),
                    {{"queries", "Q"}, {"keys", "beside(K, K)"}}) ==
        "attention_scores(beside(K, K), Q)");
  CHECK(recipe_with(mistake("scaled", "divided_by_n"), {{"scores", "S"}, {"d_k", "d"}}).empty());
}

TEST_CASE("recipe_with: masked where the stage has a mask", "[practice][stages]") {
  const StageMistake& columns = mistake("weights", "softmax_over_columns");
  CHECK(recipe_with(columns, {{"scores", "S"}}) == "softmax_columns(S)");
  CHECK(recipe_with(columns, {{"scores", "S"}, {"mask", "M"}}) ==
        "softmax_columns(mask_scores(S, M))");
  const StageMistake& forgotten = mistake("weights", "mask_forgotten");
  CHECK(recipe_with(forgotten, {{"scores", "S"}}).empty());
  CHECK(recipe_with(forgotten, {{"scores", "S"}, {"mask", "M"}}) == "softmax_rows(S)");
}
