#pragma once

#include <string>
#include <string_view>

#include "practice/exercise.hpp"

namespace attn {

/// The largest manifest or page that is read, in bytes.
constexpr std::size_t kManifestLimit = 1 << 20;

/// Reads an exercise.toml, as docs/writing-exercises.md describes it. `source` names the file in
/// refusals; `number` and `pages` are left for whoever knows the folder.
///
/// Errors:  InputError naming line and column, or the key, for everything that is not as it should
///          be: TOML that is none, unknown keys, missing ones, wrong types, recipes that are none,
///          names used twice, an alternative that changes nothing that exists.
Exercise read_manifest(std::string_view toml, const std::string& source);

}  // namespace attn
