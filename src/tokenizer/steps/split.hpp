#pragma once

#include <string_view>
#include <vector>

#include "tokenizer/steps/pattern.hpp"

namespace attn {

/// What becomes of the matches where a text is split at them: "a-b" at "-".
enum class SplitBehavior {
  removed,               ///< a b
  isolated,              ///< a - b
  merged_with_previous,  ///< a- b
  merged_with_next,      ///< a -b
  contiguous,            ///< a - b, neighbouring matches as one
};

/// One way to split a text.
struct SplitStep {
  SplitPattern pattern;
  SplitBehavior behavior = SplitBehavior::isolated;
  bool inverted = false;  ///< what lies between the matches counts as a match
};

/// The parts of a text, in order; no part is empty.
std::vector<ByteRange> parts_of(const SplitStep& split, std::string_view text);

}  // namespace attn
