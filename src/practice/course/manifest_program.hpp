#pragma once

#include "data/toml/toml_table.hpp"
#include "practice/exercise.hpp"

namespace attn {

/// Reads [program] and every [[check]] of an exercise whose given values, definitions and fields
/// are read already. Errors:  InputError naming line, column and key.
Program read_program(TomlTable& manifest, const Exercise& exercise);

}  // namespace attn
