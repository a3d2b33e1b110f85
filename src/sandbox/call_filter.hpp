#pragma once

#include <string>

namespace attn {

/// What keeps a program from calls of the kernel that no right program needs: those that hold
/// memory which nobody can count (shared memory without a file, queues of messages, pages given to
/// pipes), those that look into or change another process, and those that make a part of the kernel
/// run or mount something. To the program they are not there (ENOSYS); shared memory without a file
/// is not permitted (EPERM). Calls of another architecture end it.
///
/// The result is a program of the kernel's filter: an array of sock_filter, as the kernel and
/// bubblewrap take it. Made once; "" on a system other than Linux.
/// Errors: SurroundingsError where it cannot be made.
const std::string& call_filter();

/// Puts this process, and all that it starts or becomes, behind such a filter for good. Only system
/// calls. False with errno set if the kernel refuses.
bool enter_call_filter(const std::string& filter);

}  // namespace attn
