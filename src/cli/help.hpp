// What commands say of themselves: help, manual pages, completions, version.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "render/layout.hpp"

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

/// A command to try, and a sentence on what it shows.
struct Example {
  std::string command;
  const char* sentence;  ///< translated
};

/// Three examples of a subcommand, the first the most useful; those of the program itself for "".
std::vector<Example> examples_of(std::string_view command);

/// A command in `width` columns, indented: where it goes on in the next line, the line ends as a
/// shell wants it.
std::string example_lines(const std::string& command, unsigned width, unsigned indent);

/// The help of the program or of one subcommand.
std::string help_text(const CLI::App& app, const Layout& layout);

/// "attn 0.1.0", the BLAS and the kind of processor it is tuned for, and the compiler.
std::string version_text(const Layout& layout);

/// A manual page in roff, made from the table of flags: attn(1), which is short, for the program;
/// attn-attend(1) and its like, with every flag, for a subcommand.
std::string man_page(const CLI::App& app);

// Completion scripts, made from the table of flags: commands, their flags, and files as values.

std::string bash_completion(const CLI::App& app);
std::string zsh_completion(const CLI::App& app);
std::string fish_completion(const CLI::App& app);

}  // namespace attn
