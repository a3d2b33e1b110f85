#pragma once

#include <string>
#include <vector>

#include "practice/judge/check.hpp"
#include "trace/document.hpp"

namespace attn {

/// What an explanation says, in pieces: several mistakes are a line and a list below it, anything
/// else is a paragraph.
struct ExplanationPieces {
  std::string text;             ///< the paragraph, or the line before the list
  std::vector<ListItem> items;  ///< one for each mistake; or none
};

/// An explanation cut into its line and its list, of items at the depth given.
ExplanationPieces pieces_of_explanation(const std::string& explanation, unsigned depth);

/// The explanation of a result and the remarks after it as one text.
std::string whole_explanation(const FieldResult& result);

}  // namespace attn
