#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace attn {

/// The number behind a name in the form of /proc, "VmRSS:     1684 kB"; absent if it is not there.
///
/// Units:   bytes
std::optional<std::uint64_t> proc_bytes(const std::string& text, const std::string& name);

}  // namespace attn
