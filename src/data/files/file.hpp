#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/system/descriptor.hpp"

namespace attn {

/// An ordinary file that is read in parts.
class File {
 public:
  /// Errors:  InputError if it is missing, unreadable or not an ordinary file: a folder, pipe or
  ///          device could block or never end.
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

/// The bytes of an ordinary file, which may have none.
///
/// Units:   `size_limit` in bytes; more than that is never held, even if the file grows meanwhile.
/// Errors:  as File; also if it is larger than the limit.
std::string file_bytes(const std::string& path, std::uintmax_t size_limit);

/// The bytes of a file that should hold a matrix.
/// Errors:  as file_bytes; also if it is empty.
std::string read_file(const std::string& path, std::uintmax_t size_limit);

}  // namespace attn
