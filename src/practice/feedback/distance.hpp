#pragma once

#include <string>

#include "practice/judge/check.hpp"

namespace attn {

/// Roughly how far a wrong number is from the right one, without giving that away: a sentence, or
/// "" where nothing can be said (of masks, of −∞, beside 0).
///
///     a number    "It is at least 3 times too large."
///     a matrix    "It is off by about 0.2." of its worst cell, unless whole numbers are asked for
std::string distance_text(const FieldResult& result);

}  // namespace attn
