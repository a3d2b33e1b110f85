#pragma once

#include "mechanisms/additive_encoding.hpp"

namespace attn {

/// The pairs of dimensions of a sinusoidal encoding: which dimensions, which exponent, which
/// wavelength. Of many pairs the first, the middle one and the last.
Table pairs_table(const AdditiveProblem& problem);

/// The three steps from token numbers to the input of attention: shapes, what is trained, what is
/// stored, and how long rows are. `trace` holds the stages of the sum.
Table pipeline_table(const Trace& trace, const AdditiveProblem& problem);

}  // namespace attn
