#pragma once

#include <string>
#include <string_view>

#include "practice/exercise.hpp"

namespace attn {

/// A text as it is compared with another: without case, spaces, hyphens, underlines and full stops,
/// full-width letters as ASCII, half-width kana as kana.
std::string compared_form(std::string_view text);

/// The place of the option that a text names by its id, "(b)", "b)", or by its whole text.
/// Errors:  InputError listing the ids.
std::size_t typed_choice(const Field& field, std::string_view text);

/// The place of the term that a text is, by its id, its texts or its spellings; −1 for another one.
int typed_label(const Field& field, std::string_view text);

/// The places of the items that a text lists.
/// Errors:  InputError naming an item that is unknown or listed twice; an item's pair with
///          itself.
std::vector<std::size_t> typed_list(const Field& field, std::string_view plain);

}  // namespace attn
