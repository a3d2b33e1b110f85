#include "practice/course/manifest_stage.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/message.hpp"
#include "base/text.hpp"
#include "practice/course/manifest_fields.hpp"
#include "practice/recipe/dependencies.hpp"
#include "practice/stage_mistakes.hpp"

namespace attn {
namespace {

const StageMistakes& named_stage(const TomlItem& name) {
  if (const StageMistakes* stage = find_stage_mistakes(name.text())) return *stage;
  std::vector<std::string> known;
  for (const StageMistakes& stage : stage_mistakes()) known.emplace_back(stage.name);
  name.refuse(
      message("there is no stage {}. The stages are: {}.", preview(name.text()), listed(known)));
}

// Whether an operand can be computed where it is needed: every mistake of the stage takes its
// place.
void require_operand(const TomlItem& operand, const Exercise& exercise, const Field& field) {
  const Recipe recipe = read_recipe(operand);
  require_no_draws(operand, recipe);
  Definitions changed = exercise.definitions;
  changed.insert_or_assign(field.name, recipe);
  operand.placed([&changed] {
    require_computable(changed);
    return 0;
  });
}

std::map<std::string, std::string> read_operands(const TomlItem& value, const StageMistakes& stage,
                                                 const Exercise& exercise, const Field& field) {
  std::vector<std::string> known(stage.operands.begin(), stage.operands.end());
  known.insert(known.end(), stage.companions.begin(), stage.companions.end());
  std::map<std::string, std::string> operands;
  for (const auto& [name, recipe] : TomlTable(value).all()) {
    if (std::find(known.begin(), known.end(), name) == known.end())
      recipe.refuse(message("the stage {} has no operand {}. It has: {}.", stage.name,
                            preview(name), listed(known)));
    require_operand(recipe, exercise, field);
    operands[name] = recipe.text();
  }
  for (const std::string needed : stage.operands)
    if (!operands.contains(needed))
      value.refuse(message("the stage {} needs {}.", stage.name, needed));
  return operands;
}

std::set<std::string> read_except(const TomlItem& value, const StageMistakes& stage) {
  std::vector<std::string> known;
  for (const StageMistake& mistake : stage.mistakes) known.emplace_back(mistake.name);
  std::set<std::string> except;
  for (const TomlItem& name : value.list()) {
    if (std::find(known.begin(), known.end(), name.text()) == known.end()) {
      const std::string meant = nearest(name.text(), known);
      const std::string why =
          message("the stage {} has no mistake {}.", stage.name, preview(name.text()));
      name.refuse(meant.empty() ? why : why + " " + message("Did you mean {}?", meant));
    }
    if (!except.insert(name.text()).second)
      name.refuse(message("the name {} is there twice.", name.text()));
  }
  return except;
}

bool has_mistake(const Exercise& exercise, const std::string& name, const std::string& field) {
  return std::any_of(
      exercise.alternatives.begin(), exercise.alternatives.end(),
      [&](const Alternative& one) { return one.name == name && one.change.contains(field); });
}

}  // namespace

std::vector<Alternative> read_stage(TomlTable& table, const Exercise& exercise) {
  const StageMistakes& stage = named_stage(table.need("name"));
  const TomlItem gives = table.need("gives");
  const Field* field = exercise.find_field(gives.text());
  if (field == nullptr || !field->has_cells())
    gives.refuse(
        message("a question for a matrix was expected, but {} is none.", preview(gives.text())));
  const auto operands = read_operands(table.need("of"), stage, exercise, *field);
  std::set<std::string> except;
  if (const auto names = table.find("except")) except = read_except(*names, stage);
  table.finish();
  std::vector<Alternative> mistakes;
  for (const StageMistake& mistake : stage.mistakes) {
    if (except.contains(mistake.name)) continue;
    if (has_mistake(exercise, mistake.name, field->name)) continue;
    const std::string recipe = recipe_with(mistake, operands);
    if (recipe.empty()) continue;
    mistakes.push_back({.name = mistake.name,
                        .change = {{field->name, Recipe(recipe)}},
                        .say = {},
                        .may_coincide = true,
                        .place = place_of(table.self())});
  }
  return mistakes;
}

}  // namespace attn
