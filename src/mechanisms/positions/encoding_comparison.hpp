#pragma once

#include "mechanisms/positions/additive_encoding.hpp"

namespace attn {

/// The sinusoidal encoding beside a learned table: the stages of additive_encoding in the groups
/// "sinusoidal" and "learned", and the table `comparison`.
///
/// Errors:  InputError as for additive_encoding; `problem.table` must be given.
Trace encoding_comparison(const AdditiveProblem& problem);

}  // namespace attn
