#pragma once

#include "cli/flags/flag.hpp"
#include "core/mask.hpp"

namespace attn {

/// The mask that a flag gives: a file or a matrix written out, 1 where a query may attend.
/// Errors: InputError naming the flag and the file. A word such as "causal" is answered with the
///         flag that was meant.
Mask read_mask(const Flag& flag);

}  // namespace attn
