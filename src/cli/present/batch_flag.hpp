#pragma once

#include <armadillo>

#include "cli/flags/flag.hpp"
#include "cli/present/view_flags.hpp"
#include "trace/trace.hpp"

namespace attn {

/// The sequences of a batch that --batch asks for; 0 where it was not typed.
/// Errors: InputError naming the flag and the most that there may be.
arma::uword n_batch_of(const Flag& batch);

/// Refuses --batch where nothing of what is shown is a shape, since it changes nothing else.
/// Errors: InputError naming both flags.
void require_shapes_shown(const Flag& batch, const ViewChoice& view, const Trace& trace);

}  // namespace attn
