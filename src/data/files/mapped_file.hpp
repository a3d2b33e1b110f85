#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace attn {

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
