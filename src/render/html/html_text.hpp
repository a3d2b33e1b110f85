#pragma once

#include <string>
#include <string_view>

namespace attn {

/// What stands in markup for one of & < > " ': its entity; null for any other character.
const char* markup_entity(char character);

/// A text as it stands in HTML, between tags or in a quoted attribute: nothing in it is markup.
/// A character that a reader cannot see and a browser would obey, such as one that turns the
/// direction of a line, is written as its code ("U+202E"); lines and tabs stay. A byte that is not
/// UTF-8 becomes U+FFFD.
std::string html_text(std::string_view text);

/// A JSON document as it stands between <script> tags: `<` and the separators of lines and
/// paragraphs are written as \u escapes, so that it means the same and ends no script.
std::string json_in_html(std::string_view json);

}  // namespace attn
