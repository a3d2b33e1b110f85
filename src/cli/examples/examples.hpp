// Flags for examples by name, and the list of them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/flags/flag.hpp"
#include "cli/flags/shared_flags.hpp"
#include "examples/catalog.hpp"
#include "trace/trace.hpp"

namespace attn {

/// What an example says beside the numbers.
struct ExampleWords {
  std::string name;                ///< "cat-sat-mat"; empty where none was chosen
  std::string about;               ///< what it shows, in a sentence
  std::vector<std::string> notes;  ///< what is worth knowing, and what the chapter prints instead
  std::vector<Table> tables;       ///< of words

  /// Puts them where a screen shows them.
  void add_to(Trace& trace) const;
};

/// The words of the example that was chosen, in the language that is spoken now.
using TellExample = std::function<ExampleWords()>;

/// An example by name, and the list of them, as typed.
struct ExampleFlags {
  Flag example{"--example"}, list{"--list-examples"};

  void add_to(FlagTable& table);
};

/// The work of a command that has examples: lists them, or gives the flags of the one that was
/// chosen as if they were typed, but for those that were, and then calls `run`, which keeps the
/// flags of the table alive.
/// Errors:  of the work: InputError for an example that there is not, or is another command's.
std::function<int()> with_examples(const std::string& command, const FlagTable& table,
                                   const ExampleFlags& flags, const ScreenFlags& screen,
                                   std::function<int(const TellExample& example)> run);

/// Prints the examples of a command by chapter: a page, or with --json or --plain what programs
/// read. Returns the exit code.
/// Errors:  InputError for a typed flag without a meaning here; as ExampleCatalog.
int list_examples(const std::string& command, const ExampleCatalog& catalog, const FlagTable& table,
                  const ScreenFlags& screen);

}  // namespace attn
