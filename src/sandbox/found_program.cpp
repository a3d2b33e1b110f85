#include "sandbox/found_program.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "base/environment.hpp"
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

// The folder with the bin, lib and share of a program; its bin alone where that would be a whole
// home, or more.
fs::path own_folder(const fs::path& program) {
  const fs::path bin = program.parent_path(), prefix = bin.parent_path();
  const fs::path home = std::string(environment("HOME"));
  std::error_code ignored;
  const bool is_prefix =
      fs::is_directory(prefix / "lib", ignored) || fs::is_directory(prefix / "libexec", ignored);
  const bool holds_home = (home.string() + "/").starts_with(prefix.string() + "/");
  return is_prefix && !holds_home && prefix.has_relative_path() ? prefix : bin;
}

}  // namespace

FoundProgram found_program(const std::string& name) {
  const fs::path given = name;
  const fs::path found =
      given.has_parent_path() ? (can_run(given) ? fs::absolute(given) : "") : in_search_path(name);
  if (found.empty()) return {};
  FoundProgram program{.path = found.string(), .search_path = kSystemPath};
  std::error_code ignored;
  // A link into another place needs both: a virtual environment and the interpreter behind it.
  for (const fs::path& place : {found, fs::canonical(found, ignored)})
    if (!place.empty() && !is_of_system(place.string()))
      program.folders.push_back(own_folder(place).string());
  if (!is_of_system(found.string()))
    program.search_path = found.parent_path().string() + ":" + program.search_path;
  std::sort(program.folders.begin(), program.folders.end());
  program.folders.erase(std::unique(program.folders.begin(), program.folders.end()),
                        program.folders.end());
  return program;
}

}  // namespace attn
