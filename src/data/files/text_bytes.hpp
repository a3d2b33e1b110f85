#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace attn {

/// Text that somebody else wrote, as UTF-8 (utf8_of) with line ends that every reader knows: a mark
/// in front is left out, and line ends of a carriage return alone become newlines, which is told
/// (tell_readings).
///
/// Errors:  as utf8_of; also for what is no text: RTF, PDF, ZIP.
std::string text_of_bytes(std::string bytes, const std::string& source);

/// Takes the first line "sep=;" off a table, by which spreadsheets are told what separates its
/// cells: that character; '\0' if there is no such line.
char take_named_separator(std::string_view& text);

/// What separates the cells of a table: the first of `candidates` that its first line has outside
/// quotes; '\0' if it has none of them.
char separator_of(std::string_view table, std::string_view candidates);

/// Who hears how something was read that could be taken otherwise, once for each sentence; nobody
/// unless this says so. Readers are below what prints, and have nothing else to say.
void tell_readings(std::function<void(const std::string&)> hear);

/// Tells one such sentence.
void tell_reading(const std::string& sentence);

}  // namespace attn
