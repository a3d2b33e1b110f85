#pragma once

#include <string>
#include <string_view>

namespace attn {

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
