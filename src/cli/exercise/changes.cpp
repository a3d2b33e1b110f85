#include "cli/exercise/changes.hpp"

#include <sys/stat.h>

#include <thread>
#include <utility>

#include "base/message.hpp"
#include "cli/terminal/output.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;

// Nothing if the file does not exist.
std::optional<FileVersion> version_of(const std::string& path) {
  struct stat facts {};
  if (::stat(path.c_str(), &facts) != 0) return std::nullopt;
  std::error_code gone;  // reported at the next look
  return FileVersion{facts.st_dev, facts.st_ino, facts.st_size, fs::last_write_time(path, gone)};
}

bool is_passed_over(const std::string& name) {
  return name.starts_with(".") || name.ends_with("~");
}

}  // namespace

bool FileWatch::look() {
  const std::optional<FileVersion> now = version_of(path_);
  const bool is_first = !std::exchange(has_looked_, true);
  const bool stands_still = is_first || now == before_;
  before_ = now;
  is_missing_ = !now;
  if (!now || !stands_still || now == seen_) return false;
  seen_ = now;
  return true;
}

void FileWatch::wait_for_another() {
  for (bool was_missing = false; !look(); std::this_thread::sleep_for(kBetweenLooks)) {
    if (is_missing_ && !was_missing)
      print_remark(message("attn: note: {} is not there yet; waiting for it.", path_));
    was_missing = is_missing_;
  }
}

void FolderWatch::wait_for_another() {
  std::optional<Versions> before;
  for (;; std::this_thread::sleep_for(FileWatch::kBetweenLooks)) {
    Versions now = versions();
    if (!seen_ || (now != *seen_ && now == before)) {
      seen_ = std::move(now);
      return;
    }
    before = std::move(now);
  }
}

FolderWatch::Versions FolderWatch::versions() const {
  Versions found;
  for (const std::string& folder : folders_) {
    std::error_code gone;  // a folder that is taken away while it is looked at has no files
    for (fs::recursive_directory_iterator entry(folder, gone), end; !gone && entry != end;
         entry.increment(gone)) {
      const std::string path = entry->path().string();
      if (is_passed_over(entry->path().filename().string())) {
        entry.disable_recursion_pending();
        continue;
      }
      std::error_code ignored;
      if (entry->is_directory(ignored)) continue;
      if (const auto version = version_of(path)) found.emplace(path, *version);
    }
  }
  return found;
}

}  // namespace attn
