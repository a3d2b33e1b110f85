#include "cli/app.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>

#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/help.hpp"
#include "cli/language.hpp"
#include "cli/nearest.hpp"
#include "cli/output.hpp"
#include "cli/terminal.hpp"
#include "core/error.hpp"
#include "core/message.hpp"
#include "data/preview.hpp"
#include "render/layout.hpp"

namespace attn {
namespace {

constexpr unsigned kWidestHelp = 100;  // longer lines are hard to read

unsigned help_width() { return std::clamp(terminal_width(), kMinWidth, kWidestHelp); }

const CLI::App& chosen_app(const CLI::App& app) {
  const auto subcommands = app.get_subcommands();
  return subcommands.empty() ? app : *subcommands.front();
}

std::vector<std::string> flags_of(const CLI::App& app) {
  std::vector<std::string> flags;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
  return flags;
}

[[noreturn]] void refuse_unknown(const CLI::App& app, const std::string& argument) {
  const CLI::App& sub = chosen_app(app);
  const bool is_flag = argument.starts_with('-');
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

// CLI11 says in English what is wrong with the form of the arguments; these are the ways it can be.
[[noreturn]] void refuse(const CLI::ParseError& error) {
  const std::string text = error.what();
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

void parse(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) throw;  // --help
    refuse(error);
  }
  if (const auto unknown = app.remaining(true); !unknown.empty())
    refuse_unknown(app, unknown.front());
}

// The flags of the program itself. --lang was obeyed before parsing; here it is only allowed.
struct ProgramFlags {
  bool version = false;
  std::string language;
};

void set_up(CLI::App& app, ProgramFlags& flags, Action& chosen) {
  app.name("attn");
  app.description(translated("attn shows attention: every matrix of it, one stage at a time."));
  app.allow_extras();
  app.fallthrough();
  app.set_help_flag("-h,--help", translated("Show this help"))->group(translated("Help"));
  app.add_flag("--version", flags.version,
               translated("Show the version, the BLAS in use and the compiler"))
      ->group(translated("Help"));
  app.add_option("--lang", flags.language, translated("Language: en or ja"))
      ->type_name("LANG")
      ->group(translated("Help"));
  for (const Command& command : commands()) {
    CLI::App& sub = *app.add_subcommand(command.name, command.summary);
    sub.set_help_flag("-h,--help", translated("Show this help"))->group(translated("Help"));
    command.add(sub, chosen);
  }
  app.footer(
      translated("Try it:\n"
                 "  attn attend \"The cat sat on the mat\"\n"
                 "  attn attend \"The cat sat down\" --causal --step\n"
                 "  attn attend --q Q.npy --k K.npy --v V.npy --json\n"));
}

}  // namespace

int run_program(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is noticed where it is written to
  choose_language(argc, argv);

  CLI::App app;
  ProgramFlags flags;
  Action chosen;
  set_up(app, flags, chosen);
  try {
    parse(app, argc, argv);
  } catch (const CLI::CallForHelp&) {
    print_result(help_text(chosen_app(app), help_width()));
    return kDone;
  }
  if (flags.version) {
    print_result(version_text());
    return kDone;
  }
  if (chosen) return chosen();
  print_result(help_text(app, help_width()));
  return kDone;
}

}  // namespace attn
