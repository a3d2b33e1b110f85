#pragma once

#include <sys/types.h>

#include <functional>

namespace attn {

/// Starts a process between us and a program, so that nothing of the program outlives us, not even
/// where we are killed and it left children in sessions of their own that are deaf to signals. The
/// keeper runs `start`, which forks the program and returns its number, and adopts what that leaves
/// behind. When the program ends, or we do, it ends all of it, and then itself as the program did:
/// whoever waits for it learns how that ended, and what it used.
/// Errors: SurroundingsError if there can be no further process.
pid_t start_keeper(const std::function<pid_t()>& start);

}  // namespace attn
