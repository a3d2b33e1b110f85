#include "sandbox/isolation.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

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

// Only what would be seen: a place that is hidden has to be made, and so would give its name away.
void append_hidden(Words& words, const SandboxView& view) {
  for (const std::string& path : view.hidden) {
    const bool is_seen = is_of_system(path) || std::any_of(view.visible.begin(), view.visible.end(),
                                                           [&path](const auto& folder) {
                                                             return is_below(path, folder);
                                                           });
    if (!is_seen) continue;
    std::error_code error;
    if (fs::is_directory(path, error))
      append(words, {"--tmpfs", path});
    else if (fs::exists(path, error))
      append(words, {"--ro-bind", "/dev/null", path});
  }
}

void append_tmpfs(Words& words, std::uint64_t bytes, const std::string& folder) {
  append(words, {"--size", std::to_string(bytes), "--tmpfs", folder});
}

}  // namespace

bool is_of_system(const std::string& path) {
  for (const char* folder : kSystemFolders)
    if (is_below(path, folder)) return true;
  return false;
}

Words bubblewrap_words(const SandboxView& view, int status_fd) {
  // No rights, and none to be had in further namespaces.
  Words words{"bwrap",
              "--unshare-all",
              "--unshare-user",
              "--disable-userns",
              "--uid",
              "1000",
              "--gid",
              "1000",
              "--cap-drop",
              "ALL",
              "--die-with-parent",
              "--new-session",
              "--hostname",
              "sandbox"};
  if (status_fd >= 0) append(words, {"--json-status-fd", std::to_string(status_fd)});
  append_system(words);
  for (const std::string& folder : view.visible) append(words, {"--ro-bind", folder, folder});
  append_hidden(words, view);
  // Where the grader is root, settings of the kernel belong to whom the program is.
  append(words, {"--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys", "--dev", "/dev"});
  append_tmpfs(words, view.scratch_bytes, "/dev/shm");
  append(words, {"--remount-ro", "/dev"});
  append_tmpfs(words, view.scratch_bytes, kScratchFolder);
  if (!view.program_folder.empty())
    append(words,
           {view.may_write_program ? "--bind" : "--ro-bind", view.program_folder, kProgramFolder});
  append(words, {"--remount-ro", "/", "--chdir", kScratchFolder, "--"});
  return words;
}

Isolation strongest_isolation() {
  static const Isolation strongest = [] {
    RunRequest nothing;
    nothing.isolation = Isolation::bubblewrap;
    nothing.command = {"/bin/true"};
    const RunResult result = run_program(nothing);
    return result.ending == Ending::exited && result.exit_code == 0 ? Isolation::bubblewrap
                                                                    : Isolation::limits;
  }();
  return strongest;
}

}  // namespace attn
