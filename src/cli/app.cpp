#include "cli/app.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <csignal>
#include <exception>
#include <new>

#include "base/message.hpp"
#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/flags/flag.hpp"
#include "cli/help.hpp"
#include "cli/program/program.hpp"
#include "cli/terminal/terminal.hpp"
#include "data/files/file.hpp"
#include "kernels/machine.hpp"
#include "render/layout.hpp"
#include "sandbox/worker_pool.hpp"

namespace attn {

namespace {

Layout help_layout() {
  Layout layout;
  layout.width = std::max(kMinWidth, terminal_width());
  layout.color = wants_color(ColorChoice::automatic);
  return layout;
}

// The flags of the program itself. --lang and --no-pager were obeyed before parsing; here they are
// only allowed.
struct ProgramFlags {
  bool version = false;
  std::string language;
  bool no_pager = false;
  std::string generate;  // what the build asks for: man, bash, zsh or fish
};

void add_help(CLI::App& app) {
  app.set_help_flag("-h,--help", translated("Show this help"))
      ->group(translated("Help"))
      ->disable_flag_override();
}

// Whether the arguments can need the flags of a command: where they name it, and where the build
// asks for those of all commands.
bool needs_flags_of(const Command& command, const std::vector<std::string_view>& arguments) {
  return std::any_of(arguments.begin(), arguments.end(), [&command](std::string_view argument) {
    return argument == command.name || argument.starts_with("--generate");
  });
}

void add_command(CLI::App& app, const Command& command, bool has_flags, Action& chosen) {
  CLI::App& sub = *app.add_subcommand(command.name, command.summary);
  add_help(sub);
  if (!has_flags) return;
  FlagTable table;
  const Action action = command.add(table);
  add_flags(sub, table);
  sub.callback([action, &chosen] { chosen = action; });
}

void set_up(CLI::App& app, const std::vector<std::string_view>& arguments, ProgramFlags& flags,
            Action& chosen) {
  app.name("attn");
  app.description(translated("attn shows attention: every matrix of it, one stage at a time."));
  app.allow_extras();
  app.fallthrough();
  app.require_subcommand(0, 1);  // after a command, the name of another is a word
  add_help(app);
  app.add_flag("-V,-v,--version", flags.version,
               translated("Show the version, the BLAS in use and the compiler"))
      ->group(translated("Help"))
      ->disable_flag_override();
  app.add_option("--lang", flags.language, translated("Language: en or ja"))
      ->type_name("LANG")
      ->group(translated("Help"))
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  app.add_flag("--no-pager", flags.no_pager,
               translated("Print long screens at once, not with $PAGER"))
      ->group(translated("Help"))
      ->disable_flag_override();
  app.add_option("--generate", flags.generate)->group("");  // hidden
  for (const Command& command : commands())
    add_command(app, command, needs_flags_of(command, arguments), chosen);
}

// Before parsing, which ends where help is asked for.
void choose_pager(int argc, char** argv) {
  char** const end = std::find(argv, argv + argc, std::string_view("--"));
  if (std::find(argv, end, std::string_view("--no-pager")) != end) turn_pager_off();
}

std::string generated(const CLI::App& app, const std::string& kind) {
  using Generator = std::string (*)(const CLI::App&);
  constexpr Generator kGenerators[] = {man_page, bash_completion, zsh_completion, fish_completion};
  const std::size_t chosen = choice_value("--generate", kind, {"man", "bash", "zsh", "fish"});
  return kGenerators[chosen](chosen == 0 ? chosen_app(app) : app);  // a command has a page
}

}  // namespace

int run_program(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is noticed where it is written to
  keep_command_line(argc, argv);
  choose_language();
  choose_pager(argc, argv);
  tell_readings([](const std::string& sentence) { print_remark("attn: " + sentence); });

  CLI::App app;
  ProgramFlags flags;
  Action chosen;
  set_up(app, {argv + std::min(argc, 1), argv + argc}, flags, chosen);
  try {
    parse_arguments(app, argc, argv);
  } catch (const CLI::CallForHelp&) {
    print_screen(help_text(chosen_app(app), help_layout()));
    return kDone;
  } catch (const CLI::CallForVersion&) {
    flags.version = true;
  }
  if (flags.version) {
    print_result(version_text(help_layout()));
    return kDone;
  }
  if (!flags.generate.empty()) {
    print_result(generated(app, flags.generate));
    return kDone;
  }
  if (chosen) {
    require_room_for_products();
    return chosen();
  }
  print_screen(help_text(app, help_layout()));
  return kDone;
}

int report_failure() {
  try {
    throw;
  } catch (const ClosedPipe&) {
    return kDone;  // the reader has seen enough
  } catch (const Interrupted& interrupted) {
    return exit_code_of_signal(interrupted.signal);
  } catch (const InputError& error) {
    print_error(error.what(), error.hints);
    return kWrongInput;
  } catch (const SurroundingsError& error) {
    print_error(error.what());
    return kWrongSurroundings;
  } catch (const std::bad_alloc&) {
    print_error(translated("there is not enough memory for this. Use a shorter sequence."));
    return kWrongSurroundings;
  } catch (const std::exception& error) {
    print_error(message("internal error, please report it: {}", error.what()));
    return kOurBug;
  }
}

}  // namespace attn
