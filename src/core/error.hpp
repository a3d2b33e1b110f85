#pragma once

#include <stdexcept>

namespace attn {

/// The one exception a user can cause: a flag, file, shape or number that cannot be used.
/// Its text says what was expected, what was given, and what to do.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The surroundings refuse: a disk that is full, a folder that cannot be written.
struct SurroundingsError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace attn
