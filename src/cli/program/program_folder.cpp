#include "cli/program/program_folder.hpp"

#include <filesystem>
#include <system_error>

#ifdef __APPLE__
#include <mach-o/dyld.h>
#include <sys/syslimits.h>
#endif

namespace attn {
namespace {

namespace fs = std::filesystem;

// Empty where the system does not tell.
#if defined(__linux__)
fs::path running_program(std::error_code& error) {
  return fs::read_symlink("/proc/self/exe", error);
}
#elif defined(__APPLE__)
fs::path running_program(std::error_code& error) {
  char path[PATH_MAX];
  uint32_t size = sizeof path;
  return _NSGetExecutablePath(path, &size) == 0 ? fs::canonical(path, error) : fs::path();
}
#else
fs::path running_program(std::error_code&) { return {}; }
#endif

}  // namespace

std::string program_folder() {
  std::error_code error;
  const fs::path program = running_program(error);
  return error || program.empty() ? "." : program.parent_path().string();
}

std::string data_folder() {
  return (fs::path(program_folder()) / ATTN_DATA_FROM_PROGRAM).lexically_normal().string();
}

std::string shown_path(const std::string& path) {
  const std::string own = data_folder() + "/";
  return path.starts_with(own) ? path.substr(own.size()) : path;
}

}  // namespace attn
