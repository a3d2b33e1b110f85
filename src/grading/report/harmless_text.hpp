#pragma once

#include <string>
#include <string_view>

namespace attn {

// What people and their programs wrote, in reports: as close to what it was as each form allows,
// and nothing in it that a reader of that form would obey.

/// Lines that can be shown anywhere. A control character becomes its picture (␛), a tab two spaces,
/// any other character that cannot be seen, such as one that turns the direction of a line, its
/// code (⟨U+202E⟩), so that two names that differ in it alone look different; U+FFFD stands for a
/// byte that is not UTF-8. What joins characters stays where it joins some. Lines end in \n
/// alone. What the log of a build server takes for a command (`::set-output`, `##[error]`,
/// `##teamcity[`) has a space in it. So XML may contain every character that is left.
std::string harmless_lines(std::string_view text);

/// The same on one line: the end of a line becomes ␤, a tab ␉.
std::string harmless_line(std::string_view text);

/// The same as text of Markdown, wherever in a line it stands: nothing in it is markup or HTML.
std::string markdown_text(std::string_view text);

/// Lines as a block of Markdown, in a fence that none of them can end.
std::string markdown_block(std::string_view text);

/// One line as a field of CSV, always in quotes, after an apostrophe where a spreadsheet would take
/// it for a formula.
/// Source: RFC 4180; OWASP, CSV Injection
std::string csv_field(std::string_view text);

/// A JSON document that means the same and can be shown: what harmless_lines() would replace is
/// written as \u escapes.
std::string harmless_json(std::string_view document);

}  // namespace attn
