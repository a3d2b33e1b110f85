#pragma once

#include <functional>
#include <string>

#include "cli/present/view_flags.hpp"
#include "trace/trace.hpp"

namespace attn {

/// A page of a trace (.html). `again` makes the same trace once more, for the other language that
/// the page speaks; without it the page speaks one.
std::string page_file(const Trace& trace, const ViewChoice& choice,
                      const std::function<Trace()>& again);

}  // namespace attn
