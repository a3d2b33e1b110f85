#include "practice/mistakes.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/recipe_value.hpp"

using namespace attn;

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
