// Bytes of files: read in parts or mapped, up to stated limits, and where something stands in a
// text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
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

// The largest inputs that are read, all in one place. A wrong file given by mistake is refused
// before it fills the memory; every honest exercise is far below.
inline constexpr std::uintmax_t kMiB = std::uintmax_t{1024} * 1024;
inline constexpr std::uintmax_t kTextLimit = 64 * kMiB;       // .csv and .tsv
inline constexpr std::uintmax_t kJsonLimit = 16 * kMiB;       // JSON: a parsed tree is far larger
inline constexpr std::uintmax_t kTokenizerLimit = 64 * kMiB;  // read event by event: no tree
inline constexpr std::uintmax_t kBinaryLimit = 1024 * kMiB;   // .npy, .npz and each array in one
inline constexpr std::uint64_t kCellLimit = 128 * kMiB;       // cells of a matrix: 1 GiB of doubles

/// Where something is in a text file: both counted from 1, as editors do. "line 3, column 2"
std::string line_place(std::size_t line, std::size_t column);

/// The same for a byte of a text; its end for a byte beyond it.
std::string line_place_of(std::string_view text, std::size_t byte);

/// A file whose bytes lie in memory as the system has them: only those that are looked at are read,
/// and several programs share them.
///
/// What another program cuts off meanwhile reads as zeros instead of ending this one; whoever has
/// used the bytes asks require_whole() before the result is believed.
class MappedFile {
 public:
  /// Errors:  InputError as File, or if the file is empty; SurroundingsError if the machine refuses
  ///          the address space.
  explicit MappedFile(const std::string& path);

  std::string_view bytes() const;

  /// Errors:  InputError if the file was cut off while its bytes were used.
  void require_whole() const;

 private:
  struct Mapping;

  std::string path_;
  std::shared_ptr<const Mapping> mapping_;
};

}  // namespace attn
