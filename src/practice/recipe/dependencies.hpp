#pragma once

#include <set>
#include <string>
#include <vector>

#include "practice/exercise.hpp"

namespace attn {

/// The names that a definition is computed from, each once.
std::vector<std::string> names_in(const Definition& definition);

/// Whether a name depends, directly or not, on any of the others (or is one of them).
bool depends_on(const Definitions& definitions, const std::string& name,
                const std::set<std::string>& others);

/// Refuses definitions that cannot be computed.
/// Errors: InputError if one needs a name that does not exist (with the nearest one), or depends on
///         itself: "a depends on itself: a -> b -> a".
void require_computable(const Definitions& definitions);

/// The same for one recipe beside them, such as a column of a simulation; `more` are names that it
/// may use too.
void require_names(const Definitions& definitions, const Recipe& recipe,
                   const std::set<std::string>& more);

/// Errors: InputError always: the name does not exist.
[[noreturn]] void refuse_missing_name(const Definitions& definitions, const std::string& name);

/// Errors: InputError always: the last of these names is one of those before it.
[[noreturn]] void refuse_circle(const std::vector<std::string>& path);

}  // namespace attn
