// Text: words, characters of UTF-8, the plain form of what keyboards type, and the word that was
// meant.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// What stands between words on one line.
constexpr std::string_view kBlanks = " \t";

/// White space of ASCII.
constexpr std::string_view kSpaces = " \t\r\n\f";

/// Whether it is one of 0 to 9.
constexpr bool is_ascii_digit(char c) { return c >= '0' && c <= '9'; }

/// Whether it is made of the digits 0 to 9 alone, at least one of them.
bool are_ascii_digits(std::string_view text);

/// Whether a name can begin with it: a letter of ASCII or an underscore.
constexpr bool begins_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// Whether a name can have it after its first character.
constexpr bool goes_on_in_name(char c) { return begins_name(c) || is_ascii_digit(c); }

/// The text without the blanks at both ends.
std::string_view trimmed(std::string_view text, std::string_view blanks = kSpaces);

/// The text with a to z in place of A to Z; every other character stays as it is.
std::string lower_case(std::string text);

/// The text with A to Z in place of a to z; every other character stays as it is.
std::string upper_case(std::string text);

/// What stands between separators, even if it is nothing: "512:1024" as "512", "1024".
std::vector<std::string> split(std::string_view text, char separator);

/// "less  -R" as "less", "-R": what stands between spaces, tabs and line ends.
std::vector<std::string> spaced_words(std::string_view text);

/// "mha, gru" as "mha", "gru": what stands between commas, without spaces.
std::vector<std::string> list_items(std::string_view list);

/// Puts `with` in place of every `old`, which is not empty.
void replace_all(std::string& text, std::string_view old, std::string_view with);

/// The text with no-break spaces, so that no line ends inside it.
std::string kept_together(std::string text);

/// How many lines a text has, each of which ends in \n.
std::size_t n_lines_of(std::string_view text);

/// Its first lines, or all where it has no more.
std::string first_lines(const std::string& text, std::size_t n);

/// The parts one after another, with `between` between them.
std::string joined(const std::vector<std::string>& parts, std::string_view between);

/// The words as one line: "a, b, c".
std::string listed(const std::vector<std::string>& words);

/// The first words as one line, two dots where there are more than that: "a, b, ..".
std::string listed_first(std::vector<std::string> words, std::size_t n);

/// A text as a field of a tab-separated line: a tab or a line break, which would start another
/// field, becomes a space.
std::string tab_field(std::string text);

/// A word as one types it in a shell: in quotes if it needs them.
std::string shell_word(const std::string& word);

/// One character of a text and how many bytes it takes there.
struct CodePoint {
  std::int32_t value = -1;  ///< -1: the text does not begin with a character of UTF-8
  std::size_t n_bytes = 1;
};

/// The character that a text, which is not empty, begins with.
CodePoint first_code_point(std::string_view text);

/// Where a text stops being UTF-8; its length if it does not.
std::size_t end_of_utf8(std::string_view text);

/// Whether all of a text is UTF-8.
bool is_utf8(std::string_view text);

/// How many characters a text of UTF-8 has.
std::size_t character_count(std::string_view text);

/// Whether a character shows something, be it a space: not a control, format, private or unassigned
/// character, and not the end of a line or paragraph.
/// Source: Unicode's general categories, through utf8proc.
bool is_visible(std::int32_t character);

/// Whether a character is a mark on the one before it, such as an accent.
bool is_mark(std::int32_t character);

/// Whether it is a letter of any script, a kanji or a kana.
bool is_letter_of_any_script(std::int32_t character);

/// What some programs put in front of a text to say that it is UTF-8.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// The text without the byte order mark that some editors put before UTF-8.
std::string_view without_byte_order_mark(std::string_view text);

/// Whether a text begins with the byte order mark of UTF-16, in either order.
bool has_utf16_mark(std::string_view text);

/// The text with each character composed, so that it has the same bytes however an accent was
/// typed; as it is where it is no UTF-8. Source: Unicode's NFC, through utf8proc.
std::string composed_form(std::string_view text);

/// The same with full-width letters and signs, and half-width kana, in the width that they usually
/// have.
std::string usual_width(std::string_view text);

/// The composed form with capitals, widths and other compatible forms made alike, so that what only
/// looks the same is equal. Source: Unicode's NFKC with case folding, through utf8proc.
std::string folded_form(std::string_view text);

/// The user-perceived characters of a UTF-8 text, in order; a wrong byte stands for itself.
/// Source: Unicode UAX #29, through utf8proc.
std::vector<std::string_view> graphemes_of(std::string_view text);

/// Whether a character is white space in a text of plain characters, which has no other kinds.
inline bool is_plain_space(char c) { return kSpaces.find(c) != std::string_view::npos; }

/// Middle dots: a slip for a decimal point, or a sign of a product.
inline constexpr std::array<std::string_view, 6> kMiddleDots = {"・", "･", "·", "⋅", "∙", "•"};

/// The same characters as a keyboard of ASCII has them: full-width letters, digits, signs and
/// spaces, the minus sign and dashes, the ideographic comma, and the ideographic full stop between
/// digits; long dashes, lines and the sound mark ー are minus signs before a number, a name or a
/// parenthesis, where the mark does not lengthen a kana. Every character stays one character,
/// except for a byte order mark at the beginning, which is left out. `remarks` gains a sentence for
/// a sign that was replaced and looks like another (U+2212, ー).
std::string in_plain_characters(std::string_view text, std::vector<std::string>& remarks);

/// The same, for whoever has no use for the remarks.
std::string in_plain_characters(std::string_view text);

/// The same text with the characters of ASCII in place of the full-width forms of these: with "=",
/// "猫＝dog" is "猫=dog". What stands between them, which may be words, stays as it was typed.
std::string with_ascii_signs(std::string_view text, std::string_view signs);

/// A sentence about a text in plain characters with what it quotes as it was typed.
std::string with_typed_pieces(std::string_view sentence, std::string_view typed,
                              std::string_view plain);

/// The first character that cannot be seen, or that a terminal would obey, apart from spaces, tabs
/// and line ends; −1 for a byte that is not UTF-8.
std::optional<std::int32_t> hidden_character(std::string_view text);

/// The first of these characters that does nothing where it stands: joiners do in an emoji and
/// between letters of other scripts than the Latin one.
std::optional<std::int32_t> idle_hidden_character(std::string_view text);

/// The code of a character: "U+200B".
std::string character_code(std::int32_t character);

/// A text in a message: its beginning, or the code of a character that cannot be seen ("U+200B").
std::string shown_token(std::string_view text);

/// What is said where a decimal point was written otherwise: with a comma, a middle dot, in words.
std::string decimal_point_advice();

/// The sentence that refuses a character of hidden_character.
std::string refusal_of_hidden(std::int32_t character);

/// A short form of text from a file, safe to show: at most `longest` characters, then "...", with
/// "?" for every character that is invalid, invisible or would command the terminal.
std::string preview(std::string_view text, int longest = 24);

/// The candidate that a mistyped word most likely meant: the one with the fewest letters to change
/// (never more than half of them), but none that the word has whole behind another word; one that
/// begins with the word, or a flag that the word has with more before its name. "" if there is
/// none.
std::string nearest(const std::string& word, const std::vector<std::string>& candidates);

/// The candidates that a mistyped word may have meant, the nearest first: those with one letter to
/// change, else also those with at most two letters more than the nearest; and where the nearest
/// one has the whole word in it, all that have, since nobody can tell then which was meant. Empty
/// if nearest() has none.
std::vector<std::string> about_as_near(const std::string& word,
                                       const std::vector<std::string>& candidates);

}  // namespace attn
