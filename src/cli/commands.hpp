#pragma once

#include <functional>
#include <vector>

#include "cli/program/option_table.hpp"

namespace CLI {
class App;
}

namespace attn {

/// The work that the arguments chose. It runs after parsing, where errors are caught.
using Action = std::function<int()>;

/// One subcommand: `add` gives it its flags, and stores its work when it is chosen.
struct Command {
  const char* name;
  const char* summary;  ///< English; translated where it is shown
  void (*add)(CLI::App& app, Action& chosen);
  /// What its first word can be, where it is one of a few. Null: any word.
  std::vector<OptionEntry> (*verbs)() = nullptr;
};

/// Every subcommand, in the order in which help lists them.
const std::vector<Command>& commands();

/// Scaled dot-product attention, every stage shown.
void add_attend(CLI::App& app, Action& chosen);

/// Multi-head attention, head by head.
void add_mha(CLI::App& app, Action& chosen);

/// Encodings of positions, and what they change.
void add_posenc(CLI::App& app, Action& chosen);

/// Masks: who may attend to whom.
void add_mask(CLI::App& app, Action& chosen);

/// Parameters, operations and memory of models and layers.
void add_complexity(CLI::App& app, Action& chosen);

/// Exercises, their answers checked.
void add_exercise(CLI::App& app, Action& chosen);
std::vector<OptionEntry> exercise_verb_entries();

}  // namespace attn
