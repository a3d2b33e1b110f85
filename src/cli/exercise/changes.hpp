#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// What tells one version of a file from another without reading it.
struct FileVersion {
  dev_t device = 0;
  ino_t inode = 0;
  off_t size = 0;
  std::filesystem::file_time_type changed{};

  bool operator==(const FileVersion&) const = default;
};

/// Waits for versions of a file. A file that an editor is still writing is left alone: a version
/// counts once it has stood still from one look to the next.
class FileWatch {
 public:
  explicit FileWatch(std::string path) : path_(std::move(path)) {}

  /// How long to wait from one look to the next: looking again and again works on every file
  /// system, and notifications of changes do not.
  static constexpr std::chrono::milliseconds kBetweenLooks{300};

  /// Looks once, and returns whether there is another version; at the first look, whether there is
  /// a file.
  bool look();

  /// Whether there was no file at the last look.
  bool is_missing() const { return is_missing_; }

  /// Looks until there is another version. Where the file is missing, a remark says so.
  void wait_for_another();

 private:
  std::string path_;
  std::optional<FileVersion> seen_, before_;  // the version that counted last, and the last look's
  bool has_looked_ = false, is_missing_ = false;
};

/// Waits until any file in some folders is changed, added or taken away. Hidden files and the
/// copies that editors keep (answer.txt~) do not count.
class FolderWatch {
 public:
  explicit FolderWatch(std::vector<std::string> folders) : folders_(std::move(folders)) {}

  /// Returns at once the first time.
  void wait_for_another();

 private:
  using Versions = std::map<std::string, FileVersion>;

  Versions versions() const;

  std::vector<std::string> folders_;
  std::optional<Versions> seen_;
};

}  // namespace attn
