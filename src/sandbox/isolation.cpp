#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/message.hpp"
#include "base/text.hpp"
#include "sandbox/launch.hpp"
#include "sandbox/run_program.hpp"

namespace attn {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

// What programs and compilers read of a system. Of /etc only how libraries and alternatives are
// found: the rest says who uses the machine.
constexpr const char* kSystemFolders[] = {"/usr",   "/bin",   "/sbin",  "/lib",
                                          "/lib32", "/lib64", "/libx32"};
constexpr const char* kSystemSettings[] = {"/etc/alternatives", "/etc/ld.so.cache",
                                           "/etc/ld.so.conf", "/etc/ld.so.conf.d"};

bool is_below(const std::string& path, const std::string& folder) {
  return path == folder || path.starts_with(folder + "/");
}

// "/a/." is made "/a/" by the standard library.
std::string without_slash(const fs::path& path) {
  return path.has_filename() ? path.string() : path.parent_path().string();
}

void append(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

void append_system(Words& words) {
  for (const char* folder : kSystemFolders) {
    std::error_code error;
    if (fs::is_symlink(folder, error))
      append(words, {"--symlink", fs::read_symlink(folder, error).string(), folder});
    else if (fs::is_directory(folder, error))
      append(words, {"--ro-bind", folder, folder});
  }
  for (const char* setting : kSystemSettings) append(words, {"--ro-bind-try", setting, setting});
}

/// A place that is shown, and what it is behind all links.
struct ShownPlace {
  fs::path place, real;
};

fs::path without_links(const fs::path& path) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(path, error);
  return error ? path : real;
}

std::vector<ShownPlace> shown_places(const SandboxView& view) {
  std::vector<ShownPlace> shown;
  std::error_code error;
  for (const char* folder : kSystemFolders)
    if (fs::is_directory(fs::symlink_status(folder, error)))
      shown.push_back({folder, without_links(folder)});
  for (const std::string& path : view.visible) shown.push_back({path, without_links(path)});
  return shown;
}

// Only what would be seen: a place that is hidden has to be made, and so would give its name away.
// What is hidden, and what shows it, may both be named by links.
void append_hidden(Words& words, const SandboxView& view) {
  const std::vector<ShownPlace> shown = shown_places(view);
  for (const std::string& path : view.hidden) {
    const fs::path real = without_links(path);
    std::error_code error;
    if (!fs::exists(real, error)) continue;
    for (const ShownPlace& one : shown) {
      if (!is_below(real.string(), one.real.string())) continue;
      const fs::path place = (one.place / real.lexically_relative(one.real)).lexically_normal();
      if (fs::is_directory(real, error))
        append(words, {"--tmpfs", without_slash(place)});
      else
        append(words, {"--ro-bind", "/dev/null", without_slash(place)});
    }
  }
}

/// A setting of the kernel by which a system keeps namespaces from users.
struct UserNamespaces {
  const char* setting;  // its file below /proc/sys
  int forbidding, allowing;
  const char* said = "";  // what bubblewrap says then, and then alone
};
constexpr UserNamespaces kUserNamespaces[] = {
    {"kernel/apparmor_restrict_unprivileged_userns", 1, 0, "setting up uid map: Permission denied"},
    {"kernel/unprivileged_userns_clone", 0, 1},
    {"user/max_user_namespaces", 0, 15'000}};

// The setting that explains what bubblewrap says, if that is about namespaces: its other troubles
// have nothing to do with them, whatever is set.
const UserNamespaces* setting_behind(const std::string& said, const std::string& settings) {
  constexpr const char* kOfNamespaces[] = {"namespace", "uid map", "gid map", "unshare",
                                           "loopback"};  // what it sets up in a new one
  if (std::none_of(std::begin(kOfNamespaces), std::end(kOfNamespaces),
                   [&](const char* words) { return said.find(words) != said.npos; }))
    return nullptr;
  for (const UserNamespaces& each : kUserNamespaces) {
    int value = each.allowing;
    std::ifstream(settings + "/" + each.setting) >> value;
    const bool is_known_by_words = *each.said != '\0' && said.find(each.said) != said.npos;
    if (value == each.forbidding || is_known_by_words) return &each;
  }
  return nullptr;
}

std::string command_for(const UserNamespaces& one) {
  std::string name = one.setting;
  std::replace(name.begin(), name.end(), '/', '.');
  return fmt::format("sysctl {}={}", name, one.allowing);
}

}  // namespace

bool is_of_system(const std::string& path) {
  for (const char* folder : kSystemFolders)
    if (is_below(path, folder)) return true;
  return false;
}

Words bubblewrap_options(const SandboxView& view) {
  // No rights, and none to be had in further namespaces.
  Words words{"--unshare-all", "--unshare-user", "--disable-userns", "--uid", "1000",
              "--gid",         "1000",           "--cap-drop",       "ALL",   "--die-with-parent",
              "--new-session", "--hostname",     "sandbox"};
  append(words, {"--json-status-fd", std::to_string(kStatusDescriptor), "--seccomp",
                 std::to_string(kFilterDescriptor)});
  append_system(words);
  // Where the grader is root, settings of the kernel and the files that tell of it belong to whom
  // the program is; and who may write to /proc may write to the memory of the first process.
  append(words,
         {"--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys", "--remount-ro", "/proc"});
  append(words, {"--dev", "/dev", "--bind", PrivateMounts::shared_in(view.scratch), "/dev/shm",
                 "--remount-ro", "/dev"});
  append(words, {"--bind", PrivateMounts::files_in(view.scratch), kScratchFolder});
  if (!view.program_folder.empty())
    append(words,
           {view.may_write_program ? "--bind" : "--ro-bind", view.program_folder, kProgramFolder});
  // After the scratch: an interpreter may lie below its place.
  for (const std::string& path : view.visible) append(words, {"--ro-bind", path, path});
  append_hidden(words, view);
  append(words, {"--remount-ro", "/", "--chdir", kScratchFolder});
  return words;
}

std::string bubblewrap_trouble(const std::string& said, const std::string& settings) {
  if (said.empty()) return translated("bubblewrap does not work here, and does not say why.");
  const std::string words(trimmed(first_lines(said, 1)));
  if (const UserNamespaces* const one = setting_behind(said, settings))
    return message(
        "bubblewrap may not make namespaces here ({}): this system keeps them from its users. The "
        "command {}, run as root, allows them.",
        words, kept_together(command_for(*one)));
  return message("bubblewrap does not work here. It says: {}", words);
}

const std::string& bubblewrap_trouble() {
  static const std::string trouble = [] {
    if (found_program("bwrap").path.empty())
      return message("bubblewrap is not installed. On Debian {} installs it.",
                     kept_together("sudo apt install bubblewrap"));
    RunRequest nothing;
    nothing.isolation = Isolation::bubblewrap;
    nothing.command = {"/bin/true"};
    const RunResult result = run_program(nothing);
    const bool works = result.ending == Ending::exited && result.exit_code == 0;
    return works ? "" : bubblewrap_trouble(result.reason, "/proc/sys");
  }();
  return trouble;
}

Isolation strongest_isolation() {
  return bubblewrap_trouble().empty() ? Isolation::bubblewrap : Isolation::limits;
}

namespace {

bool can_run(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

fs::path in_search_path(const std::string& name) {
  const std::string path = std::string(environment("PATH")) + ":" + kSystemPath;
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find(':', at), path.size());
    const fs::path folder = path.substr(at, end - at);
    if (folder.is_absolute() && can_run(folder / name)) return folder / name;
    at = end + 1;
  }
  return {};
}

// What an interpreter reads of the folder above its own. All else there is not its business: a
// virtual environment may have been made in the folder of a project.
constexpr const char* kParts[] = {"bin",     "lib",     "lib32",     "lib64",
                                  "libexec", "include", "pyvenv.cfg"};
// And where that folder is not one that all programs of a user share, with the user's own data.
constexpr const char* kFurtherParts[] = {"conf",  "etc", "jmods",    "plugins",
                                         "share", "ssl", "versions", "version"};
constexpr const char* kSharedByAll = ".local";

bool holds(const fs::path& folder, const fs::path& path) {
  return (path.string() + "/").starts_with(folder.string() + "/");
}

// Whether nearly everything lies below a folder: the home of a user, or where all keep theirs; the
// folder for files that soon go.
bool holds_much(const fs::path& folder) {
  std::error_code error;
  const fs::path home = fs::weakly_canonical(std::string(environment("HOME")), error);
  const fs::path passing = fs::temp_directory_path(error);
  const fs::path real = fs::weakly_canonical(folder, error);
  return !folder.has_relative_path() || holds(folder, std::string(environment("HOME"))) ||
         holds(real, home) || holds(folder, passing) || holds(folder, kScratchFolder);
}

// What a program needs of the places beside it.
std::vector<std::string> own_places(const fs::path& program) {
  const fs::path bin = program.parent_path(), prefix = bin.parent_path();
  if (holds_much(bin)) return {program.string()};
  std::vector<std::string> places{bin.string()};
  std::error_code error;
  const bool is_prefix =
      fs::is_directory(prefix / "lib", error) || fs::is_directory(prefix / "libexec", error);
  if (!is_prefix || holds_much(prefix)) return places;
  const auto add = [&](const char* part) {
    if (fs::exists(prefix / part, error)) places.push_back((prefix / part).string());
  };
  for (const char* part : kParts) add(part);
  if (prefix.filename() != kSharedByAll)
    for (const char* part : kFurtherParts) add(part);
  return places;
}

// A program and what it is a link to, step by step, all of which is needed: a virtual environment
// and the interpreter behind it.
std::vector<fs::path> along_links(const fs::path& program) {
  constexpr int kMost = 10;
  std::error_code error;
  std::vector<fs::path> places{program};
  for (int i = 0; i < kMost && fs::is_symlink(places.back(), error); ++i)
    places.push_back(
        (places.back().parent_path() / fs::read_symlink(places.back(), error)).lexically_normal());
  if (const fs::path real = fs::canonical(program, error); !error) places.push_back(real);
  return places;
}

}  // namespace

FoundProgram found_program(const std::string& name) {
  const fs::path given = name;
  std::error_code unknown;
  const fs::path found = given.has_parent_path()
                             ? (can_run(given) ? fs::absolute(given, unknown) : "")
                             : in_search_path(name);
  if (found.empty()) return {};
  FoundProgram program{.path = found.string(), .search_path = kSystemPath};
  for (const fs::path& place : along_links(found))
    if (!is_of_system(place.string()))
      for (std::string& own : own_places(place)) program.places.push_back(std::move(own));
  if (!is_of_system(found.string()))
    program.search_path = found.parent_path().string() + ":" + program.search_path;
  std::sort(program.places.begin(), program.places.end());
  program.places.erase(std::unique(program.places.begin(), program.places.end()),
                       program.places.end());
  return program;
}

}  // namespace attn
