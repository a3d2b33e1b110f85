#pragma once

#include "core/attention.hpp"
#include "core/blocked.hpp"
#include "trace/trace.hpp"

namespace attn {

/// One cell of a mask, said in each convention that code uses: some say True where a query may
/// attend, some where it may not, and some have one value a key and can only say padding.
///
/// Errors:  InputError if the mask has no such cell.
Table conventions_table(const Stage& mask, const MaskPattern& pattern, arma::uword row,
                        arma::uword col);

/// What a row of scores becomes when every key is blocked: by −∞ and by −1e9, replaced and added,
/// in double, single and half precision, worked out in that precision.
/// Source:  PyTorch's safe softmax, pull requests 131060 and 133882.
Table empty_row_table();

}  // namespace attn
