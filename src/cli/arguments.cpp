#include "cli/arguments.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/preview.hpp"
#include "base/suggest.hpp"
#include "cli/commands.hpp"
#include "cli/program/option_table.hpp"

namespace attn {
namespace {

std::vector<std::string> flags_of(const CLI::App& app) {
  std::vector<std::string> flags;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
  return flags;
}

bool has_flag(const CLI::App& app, const std::string& argument) {
  return app.get_option_no_throw(argument.substr(0, argument.find('='))) != nullptr;
}

// A command knows its flags only behind its name, and not those of another command.
void refuse_flag_of_a_command(const CLI::App& app, const CLI::App& chosen,
                              const std::string& argument) {
  const bool is_chosen = &chosen != &app;
  for (const CLI::App* command : subcommands_of(app)) {
    if (!has_flag(*command, argument)) continue;
    const std::string flag = preview(argument);
    if (!is_chosen || has_flag(chosen, argument))
      throw InputError(message("{} belongs after the command: attn {} {}", flag,
                               is_chosen ? chosen.get_name() : command->get_name(), flag));
    throw InputError(message("attn {0} has no flag {1}; attn {2} has it. See attn {0} --help.",
                             chosen.get_name(), flag, command->get_name()));
  }
}

[[noreturn]] void refuse_unknown(const CLI::App& app, const std::string& argument) {
  const CLI::App& sub = chosen_app(app);
  const bool is_flag = argument.starts_with('-');
  if (is_flag) refuse_flag_of_a_command(app, sub, argument);

  std::vector<std::string> known = is_flag ? flags_of(sub) : std::vector<std::string>{};
  if (!is_flag)
    for (const Command& command : commands()) known.emplace_back(command.name);

  const std::string what = is_flag ? message("there is no flag {}", preview(argument))
                                   : message("there is no command {}", preview(argument));
  const std::string meant = nearest(argument.substr(0, argument.find('=')), known);
  const std::string help = &sub == &app ? "attn --help" : "attn " + sub.get_name() + " --help";
  if (meant.empty()) throw InputError(message("{}. {} lists what there is.", what, help));
  throw InputError(message("{}. Did you mean {}?", what, meant));
}

// CLI11 is content with an empty value, and takes the next flag for the value of the one before.
void require_values(const CLI::App& app) {
  const CLI::App& sub = chosen_app(app);
  const auto is_flag = [&](const std::string& value) {
    return value.starts_with("--") && (has_flag(sub, value) || has_flag(app, value));
  };
  for (const CLI::App* level : {&app, &sub})
    for (const CLI::Option* option : level->get_options())
      for (const std::string& value : option->results())
        if (!option->get_positional() && (value.empty() || is_flag(value)))
          throw InputError(message("{} needs a value.", "--" + option->get_lnames().front()));
}

// CLI11 says in English what is wrong with the form of the arguments; these are the ways it can be.
[[noreturn]] void refuse(const CLI::ParseError& error) {
  constexpr int kLongestReason = 120;
  const std::string text = preview(error.what(), kLongestReason);
  const std::string flag = text.substr(0, text.find_first_of(":= "));
  if (text.find("flag override") != std::string::npos)
    throw InputError(message("--{} takes no value.", flag));
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) && flag.starts_with("-"))
    throw InputError(message("{} needs a value.", flag));
  if (dynamic_cast<const CLI::ConversionError*>(&error) ||
      dynamic_cast<const CLI::InvalidError*>(&error) ||
      dynamic_cast<const CLI::ArgumentMismatch*>(&error))
    throw InputError(message("a flag was given a value that it does not take ({}).", text));
  throw InputError(message("the arguments cannot be understood ({}).", text));
}

// The words behind "--", which CLI11 would take for flags in a subcommand.
void take_words(CLI::App& app, const std::vector<std::string>& words) {
  CLI::App& sub = app.get_subcommands().empty() ? app : *app.get_subcommands().front();
  for (CLI::Option* option : sub.get_options())
    if (option->get_positional()) {
      for (const std::string& word : words) option->add_result(word);
      return option->run_callback();
    }
  refuse_unknown(app, "--");
}

}  // namespace

const CLI::App& chosen_app(const CLI::App& app) {
  const auto subcommands = app.get_subcommands();
  return subcommands.empty() ? app : *subcommands.front();
}

void parse_arguments(CLI::App& app, int argc, char** argv) {
  char** const end = argv + argc;
  char** const dashes = std::find(argv, end, std::string_view("--"));
  try {
    app.parse(static_cast<int>(dashes - argv), argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) throw;  // --help
    refuse(error);
  }
  if (const auto unknown = app.remaining(true); !unknown.empty()) {
    if (unknown.front() == "help") throw CLI::CallForHelp();  // attn help, attn help attend
    refuse_unknown(app, unknown.front());
  }
  require_values(app);
  if (end - dashes > 1) take_words(app, {dashes + 1, end});
}

}  // namespace attn
