#include "cli/present/page_command.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "cli/commands.hpp"
#include "cli/flags/typed_arguments.hpp"

namespace attn {
namespace {

using FlagNames = std::span<const std::string_view>;

// Where a page goes, and what a page does not have: a terminal.
constexpr auto kLeftOut = std::to_array<std::string_view>(
    {"--output", "--force", "--open", "--lang", "--no-pager", "--color", "--width", "--glyphs",
     "--background", "--quiet", "--json", "--plain", "--summary", "--shapes-only", "--step",
     "--explain", "--view", "--row", "--figure-width"});

// What the page itself changes.
constexpr auto kSettings = std::to_array<std::string_view>(
    {"--causal", "--window", "--pad", "--mask", "--scale", "--no-scale", "--temperature",
     "--prefix", "--pad-at", "--half", "--and", "--or", "--pad-queries", "--align"});

// What holds for any numbers, so that it stays where they are written out.
constexpr auto kKept = std::to_array<std::string_view>(
    {"--empty-row", "--backward", "--loss", "--target", "--jacobian", "--precision", "--received"});

// Whatever comes with these takes no other mask or scale, or is no file of the reader's.
constexpr auto kWrittenOut = std::to_array<std::string_view>(
    {"--segments", "--key-segments", "--separator", "--learned", "--model", "--example"});

bool is_among(FlagNames names, const std::string& flag) {
  return std::find(names.begin(), names.end(), flag) != names.end();
}

// Of the positions, a page changes also what others are compared with.
bool is_setting(const std::string& command, const std::string& flag) {
  return is_among(kSettings, flag) || (command == "posenc" && flag == "--at");
}

// All flags of a command and of the program, for their names.
class FlagsOfCommand {
 public:
  explicit FlagsOfCommand(const std::string& name) {
    for (const Command& command : commands())
      if (command.name == name) action_ = command.add(table_);
  }

  std::vector<TypedArgument> in(const std::vector<std::string>& typed) const {
    return typed_arguments(typed, [this](const std::string& flag) -> std::optional<bool> {
      if (flag == "--lang") return true;
      if (flag == "--no-pager") return false;
      return takes_value(table_, flag);
    });
  }

 private:
  FlagTable table_;
  Action action_;  // holds the flags
};

}  // namespace

PageCommand page_command(const std::string& name, const std::vector<std::string>& typed) {
  PageCommand command{.name = name};
  const auto end = std::find(typed.begin(), typed.end(), "--");
  command.rest.assign(end, typed.end());
  bool is_named = false;
  for (const TypedArgument& argument : FlagsOfCommand(name).in({typed.begin(), end})) {
    const bool is_name = argument.is_word() && argument.typed.front() == name;
    if (is_name && !is_named) {
      is_named = true;
      continue;
    }
    command.is_literal = command.is_literal || is_among(kWrittenOut, argument.flag) ||
                         (argument.is_word() && argument.typed.front() == "-");
    if (is_among(kLeftOut, argument.flag)) continue;
    std::vector<std::string>& target = is_setting(name, argument.flag)  ? command.settings
                                       : is_among(kKept, argument.flag) ? command.kept
                                                                        : command.words;
    target.insert(target.end(), argument.typed.begin(), argument.typed.end());
  }
  return command;
}

}  // namespace attn
