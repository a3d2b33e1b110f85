#pragma once

#include <string>

#include "trace/document.hpp"

namespace attn {

/// A page as HTML that may stand within another: a heading of level 1 becomes <h1>, or what
/// `top_level` says, and no level is left out below it. Texts are data, never markup; matrices and
/// tables are real ones, each in a box that scrolls by itself where it is too wide.
std::string document_html(const Document& document, unsigned top_level = 1);

/// A text between tags whose line ends stay line ends.
std::string lines_html(const std::string& text);

}  // namespace attn
