#pragma once

#include <sys/types.h>

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

  /// Returns at once if the file is there at the first look.
  void wait_for_another();

 private:
  std::string path_;
  std::optional<FileVersion> seen_;
  bool has_looked_ = false;
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
