#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace attn {

/// The one exception a user can cause: a flag, file, shape or number that cannot be used.
/// Its text says what was expected, what was given, and what to do.
struct InputError : std::runtime_error {
  explicit InputError(const std::string& text, std::vector<std::string> more = {})
      : std::runtime_error(text), hints(std::move(more)) {}

  std::vector<std::string> hints;  ///< lines under the first: what could be done instead
};

/// The surroundings refuse: a disk that is full, a folder that cannot be written.
struct SurroundingsError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace attn
