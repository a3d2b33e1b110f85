#pragma once

#include <armadillo>
#include <string_view>

#include "practice/answer/answer_context.hpp"

namespace attn {

/// A mask of 1 (may attend) and 0: also true and false, T and F, o and x, ✓ and ✗. A row may stand
/// without spaces, "1000; 1100", where it has as many signs as the mask has columns.
///
/// Errors:  InputError naming the cell; as typed_cells.
arma::mat typed_mask(std::string_view plain, const AnswerContext& context);

}  // namespace attn
