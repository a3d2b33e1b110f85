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

/// Reads Markdown: headings, paragraphs, lists, code blocks, links (their address stands behind
/// them), and inline code and emphasis, which become plain text; inline code is never broken at its
/// spaces. Several {{names}} alone on one line stand side by side. What could command a terminal is
/// replaced by "?".
///
/// Errors:  those of the placeholders; InputError for Markdown that this has no piece for (images,
///          HTML, quotes, rules), naming it and its line.
Document read_markdown(std::string_view markdown, const Placeholders& placeholders);

}  // namespace attn
