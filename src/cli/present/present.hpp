#pragma once

#include <functional>

#include "cli/present/view_flags.hpp"
#include "trace/trace.hpp"

namespace attn {

/// What a subcommand has besides its trace.
struct Presented {
  std::function<Trace()> again{};  ///< the same trace once more: a page speaks two languages
  std::function<void(Trace&)>
      add_for_page{};                  ///< what only pages and figures have room for; or none
  std::function<void()> write_more{};  ///< writes files of its own, where nothing is refused
};

/// Shows a trace and writes it to files, as the view flags ask: the second half of every
/// subcommand. Returns the exit code.
/// Errors: InputError for a stage that does not exist; SurroundingsError
int present(const Trace& trace, const ViewChoice& choice, const Presented& more = {});

}  // namespace attn
