#pragma once

#include <optional>
#include <string>

namespace attn {

/// Lines that a person types, one after the other, as the terminal hands them over.
class LineInput {
 public:
  /// The next line without its end; nothing at the end of the input. `prompt` is written before it
  /// is waited for.
  /// Errors: InputError if it cannot be read, or is far too long.
  std::optional<std::string> next(const std::string& prompt);

 private:
  std::string buffer_;
};

}  // namespace attn
