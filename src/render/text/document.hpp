#pragma once

#include <string>

#include "render/layout.hpp"
#include "trace/document.hpp"

namespace attn {

/// A page as text: headings at the left, everything else indented under them, a blank line between
/// pieces of different kinds. No line is wider than the layout, except for code.
std::string document_text(const Document& document, const Layout& layout);

}  // namespace attn
