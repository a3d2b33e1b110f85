#pragma once

#include <string>
#include <string_view>

namespace attn {

/// A paragraph broken into lines of at most `width` columns, each indented by `indent` spaces and
/// those after the first by `hanging` more.
///
/// Lines break at spaces, and between wide characters, but never before a closing mark (、。」)
/// or after an opening one (「), and where break_cost() finds it best. Of straight quotation marks
/// every second one closes. An argument of a command in quotation marks stays on one line. Of words
/// longer than a line, paths break behind "/" and products behind "⋅"; others are left whole. Ends
/// in a newline.
///
/// Source:  JIS X 4051 (kinsoku), for the marks of Japanese
std::string wrap(std::string_view text, unsigned width, unsigned indent, unsigned hanging = 0);

/// The text as one piece: where wrap() finds it in a paragraph, no line breaks at its spaces unless
/// it is wider than a line.
std::string unbroken(std::string_view text);

/// The parts of a line that two spaces or more keep apart, each as one piece.
std::string unbroken_parts(std::string_view text);

/// Our symbols in plain ASCII: "S = Q Kᵀ / √d_k" becomes "S = Q K^T / sqrt(d_k)". Letters of any
/// language stay as they are.
std::string in_ascii(std::string_view text);

}  // namespace attn
