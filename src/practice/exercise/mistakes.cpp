#include <algorithm>

#include "base/text.hpp"
#include "data/toml/toml.hpp"
#include "practice/exercise/exercise.hpp"

namespace attn {

namespace {

/// What mistakes.toml holds.
struct MistakesFile {
  std::vector<Misconception> misconceptions;
  std::vector<StageMistakes> stages;
};

MistakesFile read_mistakes() {
  const std::string source = "mistakes.toml";
  const TomlValue tree = read_toml(practice_text(source), source);
  TomlTable table({&tree, source, ""});
  MistakesFile file;
  for (const auto& [name, say] : TomlTable(table.need("misconception")).all())
    file.misconceptions.push_back({name, say.local_text()});
  for (TomlTable& each : table.tables("stage")) {
    StageMistakes stage{each.need("name").text(), each.need("operands").words()};
    if (const auto companions = each.find("companions")) stage.companions = companions->words();
    for (const TomlItem& mistake : each.need("mistakes").list())
      for (const auto& [name, recipe] : TomlTable(mistake).all())
        stage.mistakes.push_back({name, recipe.text()});
    file.stages.push_back(std::move(stage));
  }
  return file;
}

// Read once, by whoever asks first.
const MistakesFile& mistakes_file() {
  static const MistakesFile file = read_mistakes();
  return file;
}

std::string braced(const std::string& name, const char* mark) { return "{" + name + mark + "}"; }

}  // namespace

const std::vector<Misconception>& known_misconceptions() { return mistakes_file().misconceptions; }

std::string text_of_misconception(const std::string& name, const std::string& own_text) {
  if (!own_text.empty()) return own_text;
  for (const Misconception& known : known_misconceptions())
    if (name == known.name) return known.say.here();
  return "";
}

std::string text_of_misconception(const Alternative& mistake) {
  return text_of_misconception(mistake.name, mistake.say.here());
}

const std::vector<StageMistakes>& stage_mistakes() { return mistakes_file().stages; }

const StageMistakes* find_stage_mistakes(const std::string& name) {
  const auto found =
      std::find_if(stage_mistakes().begin(), stage_mistakes().end(),
                   [&name](const StageMistakes& stage) { return name == stage.name; });
  return found == stage_mistakes().end() ? nullptr : &*found;
}

std::string recipe_with(const StageMistake& mistake,
                        const std::map<std::string, std::string>& operands) {
  std::string recipe = mistake.recipe;
  for (const auto& [name, recipe_of_it] : operands) {
    replace_all(recipe, braced(name, ""), recipe_of_it);
    replace_all(recipe, braced(name, "?"), "");
  }
  if (recipe.find('{') != recipe.npos) return "";
  const auto mask = operands.find("mask");
  const bool is_masked = mask != operands.end();
  const std::string end = is_masked ? ", " + mask->second + ")" : "";
  replace_all(recipe, "<", is_masked ? "mask_scores(" : "");
  replace_all(recipe, ">", end);
  replace_all(recipe, "[", is_masked ? "keep(" : "");
  replace_all(recipe, "]", end);
  return recipe;
}

}  // namespace attn
