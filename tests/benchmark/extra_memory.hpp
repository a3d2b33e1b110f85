#pragma once

#include <functional>
#include <optional>

namespace attn {

/// How much more memory the process held at its highest, while something ran, than before it began.
/// What it returns and was not there before counts, too. Nothing where the system does not tell.
///
///     VmHWM afterwards − VmRSS before, VmHWM having been set back in between
///
/// Units:   bytes
/// Source:  Linux, Documentation/filesystems/proc.rst: /proc/PID/clear_refs, value 5.
std::optional<double> extra_memory(const std::function<void()>& run);

}  // namespace attn
