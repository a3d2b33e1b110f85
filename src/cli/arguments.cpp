#include "cli/arguments.hpp"

#include <CLI/App.hpp>
#include <algorithm>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/flags/flag.hpp"
#include "cli/help.hpp"
#include "data/files/file.hpp"

namespace attn {
namespace {

std::vector<std::string> flag_names_of(const CLI::App& app) {
  std::vector<std::string> flags;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
  return flags;
}

// "--seed=1" and "-q" by their flag; null where the app has no such flag.
const CLI::Option* flag_of_argument(const CLI::App& app, const std::string& argument) {
  if (!argument.starts_with('-')) return nullptr;  // a name of words, not a flag
  return app.get_option_no_throw(flag_of_letter(argument.substr(0, argument.find('='))));
}

bool has_flag(const CLI::App& app, const std::string& argument) {
  return flag_of_argument(app, argument) != nullptr;
}

bool has_flag(const Command& command, const std::string& argument) {
  FlagTable table;
  const Action action = command.add(table);  // holds the flags
  return table.row_of(flag_of_letter(argument.substr(0, argument.find('=')))) != nullptr;
}

// A command knows its flags only after its name, and not those of another command.
void refuse_flag_of_a_command(const CLI::App& app, const CLI::App& chosen,
                              const std::string& argument) {
  const bool is_chosen = &chosen != &app;
  for (const Command& command : commands()) {
    if (!has_flag(command, argument)) continue;
    const std::string flag = preview(argument);
    if (!is_chosen || has_flag(chosen, argument))
      throw InputError(message("{} belongs after the command: attn {} {}", flag,
                               is_chosen ? chosen.get_name() : command.name, flag));
    throw InputError(message("attn {0} has no flag {1}; attn {2} has it. See attn {0} --help.",
                             chosen.get_name(), flag, command.name));
  }
}

bool takes_words(const CLI::App& app) {
  const auto options = app.get_options();
  return std::any_of(options.begin(), options.end(),
                     [](const CLI::Option* option) { return option->get_positional(); });
}

// CLI11 takes a word in brackets for a list, and the brackets off. So no such word reaches it: a
// character that nobody types stands in front, until the value is read.
constexpr char kGuard = '\x01';

std::vector<std::string> guarded(std::vector<std::string> arguments) {
  for (std::string& argument : arguments)
    if (argument.starts_with('[') || argument.starts_with(kGuard)) argument.insert(0, 1, kGuard);
  return arguments;
}

std::string unguarded(const std::string& argument) {
  return argument.starts_with(kGuard) ? argument.substr(1) : argument;
}

// A value as it is read: also of a copied text the byte order mark is no part.
std::string value_of(const std::string& argument) {
  return std::string(without_byte_order_mark(unguarded(argument)));
}

// "－－ｃａｕｓａｌ=1" and "—causal" as "--causal", "–q" as "-q": what they are taken for.
std::string meant_flag(const std::string& argument) {
  std::string name = in_plain_characters(without_dashes(argument));
  name.resize(std::min(name.find('='), name.size()));
  return (name.size() == 1 ? "-" : "--") + name;
}

// Text, perhaps a line of a dialogue, can begin with a dash as well.
std::string hint_of_text(const CLI::App& sub, const std::string& argument) {
  if (argument.starts_with('-') && argument.find(' ') == std::string::npos) return "";
  for (const CLI::Option* option : sub.get_options())
    if (option->get_positional())
      return message("Text that begins with a dash stands behind --: attn {} -- {}", sub.get_name(),
                     option->get_name());
  return "";
}

[[noreturn]] void refuse_unknown(const CLI::App& app, const std::string& typed) {
  const std::string argument = unguarded(typed);
  const CLI::App& sub = chosen_app(app);
  const bool is_flag = begins_as_flag(argument);
  if (is_flag) refuse_flag_of_a_command(app, sub, argument);

  if (!is_flag && takes_words(sub))  // which it would have taken behind its name
    throw InputError(message("{} belongs after the command: attn {} {}", preview(argument),
                             sub.get_name(), preview(argument)));
  if (!is_flag && &sub != &app)
    throw InputError(
        message("attn {0} takes no words, and {1} is one. attn {0} --help lists its "
                "flags.",
                sub.get_name(), preview(argument)));

  std::vector<std::string> known = is_flag ? flag_names_of(sub) : std::vector<std::string>{};
  if (!is_flag)
    for (const Command& command : commands()) known.emplace_back(command.name);

  const std::string what = is_flag ? message("there is no flag {}", preview(argument))
                                   : message("there is no command {}", preview(argument));
  const std::string meant =
      nearest(argument.starts_with("-") || !is_flag ? argument.substr(0, argument.find('='))
                                                    : flag_of_letter(meant_flag(argument)),
              known);
  const std::string help = &sub == &app ? "attn --help" : "attn " + sub.get_name() + " --help";
  std::string text = meant.empty() ? message("{}. {} lists what there is.", what, help)
                                   : message("{}. Did you mean {}?", what, meant);
  const std::string hint = is_flag ? hint_of_text(sub, argument) : "";
  if (!hint.empty()) add_sentence(text, hint);
  throw InputError(text);
}

std::string name_of(const CLI::Option& option) { return option.get_lnames().front(); }

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
          throw InputError(message("{} needs a value.", "--" + name_of(*option)));
}

// Of two values the last would hold, and nobody would hear of the first. That is meant for the
// language alone, which an alias of a shell may say for every command.
void require_one_value_each(const CLI::App& app) {
  for (const CLI::App* level : {&app, &chosen_app(app)})
    for (const CLI::Option* option : level->get_options()) {
      if (option->get_multi_option_policy() != CLI::MultiOptionPolicy::TakeLast ||
          name_of(*option) == "lang")
        continue;
      for (const std::string& value : option->results())
        if (value != option->results().front())
          throw InputError(
              message("{} was given twice: {} and {}. Give it once.", "--" + name_of(*option),
                      preview(value_of(option->results().front())), preview(value_of(value))));
    }
}

// To CLI11 2.4 "--" is no flag where a control character, a blank or "!" follows; and dashes of
// other kinds, as word processors and Japanese keyboards make them of "--", are none to any
// version.
void refuse_flags_among_words(const CLI::App& app) {
  for (const CLI::Option* option : chosen_app(app).get_options())
    for (const std::string& word : option->results())
      if (option->get_positional() && begins_as_flag(word)) refuse_unknown(app, word);
}

bool takes_text(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  return option.get_positional() || type == "TEXT" || type == "\"A|B\"";
}

// A flag inside the quotation marks, perhaps behind the blank of a Japanese keyboard, with which no
// new word begins in a shell.
void tell_flags_inside_words(const CLI::App& app) {
  const CLI::App& sub = chosen_app(app);
  for (const CLI::Option* option : sub.get_options()) {
    if (!takes_text(*option)) continue;
    for (const std::string& word : option->results())
      for (const std::string& part : spaced_words(usual_width(word)))
        if (part != word && begins_as_flag(part) && has_flag(sub, meant_flag(part)))
          tell_reading(
              message("{} is a word of the text here. For the flag, write it outside of the "
                      "quotation marks, behind a plain blank.",
                      preview(part)));
  }
}

// CLI11 says in English what is wrong, and not in the same words in each version. The arguments
// show which of the two it is: a value too many, or too few.
[[noreturn]] void refuse(const CLI::App& app, const std::vector<std::string>& arguments) {
  const auto known = [&](const std::string& argument) {
    const CLI::Option* const flag = flag_of_argument(chosen_app(app), argument);
    return flag ? flag : flag_of_argument(app, argument);
  };
  for (const std::string& argument : arguments) {
    const CLI::Option* const flag = known(argument);
    if (flag && flag->get_items_expected_max() == 0 && argument.find('=') != std::string::npos)
      throw InputError(message("--{} takes no value.", name_of(*flag)));
  }
  if (const CLI::Option* const flag = known(arguments.back()))
    throw InputError(message("{} needs a value.", "--" + name_of(*flag)));
  throw InputError(translated("the arguments cannot be understood."));
}

// The words behind "--", which CLI11 would take for flags in a subcommand.
void take_words(CLI::App& app, const std::vector<std::string>& words) {
  CLI::App& sub = app.get_subcommands().empty() ? app : *app.get_subcommands().front();
  for (CLI::Option* option : sub.get_options())
    if (option->get_positional()) {
      for (const std::string& word : guarded(words)) option->add_result(word);
      return option->run_callback();
    }
  refuse_unknown(app, "--");
}

CLI::Option* add_value(CLI::App& app, Flag& flag) {
  return app
      .add_option_function<std::string>(
          flag.name(), [&flag](const std::string& text) { flag.give(value_of(text)); })
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

CLI::Option* add_values(CLI::App& app, Flag& flag) {
  return app
      .add_option_function<std::vector<std::string>>(
          flag.name(),
          [&flag](const std::vector<std::string>& texts) {
            for (const std::string& text : texts) flag.give(value_of(text));
          })
      ->allow_extra_args(false)  // the next argument may be the sentence
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

CLI::Option* add_entry(CLI::App& app, const FlagTable::Entry& entry) {
  switch (entry.kind) {
    case FlagTable::Entry::Kind::words:
      return app.add_option_function<std::vector<std::string>>(
          entry.name, [words = entry.words](const std::vector<std::string>& texts) {
            words->clear();  // it is called again with what stands behind "--"
            for (const std::string& text : texts) words->push_back(value_of(text));
          });
    case FlagTable::Entry::Kind::value:
      return add_value(app, *entry.flag)->type_name(entry.type);
    case FlagTable::Entry::Kind::values:
      return add_values(app, *entry.flag)->type_name(entry.type);
    case FlagTable::Entry::Kind::flag:
      break;
  }
  return app.add_flag_callback(entry.flag->name(), [flag = entry.flag] { flag->give(); })
      ->disable_flag_override();
}

}  // namespace

void add_flags(CLI::App& app, const FlagTable& table) {
  for (const FlagTable::Entry& entry : table.entries())
    add_entry(app, entry)->description(entry.description)->group(entry.group);
}

const CLI::App& chosen_app(const CLI::App& app) {
  const auto subcommands = app.get_subcommands();
  return subcommands.empty() ? app : *subcommands.front();
}

void parse_arguments(CLI::App& app, int argc, char** argv) {
  char** const end = argv + argc;
  char** const dashes = std::find(argv, end, std::string_view("--"));
  std::vector<std::string> typed{std::min(argv + 1, dashes), dashes};
  for (std::string& argument : typed) argument = without_byte_order_mark(argument);
  const std::vector<std::string> arguments = letters_spelled_out(app, typed);
  try {
    std::vector<std::string> reversed = guarded(arguments);  // CLI11 wants the last one first
    std::reverse(reversed.begin(), reversed.end());
    app.parse(std::move(reversed));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) throw;  // --help
    refuse(app, arguments);
  }
  if (const auto unknown = app.remaining(true); !unknown.empty()) {
    if (unknown.front() == "help") throw CLI::CallForHelp();  // attn help, attn help attend
    if (arguments.front() == "version")                       // attn version
      throw CLI::CallForVersion("attn version", 0);
    refuse_unknown(app, unknown.front());
  }
  require_values(app);
  require_one_value_each(app);
  refuse_flags_among_words(app);
  tell_flags_inside_words(app);
  if (end - dashes > 1) take_words(app, {dashes + 1, end});
}

}  // namespace attn
