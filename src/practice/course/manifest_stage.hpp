#pragma once

#include <vector>

#include "data/toml/toml.hpp"
#include "practice/exercise.hpp"

namespace attn {

/// Reads one [[stage]]: the mistakes that people make in it, for the field that it gives.
///
///     [[stage]]
///     name  = "weights"
///     gives = "weights"
///     of    = { scores = "scaled", mask = "mask" }
///     except = ["softmax_over_columns"]
///
/// A mistake that needs an operand which is not there is left out, and so is one that an
/// alternative of the exercise makes in the same field. They may coincide with one another.
///
/// Errors:  InputError naming line, column and key.
std::vector<Alternative> read_stage(TomlTable& table, const Exercise& exercise);

}  // namespace attn
