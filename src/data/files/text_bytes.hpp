// Text that somebody else wrote, as UTF-8 whatever it is coded in.
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

/// A text that somebody else wrote, in UTF-8. What is not UTF-8 is read as UTF-16 where a mark, its
/// zeros or the kana in it say so, as ISO-2022-JP where it switches to Japanese, and as Shift_JIS
/// (CP932, as spreadsheets in Japan write it) or EUC-JP where one of them gives Japanese; all of
/// these are told (tell_reading). Bytes that are none of these stay as they are: whoever reads them
/// names the place.
///
/// Errors:  InputError naming `source` if it is UTF-32, cannot be converted whole, or may be in
///          several encodings.
std::string utf8_of(std::string bytes, const std::string& source);

/// A name in Shift_JIS that was unpacked as if it were CP437, as many programs take what is not
/// marked as UTF-8, as it was meant: of "ÄRôcæ╛ÿY", 山田太郎. "" for every other name.
std::string unpacked_shift_jis(const std::string& name);

/// Whether a text is UTF-32 by its mark, or by the zeros of its first characters.
bool is_utf32(std::string_view text);

}  // namespace attn
