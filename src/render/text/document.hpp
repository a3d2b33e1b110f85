// Documents as text, and JSON that people can read.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "render/layout.hpp"
#include "trace/document.hpp"

namespace attn {

/// A page as text: headings at the left, everything else indented under them, a blank line between
/// pieces of different kinds. No line is wider than the layout, except for code.
std::string document_text(const Document& document, const Layout& layout);

/// JSON as text that people can read too: what fits on a line stays on one, longer objects and
/// lists are broken into their members. A byte that is not UTF-8 becomes U+FFFD.
std::string json_document(const nlohmann::ordered_json& json);

/// JSON on one line. A byte that is not UTF-8 becomes U+FFFD.
std::string compact_json(const nlohmann::ordered_json& json);

}  // namespace attn
