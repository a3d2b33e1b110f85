#pragma once

#include "data/toml/toml.hpp"
#include "practice/exercise.hpp"

namespace attn {

/// Reads [program] and every [[check]] of an exercise whose given values, definitions and fields
/// are read already. Errors:  InputError naming line, column and key.
Program read_program(TomlTable& manifest, const Exercise& exercise);

/// Adds the checks of a file that only whoever grades has: tables of [[check]] as in a manifest,
/// and a seed from which all requests are drawn.
/// Errors:  InputError naming line, column and key.
/// Returns the seed; nothing where the file has none.
std::optional<std::uint64_t> add_hidden_checks(std::string_view toml, const std::string& source,
                                               const std::vector<std::string>& languages,
                                               Exercise& exercise);

}  // namespace attn
