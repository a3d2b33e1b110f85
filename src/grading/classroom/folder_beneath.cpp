#include "grading/classroom/folder_beneath.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/preview.hpp"
#include "base/system_reason.hpp"
#include "base/text.hpp"

namespace attn {
namespace {

/// A file descriptor that is closed at the end.
class OpenEntry {
 public:
  explicit OpenEntry(int number) : number_(number) {}
  ~OpenEntry() {
    if (number_ >= 0) ::close(number_);
  }
  OpenEntry(OpenEntry&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  OpenEntry& operator=(OpenEntry&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  int get() const { return number_; }

 private:
  int number_;
};

constexpr int kFolderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

[[noreturn]] void refuse_entry(const std::string& path, const std::string& why) {
  throw InputError(message("{0}: {1}.", preview(path, 200), why));
}

[[noreturn]] void refuse_by_system(const std::string& path) {
  refuse_entry(path, errno == ELOOP || errno == ENOTDIR
                         ? std::string(translated("it is a link, or lies behind one, and links "
                                                  "are not followed"))
                         : system_reason(errno));
}

FoundKind kind_of(mode_t mode) {
  return S_ISREG(mode)   ? FoundKind::file
         : S_ISDIR(mode) ? FoundKind::folder
         : S_ISLNK(mode) ? FoundKind::link
                         : FoundKind::other;
}

std::vector<std::string> names_in_folder(int folder) {
  std::vector<std::string> names;
  const int again = ::openat(folder, ".", kFolderFlags);
  DIR* const entries = again < 0 ? nullptr : ::fdopendir(again);
  if (entries == nullptr) return names;
  while (const dirent* entry = ::readdir(entries)) {
    const std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(name);
  }
  ::closedir(entries);
  std::sort(names.begin(), names.end());
  return names;
}

/// A walk down a folder.
class Walk {
 public:
  Walk(std::size_t most, bool& is_cut) : most_(most), is_cut_(is_cut) {}

  std::vector<FoundEntry> found{};

  void look(int folder, const std::string& above, unsigned depth) {
    std::vector<std::string> names = names_in_folder(folder);
    is_cut_ = is_cut_ || names.size() > most_;
    names.resize(std::min(names.size(), most_));
    for (const std::string& name : names) {
      struct stat facts {};
      if (::fstatat(folder, name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0) continue;
      const FoundKind kind = kind_of(facts.st_mode);
      found.push_back({above + name, kind});
      if (kind != FoundKind::folder || depth <= 1) continue;
      const OpenEntry below(::openat(folder, name.c_str(), kFolderFlags));
      if (below.get() >= 0)
        look(below.get(), above + name + "/", depth - 1);
      else
        found.back().was_opened = false;
    }
  }

 private:
  std::size_t most_;
  bool& is_cut_;
};

// What lies at a path, opened with these flags; the folder itself where the path is "".
OpenEntry opened_beneath(const std::string& folder, const std::string& path, int last_flags) {
  OpenEntry at(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (at.get() < 0) refuse_entry(folder, system_reason(errno));
  if (path.empty()) return at;
  const std::vector<std::string> names = split(path, '/');
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty() || names[i] == "." || names[i] == "..")
      refuse_entry(path, translated("it leads out of the folder"));
    const int flags = i + 1 < names.size() ? kFolderFlags : last_flags;
    OpenEntry next(::openat(at.get(), names[i].c_str(), flags));
    if (next.get() < 0) refuse_by_system(path);
    at = std::move(next);
  }
  return at;
}

}  // namespace

std::vector<FoundEntry> entries_below(const std::string& folder, const std::string& path,
                                      unsigned depth, std::size_t most_in_folder, bool& is_cut) {
  const OpenEntry top = opened_beneath(folder, path, kFolderFlags);
  is_cut = false;
  Walk walk(most_in_folder, is_cut);
  walk.look(top.get(), "", depth);
  return std::move(walk.found);
}

std::string bytes_beneath(const std::string& folder, const std::string& path,
                          std::uint64_t most_bytes) {
  // Without O_NONBLOCK, opening a pipe would wait for its writer.
  constexpr int kFileFlags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  const OpenEntry file = opened_beneath(folder, path, kFileFlags);
  struct stat facts {};
  if (::fstat(file.get(), &facts) != 0) refuse_by_system(path);
  if (!S_ISREG(facts.st_mode)) refuse_entry(path, translated("it is no ordinary file"));
  if (facts.st_nlink > 1)
    refuse_entry(path, translated("it has a second name (a hard link); hand in a copy"));
  const auto refuse_size = [&] {
    refuse_entry(path, message("it has more than {} bytes", most_bytes));
  };
  if (static_cast<std::uint64_t>(facts.st_size) > most_bytes) refuse_size();
  std::string bytes;
  std::array<char, 65536> part;
  while (true) {
    const ssize_t n = ::read(file.get(), part.data(), part.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) refuse_by_system(path);
    if (n == 0) return bytes;
    bytes.append(part.data(), static_cast<std::size_t>(n));
    if (bytes.size() > most_bytes) refuse_size();
  }
}

}  // namespace attn
