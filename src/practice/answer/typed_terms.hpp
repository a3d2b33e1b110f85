#pragma once

#include <cstddef>
#include <string_view>

#include "practice/exercise.hpp"

namespace attn {

/// The place of the option that a text names: by its id, also as "(b)", "b)", "option b" and
/// "b: what it says", or by its whole text, but for little words.
/// Errors:  InputError listing the ids, or naming the one that was probably meant.
std::size_t typed_choice(const Field& field, std::string_view text);

/// The place of the term that a text is: by its id, its texts or its spellings, in any language and
/// also twice, "equivariant (同変)". Little words are left out: "It is a causal mask.", 同変である.
/// Errors:  InputError for a term that is not known, with the one that was probably meant; for one
///          that is negated, and for two different ones.
std::size_t typed_label(const Field& field, std::string_view text);

}  // namespace attn
