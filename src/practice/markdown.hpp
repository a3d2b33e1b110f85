#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "trace/document.hpp"

namespace attn {

/// What a {{name}} in a page stands for: a piece of its own where it stands alone in a paragraph,
/// or text in a sentence.
struct Placeholders {
  std::function<Piece(const std::string& name)> piece;
  std::function<std::string(const std::string& name)> text;
};

/// Reads Markdown: headings, paragraphs, lists, code blocks, and inline code and emphasis, which
/// become plain text. Several {{names}} alone on one line stand side by side.
/// Errors:  those of the placeholders; InputError for Markdown that this has no piece for (images,
///          HTML), naming it.
Document read_markdown(std::string_view markdown, const Placeholders& placeholders);

}  // namespace attn
