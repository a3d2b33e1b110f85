#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/system.hpp"

namespace attn {

/// An ordinary file that is read in parts.
class File {
 public:
  /// Errors:  InputError if it is missing, unreadable or not an ordinary file: a folder, pipe or
  ///          device could block or never end; if a link leads nowhere; and for a note of Git LFS
  ///          in the place of the file.
  explicit File(const std::string& path);

  std::uintmax_t size() const { return size_; }  ///< in bytes, when it was opened
  int descriptor() const { return descriptor_.get(); }

  /// Reads at most `count` bytes from `offset` on; the result is how many, 0 at the end.
  /// Errors:  InputError if the machine refuses.
  std::size_t read_some(std::uintmax_t offset, char* into, std::size_t count) const;

  /// Exactly `count` bytes from `offset` on.
  /// Errors:  InputError if they cannot be read, or the file ends before them.
  std::string bytes(std::uintmax_t offset, std::size_t count) const;

 private:
  std::string path_;
  Descriptor descriptor_;
  std::uintmax_t size_ = 0;
};

/// Whether something has that name, be it a link that leads nowhere: whoever opens it is told.
bool is_named(const std::filesystem::path& path);

/// Refuses a path that is a link which leads nowhere, or goes through one.
/// Errors:  InputError naming the link
void refuse_dangling_link(const std::string& path);

/// Whether it is a pipe, or a link to one.
bool is_pipe(const std::string& path);

/// Whether a path names what is open already, as a shell passes it: /dev/stdin, /dev/fd/63.
bool is_descriptor(const std::string& path);

/// What is sent through an open descriptor, to its end or at least one byte beyond the limit;
/// nothing where the machine refuses, and errno says why. It comes once, so it is kept for whoever
/// reads the same descriptor again.
std::optional<std::string> bytes_sent(int descriptor, std::uintmax_t size_limit);

/// Throws the InputError for a file without any bytes.
[[noreturn]] void refuse_empty(const std::string& path);

/// Refuses the beginning of an HTML page where something else was expected.
/// Errors:  InputError
void refuse_page(std::string_view start, const std::string& path);

/// The same for a zip or gzip archive.
/// Errors:  InputError
void refuse_packed(std::string_view start, const std::string& path);

/// The bytes of an ordinary file, which may have none; or of a pipe that a shell passes as a file,
/// <(command), to its end.
///
/// Units:   `size_limit` in bytes; more than that is never held, even if the file grows meanwhile.
/// Errors:  as File; also if it is larger than the limit.
std::string file_bytes(const std::string& path, std::uintmax_t size_limit);

/// The bytes of a file that should hold something.
/// Errors:  as file_bytes; also if it is empty.
std::string read_file(const std::string& path, std::uintmax_t size_limit);

}  // namespace attn
