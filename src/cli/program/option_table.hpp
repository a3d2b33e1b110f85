#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace attn {

/// One flag, as people read it.
struct OptionEntry {
  std::string name;                  ///< "-o, --output FILE"
  std::string description;           ///< translated
  std::vector<std::string> flags{};  ///< "-o", "--output"; empty for words without a flag
  bool takes_value = false;
};

/// The flags of one group of the help.
struct OptionGroup {
  std::string title;
  std::vector<OptionEntry> entries;
};

/// What the program or one of its subcommands understands: its verbs, its own flags, and those of
/// the program. Help, man page and completions are all made from this.
std::vector<OptionGroup> option_groups(const CLI::App& app);

/// The verbs of a subcommand; none where its first word may be any.
std::vector<std::string> verbs_of(const CLI::App& app);

/// Every subcommand, in the order of the help.
std::vector<const CLI::App*> subcommands_of(const CLI::App& app);

/// How to call it: "attn attend [INPUT] [FLAGS]".
std::string usage_of(const CLI::App& app);

}  // namespace attn
