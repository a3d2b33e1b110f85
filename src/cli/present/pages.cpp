#include "cli/present/pages.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <list>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "base/message.hpp"
#include "base/system.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/flags/flag.hpp"
#include "cli/flags/shared_flags.hpp"
#include "cli/program/program.hpp"
#include "cli/terminal/keys.hpp"
#include "cli/terminal/terminal.hpp"
#include "render/page/stages_page.hpp"

namespace attn {

namespace {

#ifdef __APPLE__
constexpr const char* kOpener = "open";
bool has_display() { return true; }
#else
constexpr const char* kOpener = "xdg-open";
bool has_display() {
  return !environment("DISPLAY").empty() || !environment("WAYLAND_DISPLAY").empty();
}
#endif

// The folder of a page that is opened for now. It stays with the page in it; where nothing was
// written, as flags were refused, it goes with the program.
class PageFolder {
 public:
  explicit PageFolder(std::string path) : path_(std::move(path)) {}
  PageFolder(const PageFolder&) = delete;
  PageFolder& operator=(const PageFolder&) = delete;
  ~PageFolder() { rmdir(path_.c_str()); }  // which refuses a folder that is not empty

 private:
  std::string path_;
};

}  // namespace

bool is_page_file(const std::string& path) {
  return lower_case(std::filesystem::path(path).extension().string()) == kPageExtension;
}

std::string page_to_open(std::vector<std::string>& paths, const std::string& name) {
  const auto page = std::find_if(paths.begin(), paths.end(), is_page_file);
  return page != paths.end() ? *page : paths.emplace_back(temporary_page(name));
}

std::string temporary_page(const std::string& name) {
  const std::string passing(environment("TMPDIR").empty() ? "/tmp" : environment("TMPDIR"));
  std::string folder = passing + "/attn-page-XXXXXX";
  if (mkdtemp(folder.data()) == nullptr)
    throw SurroundingsError(
        message("no folder for the page can be made in {}: {}. Name a file: -o FILE.html.", passing,
                system_reason(errno)));
  static std::list<PageFolder> folders;
  folders.emplace_back(folder);
  return folder + "/" + name + ".html";
}

void open_page(const std::string& path) {
  std::error_code unknown;
  const std::filesystem::path absolute = std::filesystem::absolute(path, unknown);
  const std::string whole = unknown ? path : absolute.string();
  if (has_display())
    if (const auto process = started({.words = {kOpener, whole}}))
      if (status_at_the_end(*process) == 0) return;
  print_result(whole + "\n");
}

namespace {

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
      const FlagTable::Entry* const row = table_.row_of(flag);
      return row ? std::optional(row->kind != FlagTable::Entry::Kind::flag) : std::nullopt;
    });
  }

  // The flags of the program itself say how a terminal looks.
  PageRole role_of(const TypedArgument& argument) const {
    if (argument.is_word())
      return argument.typed.front() == "-" ? PageRole::written_out : PageRole::word;
    const FlagTable::Entry* const row = table_.row_of(argument.flag);
    return row ? row->page_role : PageRole::nowhere;
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
  const FlagsOfCommand flags(name);
  bool is_named = false;
  for (const TypedArgument& argument : flags.in({typed.begin(), end})) {
    const bool is_name = argument.is_word() && argument.typed.front() == name;
    if (is_name && !is_named) {
      is_named = true;
      continue;
    }
    const PageRole role = flags.role_of(argument);
    if (role == PageRole::nowhere) continue;
    command.is_literal = command.is_literal || role == PageRole::written_out;
    std::vector<std::string>& target = role == PageRole::setting ? command.settings
                                       : role == PageRole::kept  ? command.kept
                                                                 : command.words;
    target.insert(target.end(), argument.typed.begin(), argument.typed.end());
  }
  return command;
}

nlohmann::ordered_json data_in_both_languages(
    const nlohmann::ordered_json& here, const std::function<nlohmann::ordered_json()>& there) {
  const bool is_english = std::string_view(language_code()) == "en";
  const LanguageMeanwhile other(is_english ? "ja" : "en");
  return is_english ? in_both_languages(here, there()) : in_both_languages(there(), here);
}

std::string page_file(const Trace& trace, const ViewChoice& choice,
                      const std::function<Trace()>& again) {
  const FirstLook look{.stage = choice.stages.empty() ? choice.from : choice.stages.front(),
                       .precision = choice.layout.precision};
  nlohmann::ordered_json data = stages_in_language(trace, look, true);
  if (again)
    data = data_in_both_languages(data, [&] { return stages_in_language(again(), look, false); });
  PageCommand command = page_command(trace.command, typed_words());
  command.spells_padding = !padding_among(trace.key_tokens).empty();
  return stages_page(std::move(data), trace, command, language_code());
}

}  // namespace attn
