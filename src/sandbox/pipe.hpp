#pragma once

#include "base/system.hpp"

namespace attn {

/// What is written at one end is read at the other.
struct Pipe {
  Descriptor reading, writing;
};

/// A pipe that no program inherits, read without waiting.
/// Errors: SurroundingsError.
Pipe make_pipe();

/// That no program can be started, with the reason that the system gave last.
/// Errors: SurroundingsError, always.
[[noreturn]] void refuse_process();

}  // namespace attn
