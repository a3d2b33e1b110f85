#include "sandbox/found_program.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "base/system.hpp"
#include "sandbox/isolation.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;

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
