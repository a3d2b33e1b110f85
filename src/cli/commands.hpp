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
  const char* summary;  ///< in the user's language
  Action (*add)(FlagTable& flags);
  /// What its first word can be, where it is one of a few. Null: any word.
  std::vector<OptionEntry> (*verbs)() = nullptr;
};

/// Every subcommand, in the order in which help lists them.
const std::vector<Command>& commands();

}  // namespace attn
