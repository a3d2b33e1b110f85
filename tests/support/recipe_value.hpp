#pragma once

#include <string>

#include "practice/exercise/exercise.hpp"

namespace attn {

/// What a recipe gives beside some definitions, with numbers drawn for a variant where it draws.
arma::mat value_of(const std::string& recipe, const Definitions& given = {},
                   std::uint64_t variant = 1);

/// Why it is refused; "accepted" if it is not.
std::string refusal_of(const std::string& recipe, const Definitions& given = {});

}  // namespace attn
