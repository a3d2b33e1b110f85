#include "data/files/target.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <set>

#include "base/message.hpp"
#include "data/files/file.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;

/// The permissions of a new file, as every other program would give it.
mode_t new_file_mode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

/// These are links to whatever the program already has open, which may be a file: it must be
/// written into, not replaced.
bool is_standard_stream(const std::string& path) {
  return path == "/dev/stdout" || path == "/dev/stderr" || path.starts_with("/dev/fd/");
}

void require_permission(const Target& target) {
  const bool allowed = (!target.exists || ::access(target.path.c_str(), W_OK) == 0) &&
                       (target.direct || ::access(target.folder.c_str(), W_OK | X_OK) == 0);
  if (!allowed) fail_to_write(target.path, errno);
}

void require_folder(const Target& target) {
  struct stat facts {};
  if (::stat(target.folder.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode)) return;
  refuse_dangling_link(target.folder);
  throw InputError(
      message("{}: the folder {} does not exist. Create it first, or give another path.",
              target.path, target.folder));
}

Target target_at(const std::string& path) {
  Target target;
  target.path = path;
  target.real_path = path;
  struct stat facts {};
  target.exists = ::stat(path.c_str(), &facts) == 0;
  if (path.empty() || path.ends_with('/') || (target.exists && S_ISDIR(facts.st_mode))) {
    throw InputError(
        message("{}: this names a folder, but a file was expected. Add a file name.", path));
  }
  target.direct = target.exists && (!S_ISREG(facts.st_mode) || is_standard_stream(path));
  std::error_code ignored;
  if (target.exists) target.real_path = fs::canonical(path, ignored).string();
  if (target.real_path.empty()) target.real_path = path;
  target.folder = fs::path(target.real_path).parent_path().string();
  if (target.folder.empty()) target.folder = ".";
  if (!target.direct) require_folder(target);
  target.mode = target.exists ? facts.st_mode & 0777 : new_file_mode();
  return target;
}

}  // namespace

std::vector<Target> writable_targets(const std::vector<std::string>& paths, bool overwrite) {
  std::vector<Target> targets;
  std::set<std::string> seen;
  for (const std::string& path : paths) {
    const Target target = target_at(path);
    std::error_code ignored;
    const auto whole =
        fs::weakly_canonical(fs::absolute(target.real_path, ignored), ignored).string();
    if (!seen.insert(whole.empty() ? path : whole).second) {
      throw InputError(message(
          "{}: this file is given twice to write to. Give each output its own path.", path));
    }
    if (target.exists && !target.direct && !overwrite) refuse_existing(path);
    require_permission(target);
    targets.push_back(target);
  }
  return targets;
}

void refuse_existing(const std::string& path) {
  throw InputError(
      message("{}: the file already exists. Give another path, or --force to replace it.", path));
}

void fail_to_write(const std::string& path, int error) {
  throw SurroundingsError(
      message("{}: the file cannot be written: {}. Free the disk, check the permissions, or give "
              "another path.",
              path, system_reason(error)));
}

}  // namespace attn
