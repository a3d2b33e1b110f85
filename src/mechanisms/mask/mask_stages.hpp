#pragma once

#include "core/attention.hpp"
#include "core/mask.hpp"
#include "trace/trace.hpp"

namespace attn {

// What the stages of masks are called and what they say about themselves. They have their value:
// it is the mask.

/// What a restriction means where it blocks: "outside the window of 3".
std::string meaning_of(const Restriction& restriction, const MaskPattern& pattern);

/// When a restriction lets query i attend to key j, in symbols: "j ≤ i".
std::string condition_of(const Restriction& restriction, const MaskPattern& pattern);

/// One restriction by itself, as a stage that bears its name.
Stage restriction_stage(const Restriction& restriction, const MaskPattern& pattern,
                        const Axis& query, const Axis& key);

/// All restrictions joined.
Stage mask_stage(const std::vector<Restriction>& restrictions, const MaskPattern& pattern,
                 const BlockedCells& blocked, const Axis& query, const Axis& key);

/// The same as numbers to add to scores: 0 where open, −∞ where not.
Stage additive_stage(const Stage& mask);

/// What softmax makes of equal scores under a mask; its value is still to be computed.
Stage equal_weights_stage(const Stage& mask);

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
