#include "grading/classroom/folder_beneath.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/message.hpp"
#include "base/system.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"

namespace attn {
namespace {

[[noreturn]] void refuse_entry(const std::string& path, const std::string& why) {
  throw InputError(message("{0}: {1}.", preview(path, 200), why));
}

// What lies there is the doing of whoever filled the folder; what else keeps us from reading it is
// ours, or the machine's.
[[noreturn]] void refuse_by_system(const std::string& path) {
  if (errno == ELOOP || errno == ENOTDIR)
    refuse_entry(path,
                 translated("it is a link, or is reached through one, and links are not followed"));
  if (errno == ENXIO || errno == ENODEV)
    refuse_entry(path, translated("it is not an ordinary file"));
  throw SurroundingsError(message("{0}: {1}.", preview(path, 200), system_reason(errno)));
}

FoundKind kind_of(mode_t mode) {
  return S_ISREG(mode)   ? FoundKind::file
         : S_ISDIR(mode) ? FoundKind::folder
         : S_ISLNK(mode) ? FoundKind::link
                         : FoundKind::other;
}

/// A walk down a folder.
class Walk {
 public:
  Walk(std::size_t most, bool& is_cut) : most_(most), is_cut_(is_cut) {}

  std::vector<FoundEntry> found{};

  void look(int folder, const std::string& above, unsigned depth) {
    std::vector<std::string> names = names_within(folder);
    std::sort(names.begin(), names.end());
    is_cut_ = is_cut_ || names.size() > most_;
    names.resize(std::min(names.size(), most_));
    for (const std::string& name : names) {
      struct stat facts {};
      if (::fstatat(folder, name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0) continue;
      const FoundKind kind = kind_of(facts.st_mode);
      found.push_back({above + name, kind});
      if (kind != FoundKind::folder || depth <= 1) continue;
      const Descriptor below = folder_within(folder, name);
      found.back().is_closed = !below.is_open();
      if (below.is_open()) look(below.get(), above + name + "/", depth - 1);
    }
  }

 private:
  std::size_t most_;
  bool& is_cut_;
};

// What lies at a path, opened with these flags; the folder itself where the path is "".
Descriptor opened_beneath(const std::string& folder, const std::string& path, int last_flags) {
  Descriptor at(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!at.is_open()) {
    const int reason = errno;
    refuse_dangling_link(folder);
    if (reason == ENOTDIR && is_named(folder))
      refuse_entry(folder,
                   translated("it is a file, and a folder was expected; what is packed must "
                              "be unpacked first"));
    refuse_entry(folder, system_reason(reason));
  }
  if (path.empty()) return at;
  const std::vector<std::string> names = split(path, '/');
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty() || names[i] == "." || names[i] == "..")
      refuse_entry(path, translated("it leads out of the folder"));
    at = i + 1 < names.size() ? folder_within(at.get(), names[i])
                              : Descriptor(::openat(at.get(), names[i].c_str(), last_flags));
    if (!at.is_open()) refuse_by_system(path);
  }
  return at;
}

// Whether the folder in which something lies is that person's, and nobody else may put files there.
bool is_folder_of(uid_t owner, const std::string& folder, const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const Descriptor at = opened_beneath(folder, slash == path.npos ? "" : path.substr(0, slash),
                                       O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  struct stat facts {};
  if (::fstat(at.get(), &facts) != 0) refuse_by_system(path);
  return facts.st_uid == owner && (facts.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

}  // namespace

std::vector<FoundEntry> entries_below(const std::string& folder, const std::string& path,
                                      unsigned depth, std::size_t most_in_folder, bool& is_cut) {
  const Descriptor top =
      opened_beneath(folder, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  is_cut = false;
  Walk walk(most_in_folder, is_cut);
  walk.look(top.get(), "", depth);
  return std::move(walk.found);
}

std::string bytes_beneath(const std::string& folder, const std::string& path,
                          std::uint64_t most_bytes) {
  // Without O_NONBLOCK, opening a pipe would wait for its writer.
  constexpr int kFileFlags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  const Descriptor file = opened_beneath(folder, path, kFileFlags);
  struct stat facts {};
  if (::fstat(file.get(), &facts) != 0) refuse_by_system(path);
  if (!S_ISREG(facts.st_mode)) refuse_entry(path, translated("it is not an ordinary file"));
  // Who may put a link to somebody else's file into a folder of his own must not have it read; a
  // class that was copied by links belongs to one person.
  if (facts.st_nlink > 1 && !is_folder_of(facts.st_uid, folder, path))
    refuse_entry(path, translated("it is a second name (a hard link) of a file of somebody else; "
                                  "hand in a copy"));
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
