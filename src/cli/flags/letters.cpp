#include "cli/flags/letters.hpp"

#include <CLI/App.hpp>

#include "cli/program/option_table.hpp"

namespace attn {
namespace {

struct Letter {
  const char* letter;
  const char* flag;
};
constexpr Letter kLetters[] = {{"-s", "--step"}, {"-q", "--quiet"}, {"-o", "--output"}};

// Null where the command knows no such flag.
const CLI::Option* find_flag(const CLI::App& command, const std::string& argument) {
  return argument.starts_with("--") ? command.get_option_no_throw(argument) : nullptr;
}

bool takes_value(const CLI::Option* option) {
  return option && option->get_items_expected_min() > 0;
}

// "-qoFILE" is "--quiet", "--output", "FILE"; letters from the first unknown one on stay letters.
void spell_out(const CLI::App& command, const std::string& letters,
               std::vector<std::string>& arguments) {
  for (std::size_t at = 1; at < letters.size(); ++at) {
    const std::string flag = flag_of_letter({'-', letters[at]});
    const CLI::Option* const option = find_flag(command, flag);
    if (!option) return arguments.push_back("-" + letters.substr(at));
    arguments.push_back(flag);
    if (!takes_value(option)) continue;
    if (at + 1 < letters.size()) arguments.push_back(letters.substr(at + 1));
    return;
  }
}

bool is_letters(const std::string& argument) {
  return argument.size() > 1 && argument[0] == '-' && argument[1] != '-';
}

// The command of that name; the program itself where it is none.
const CLI::App& command_of(const CLI::App& app, const std::string& name) {
  for (const CLI::App* command : subcommands_of(app))
    if (command->get_name() == name) return *command;
  return app;
}

}  // namespace

std::string letter_of(const std::string& flag) {
  for (const Letter& known : kLetters)
    if (flag == known.flag) return known.letter;
  return "";
}

std::string flag_of_letter(const std::string& argument) {
  for (const Letter& known : kLetters)
    if (argument == known.letter) return known.flag;
  return argument;
}

std::vector<std::string> letters_spelled_out(const CLI::App& app,
                                             const std::vector<std::string>& arguments) {
  std::vector<std::string> result;
  const CLI::App* command = &app;
  bool is_value = false;  // of the flag before it
  for (const std::string& argument : arguments) {
    if (is_value) {
      result.push_back(argument);
      is_value = false;
      continue;
    }
    if (command == &app) command = &command_of(app, argument);
    if (command != &app && is_letters(argument))
      spell_out(*command, argument, result);
    else
      result.push_back(argument);
    is_value = takes_value(find_flag(*command, result.back())) ||
               takes_value(find_flag(app, result.back()));
  }
  return result;
}

}  // namespace attn
