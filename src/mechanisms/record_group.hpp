#pragma once

#include <string>

#include "trace/trace.hpp"

namespace attn {

/// Records the stages of another trace under the name of a group; their rules then name their
/// siblings.
void record_group(Trace& trace, const Trace& part, const std::string& group);

}  // namespace attn
