#pragma once

#include <functional>
#include <vector>

#include "cli/flags/flag_group.hpp"
#include "cli/program/option_table.hpp"

namespace attn {

/// The work of a command. It runs after parsing, where errors are caught.
using Action = std::function<int()>;

/// One subcommand: `add` lists its flags, and gives its work, which holds and reads them.
struct Command {
  const char* name;
  const char* summary;  ///< English; translated where it is shown
  Action (*add)(FlagTable& flags);
  /// What its first word can be, where it is one of a few. Null: any word.
  std::vector<OptionEntry> (*verbs)() = nullptr;
};

/// Every subcommand, in the order in which help lists them.
const std::vector<Command>& commands();

/// Scaled dot-product attention, every stage shown.
Action add_attend(FlagTable& flags);

/// Multi-head attention, head by head.
Action add_mha(FlagTable& flags);

/// Encodings of positions, and what they change.
Action add_posenc(FlagTable& flags);

/// Masks: who may attend to whom.
Action add_mask(FlagTable& flags);

/// Parameters, operations and memory of models and layers.
Action add_complexity(FlagTable& flags);

/// Exercises, their answers checked.
Action add_exercise(FlagTable& flags);
std::vector<OptionEntry> exercise_verb_entries();

}  // namespace attn
