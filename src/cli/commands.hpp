// The subcommands.
#pragma once

#include <functional>
#include <vector>

#include "cli/flags/flag.hpp"
#include "cli/help.hpp"

namespace attn {

/// The work of a command. It runs after parsing, where errors are caught.
using Action = std::function<int()>;

/// What the first word of a command can be, where it is one of a few.
struct FirstWords {
  const char* title = nullptr;  ///< of their list in the help
  const char* usage = nullptr;  ///< how words are called in one line: "[VERB] [ID] [FILE]"
  std::vector<OptionEntry> (*entries)() = nullptr;
};

/// One subcommand: `add` lists its flags, and gives its work, which holds and reads them.
struct Command {
  const char* name;
  const char* summary;  ///< in the user's language
  Action (*add)(FlagTable& flags);
  FirstWords first_words{};  ///< without entries: any word
};

/// Every subcommand, in the order in which help lists them.
const std::vector<Command>& commands();

}  // namespace attn
