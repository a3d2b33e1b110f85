#pragma once

#include <string>
#include <vector>

#include "practice/judge/check.hpp"

namespace attn {

/// The earlier wrong answers whose wrong cells an answer repeats, where the same numbers are right
/// in both: so a slip in a row of weights counts once, though the row stands in the masked weights
/// too. Nothing if any cell is wrong in another way.
std::vector<std::string> copied_slips(const FieldResult& result,
                                      const std::vector<FieldResult>& before);

}  // namespace attn
