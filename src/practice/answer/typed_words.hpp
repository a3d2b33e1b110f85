#pragma once

#include <string>
#include <string_view>

#include "practice/exercise.hpp"

namespace attn {

/// A text as it is compared with another: without case, spaces, hyphens, underlines and full stops,
/// full-width letters as ASCII, half-width kana as kana.
std::string compared_form(std::string_view text);

/// A text without the quotation marks around it.
std::string_view without_quotes(std::string_view item);

/// The places of the items that a text lists: between spaces, commas or line ends, with or without
/// numbers before them ("1. cat 2. sat") and "and" between; pairs as cat->sat, cat → sat, cat to
/// sat or (cat, sat). Errors:  InputError naming an item that is unknown or listed twice; an item's
/// pair with
///          itself.
std::vector<std::size_t> typed_list(const Field& field, std::string_view plain);

}  // namespace attn
