#include "practice/course/manifest_stage.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "base/preview.hpp"
#include "base/text.hpp"
#include "practice/stage_mistakes.hpp"

namespace attn {
namespace {

const StageMistakes& named_stage(const ManifestValue& name) {
  if (const StageMistakes* stage = find_stage_mistakes(name.text())) return *stage;
  std::vector<std::string> known;
  for (const StageMistakes& stage : stage_mistakes()) known.emplace_back(stage.name);
  name.refuse(
      message("there is no stage {}. The stages are: {}.", preview(name.text()), listed(known)));
}

std::map<std::string, std::string> read_operands(const ManifestValue& value,
                                                 const StageMistakes& stage) {
  std::vector<std::string> known(stage.operands.begin(), stage.operands.end());
  known.insert(known.end(), stage.companions.begin(), stage.companions.end());
  std::map<std::string, std::string> operands;
  for (const auto& [name, recipe] : ManifestTable(value).all()) {
    if (std::find(known.begin(), known.end(), name) == known.end())
      recipe.refuse(message("the stage {} has no operand {}. It has: {}.", stage.name,
                            preview(name), listed(known)));
    recipe.recipe();
    operands[name] = recipe.text();
  }
  for (const std::string needed : stage.operands)
    if (!operands.contains(needed))
      value.refuse(message("the stage {} needs {}.", stage.name, needed));
  return operands;
}

bool has_mistake(const Exercise& exercise, const std::string& name, const std::string& field) {
  return std::any_of(
      exercise.alternatives.begin(), exercise.alternatives.end(),
      [&](const Alternative& one) { return one.name == name && one.change.contains(field); });
}

}  // namespace

std::vector<Alternative> read_stage(ManifestTable& table, const Exercise& exercise) {
  const StageMistakes& stage = named_stage(table.need("name"));
  const ManifestValue gives = table.need("gives");
  const Field* field = exercise.find_field(gives.text());
  if (field == nullptr || !field->has_cells())
    gives.refuse(
        message("a question for a matrix was expected, but {} is none.", preview(gives.text())));
  const auto operands = read_operands(table.need("of"), stage);
  std::vector<std::string> except;
  if (const auto list = table.find("except")) except = list->different_words();
  table.finish();
  std::vector<Alternative> mistakes;
  for (const StageMistake& mistake : stage.mistakes) {
    if (std::find(except.begin(), except.end(), mistake.name) != except.end()) continue;
    if (has_mistake(exercise, mistake.name, field->name)) continue;
    const std::string recipe = recipe_with(mistake, operands);
    if (recipe.empty()) continue;
    mistakes.push_back({.name = mistake.name,
                        .change = {{field->name, Recipe(recipe)}},
                        .say = {},
                        .may_coincide = true});
  }
  return mistakes;
}

}  // namespace attn
