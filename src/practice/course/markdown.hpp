// Pages of exercises, and the values that stand in them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "practice/exercise/worksheet.hpp"
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
/// spaces. Tables are those of GitHub. Several {{names}} alone on one line stand side by side. What
/// could command a terminal is replaced by "?".
///
/// Errors:  those of the placeholders; InputError for Markdown that this has no piece for (images,
///          HTML, quotes, rules), naming it and its line, and for formulas between dollar signs,
///          naming line and column.
Document read_markdown(std::string_view markdown, const Placeholders& placeholders);

/// A {{name}} in a text.
struct Placeholder {
  std::size_t begin = 0, end = 0;  ///< of the whole, braces included
  std::string name;
};

/// The first placeholder at or after `from`.
std::optional<Placeholder> find_placeholder(std::string_view text, std::size_t from);

/// The names in a line that holds nothing but placeholders and spaces; none for any other line.
std::vector<std::string> placeholders_alone(std::string_view line);

/// What joined_lines() makes a line end of.
constexpr char kHardBreak = '\v';

/// A paragraph whose lines were broken by its author's editor: a line end becomes a space, or
/// nothing between two characters of a language that writes none.
std::string joined_lines(const std::string& text);

/// The text with "?" for every control character except line ends; a tab becomes two spaces.
std::string shown(const std::string& text);

/// What the {{names}} of an exercise's pages stand for: matrices with the words they belong to,
/// numbers, and lists of words. With `has_answers`, the names of fields too. A number in a sentence
/// has the digits that its question asks for, or those of {{name:2}}.
///
/// The worksheet must live as long. Errors of both functions: InputError for other names.
Placeholders page_values(Worksheet& worksheet, bool has_answers);

/// The matrix of a name, as a page shows it.
MarkedMatrix page_matrix(Worksheet& worksheet, const std::string& name);

/// Where a formula between dollar signs begins in a block of Markdown: "$d_k$", "$$...$$". As other
/// programs read it, no space stands inside the signs and no digit behind the second: "$5 and $6"
/// are prices. Code and "\$" are passed over.
std::optional<std::size_t> find_dollar_formula(std::string_view block);

}  // namespace attn
