#include <iconv.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"

namespace attn {

namespace {

std::function<void(const std::string&)>& listener() {
  static std::function<void(const std::string&)> hear;
  return hear;
}

// What word processors and archives begin with.
void require_text(std::string_view bytes, const std::string& source) {
  constexpr std::pair<std::string_view, const char*> kBeginnings[] = {
      {"{\\rtf", "RTF"}, {"%PDF-", "PDF"}, {"PK\x03\x04", "ZIP (.docx, .xlsx, .odt)"}};
  for (const auto& [beginning, format] : kBeginnings)
    if (bytes.starts_with(beginning))
      throw InputError(message("{}: this is {} and no plain text. Save it as plain text in UTF-8.",
                               source, format));
}

}  // namespace

std::string text_of_bytes(std::string bytes, const std::string& source) {
  require_text(bytes, preview(source, 200));
  std::string text = utf8_of(std::move(bytes), preview(source, 200));
  if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
  if (text.find('\r') == text.npos || text.find('\n') != text.npos) return text;
  std::replace(text.begin(), text.end(), '\r', '\n');
  // A single line that ends in one leaves no doubt about where its lines end.
  if (text.find('\n') + 1 < text.size())
    tell_reading(message("{}: lines that end in a carriage return alone were told apart.",
                         preview(source, 200)));
  return text;
}

char take_named_separator(std::string_view& text) {
  constexpr std::string_view kName = "sep=";
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  if (line.ends_with('\r')) line.remove_suffix(1);
  const bool is_named = line.size() == kName.size() + 1 &&
                        lower_case(std::string(line.substr(0, kName.size()))) == kName;
  if (!is_named) return '\0';
  text.remove_prefix(std::min(end + 1, text.size()));
  return line.back();
}

char separator_of(std::string_view table, std::string_view candidates) {
  std::string outside_quotes;
  bool is_quoted = false;
  for (const char c : table.substr(0, table.find('\n'))) {
    if (c == '"') is_quoted = !is_quoted;
    if (!is_quoted) outside_quotes += c;
  }
  for (const char candidate : candidates)
    if (outside_quotes.find(candidate) != outside_quotes.npos) return candidate;
  return '\0';
}

void tell_readings(std::function<void(const std::string&)> hear) { listener() = std::move(hear); }

void tell_reading(const std::string& sentence) {
  static std::set<std::string> told;
  if (listener() && told.insert(sentence).second) listener()(sentence);
}

namespace {

constexpr const char* kShiftJis = "CP932";
constexpr const char* kEucJp = "EUC-JP";

// To JIS X 0208, and to kana of half the width.
constexpr std::string_view kSwitches[] = {"\x1B$B", "\x1B$@", "\x1B(I"};

// The text in UTF-8, or in another encoding, if all of it is in the one that it comes from and this
// system knows both.
std::optional<std::string> converted(std::string bytes, const char* from_encoding,
                                     const char* to_encoding = "UTF-8") {
  const iconv_t converter = iconv_open(to_encoding, from_encoding);
  // NOLINTNEXTLINE: that is how it says so
  if (converter == reinterpret_cast<iconv_t>(-1)) return std::nullopt;
  std::string text(4 * bytes.size(), '\0');  // no character takes more in UTF-8
  char *from = bytes.data(), *to = text.data();
  std::size_t n_from = bytes.size(), n_to = text.size();
  const bool is_whole = iconv(converter, &from, &n_from, &to, &n_to) == 0;
  iconv_close(converter);
  if (!is_whole || n_from > 0) return std::nullopt;
  text.resize(text.size() - n_to);
  return text;
}

bool is_full_width_japanese(std::int32_t c) {
  return (c >= 0x3000 && c <= 0x30FF) || (c >= 0x4E00 && c <= 0x9FFF) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFF01 && c <= 0xFF5E);
}

// What the encodings of Japan have beside kana and kanji: √ → × … ① α, and no letters of Latin.
bool is_sign_of_japan(std::int32_t c) {
  const bool is_in_latin = c == 0xA7 || c == 0xA8 || c == 0xB0 || c == 0xB1 || c == 0xB4 ||
                           c == 0xB6 || c == 0xD7 || c == 0xF7;
  return is_in_latin || (c >= 0x0391 && c <= 0x0451) || (c >= 0x2010 && c <= 0x266F) ||
         (c >= 0x3200 && c <= 0x33FF) || (c >= 0xFFE0 && c <= 0xFFE6);
}

// With the letters and digits of that width, but none of the signs among them.
bool is_full_width_kana(std::int32_t c) {
  return (c >= 0x3041 && c <= 0x30FE) || (c >= 0xFF10 && c <= 0xFF19) ||
         (c >= 0xFF21 && c <= 0xFF3A) || (c >= 0xFF41 && c <= 0xFF5A);
}

bool is_half_width_kana(std::int32_t c) { return c >= 0xFF61 && c <= 0xFF9F; }

// What a text is made of, by which one sees whether people write so.
struct Makeup {
  std::size_t n_kana = 0;   // full-width, as are the letters and digits counted with them
  std::size_t n_full = 0;   // kana, kanji and other full-width characters
  std::size_t n_half = 0;   // kana of half the width
  std::size_t n_signs = 0;  // beside them
  std::size_t n_other = 0;  // beyond ASCII and none of these
  std::size_t n_ascii = 0;
  std::size_t longest_run = 0;        // of full-width characters and signs
  std::size_t shortest_half_run = 0;  // of half-width kana; 0 where there are none
  bool touches_letters = false;       // a character beyond ASCII stands beside a letter of ASCII
  bool has_controls = false;
};

Makeup makeup_of(std::string_view text) {
  Makeup found;
  std::size_t run = 0, half_run = 0;
  std::int32_t before = 0;
  const auto end_half_run = [&] {
    if (half_run > 0 && (found.shortest_half_run == 0 || half_run < found.shortest_half_run))
      found.shortest_half_run = half_run;
    half_run = 0;
  };
  const auto is_letter = [](std::int32_t c) {
    return c < 0x80 && begins_name(static_cast<char>(c));
  };
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    const std::int32_t c = point.value;
    text.remove_prefix(point.n_bytes);
    const bool is_full = is_full_width_japanese(c), is_half = is_half_width_kana(c),
               is_sign = is_sign_of_japan(c);
    found.n_kana += is_full_width_kana(c) ? 1 : 0;
    found.n_full += is_full ? 1 : 0;
    found.n_half += is_half ? 1 : 0;
    found.n_signs += is_sign ? 1 : 0;
    found.n_other += c >= 0x80 && !is_full && !is_half && !is_sign ? 1 : 0;
    found.n_ascii += c < 0x80 ? 1 : 0;
    run = is_full || is_sign ? run + 1 : 0;
    found.longest_run = std::max(found.longest_run, run);
    if (is_half) ++half_run;
    if (!is_half) end_half_run();
    if ((c >= 0x80 && is_letter(before)) || (before >= 0x80 && is_letter(c)))
      found.touches_letters = true;
    if (c < ' ' && c != '\t' && c != '\n' && c != '\r') found.has_controls = true;
    before = c;
  }
  end_half_run();
  return found;
}

// Prose of kanji and kana: other encodings, taken for a Japanese one, give half-width kana, or
// single characters among Latin letters.
bool is_prose(const Makeup& found) {
  return !found.has_controls && found.n_full > 4 * (found.n_half + found.n_other) &&
         (found.n_kana > 0 || found.longest_run > 1);
}

// Words of nothing but Japanese, as in a list of tokens.
bool are_words_alone(const Makeup& found) {
  return !found.has_controls && !found.touches_letters && found.n_other == 0 &&
         found.n_full + found.n_half + found.n_signs > 0;
}

// Which order of bytes makes UTF-16 of it; null where nothing says that it is.
const char* utf16_kind(const std::string& bytes) {
  if (has_utf16_mark(bytes)) return bytes[0] == '\xFF' ? "UTF-16LE" : "UTF-16BE";
  if (bytes.size() < 4 || bytes.size() % 2 != 0) return nullptr;
  std::size_t n_zeros[2] = {0, 0};
  for (std::size_t i = 0; i < bytes.size(); ++i) n_zeros[i % 2] += bytes[i] == '\0' ? 1 : 0;
  // Of Japanese only the line ends and the digits have zeros; but a zero that is there by mistake
  // makes no UTF-16 of another text.
  constexpr std::size_t kPart = 8;
  const std::size_t fewest = is_utf8(bytes) ? 2 : 1;
  const std::size_t least = std::max(fewest, bytes.size() / kPart);
  if (n_zeros[0] == 0 && n_zeros[1] >= least) return "UTF-16LE";
  if (n_zeros[1] == 0 && n_zeros[0] >= least) return "UTF-16BE";
  if (is_utf8(bytes)) return nullptr;
  // Without zeros, a quarter of kana is what no other text looks like.
  for (const char* kind : {"UTF-16LE", "UTF-16BE"}) {
    const Makeup found = makeup_of(converted(bytes, kind).value_or(""));
    const bool is_japanese =
        found.n_half + found.n_signs + found.n_other == 0 && !found.has_controls;
    if (is_japanese && found.n_kana > 1 && 4 * found.n_kana >= found.n_full + found.n_ascii)
      return kind;
  }
  return nullptr;
}

// Between ASCII, kana and kanji, as mail in Japan once had; one that is left was not understood.
bool has_switch(std::string_view text) {
  return std::any_of(std::begin(kSwitches), std::end(kSwitches),
                     [&](std::string_view to) { return text.find(to) != text.npos; });
}

std::string converted_whole(std::string bytes, const char* kind, const char* name,
                            const std::string& source) {
  const std::optional<std::string> text = converted(std::move(bytes), kind);
  if (!text || has_switch(*text))
    throw InputError(message(
        "{}: the text is {}, and some of it cannot be converted. Save it as UTF-8.", source, name));
  tell_reading(message("{}: read as {}.", source, name));
  return *text;
}

bool is_iso_2022_jp(std::string_view bytes) {
  const bool is_ascii = std::none_of(bytes.begin(), bytes.end(),
                                     [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  return is_ascii && has_switch(bytes);
}

// Only what was tried is named; a text in any other encoding of two bytes may come here too.
[[noreturn]] void refuse_doubtful(const std::string& bytes, const std::string& source) {
  std::vector<std::string> possible;
  for (const char* encoding : {kShiftJis, kEucJp, "GB18030", "BIG5", "EUC-KR"})
    if (converted(bytes, encoding)) possible.emplace_back(encoding);
  throw InputError(
      message("{}: the text is not UTF-8, and may be in several encodings, for instance {} or "
              "another one. Convert it from what it is: iconv -f ENCODING -t UTF-8 OLD > NEW.",
              source, joined(possible, ", ")));
}

// Of the bytes that begin characters of Shift_JIS, one that is no letter in Latin-1 and its kin.
bool is_control_in_latin(char c) { return c >= '\x81' && c <= '\x9F'; }

// Nor in any character of EUC-JP.
bool is_of_shift_jis_alone(char c) { return is_control_in_latin(c) && c != '\x8E' && c != '\x8F'; }

// Of the bytes that are kana of half the width, one that is no capital letter in Latin-1 or KOI8-R.
bool is_sign_in_latin(char c) { return c >= '\xA1' && c <= '\xBF'; }

// Which encoding of Japan gives Japanese; null if none does.
const char* japanese_kind(const std::string& bytes, const std::string& source) {
  const Makeup shift_jis = makeup_of(converted(bytes, kShiftJis).value_or(""));
  const Makeup euc_jp = makeup_of(converted(bytes, kEucJp).value_or(""));
  if (is_prose(shift_jis) && std::any_of(bytes.begin(), bytes.end(), is_control_in_latin)) {
    if (shift_jis.n_kana == 0 && are_words_alone(euc_jp)) refuse_doubtful(bytes, source);
    return kShiftJis;
  }
  // In half-width kana, what EUC-JP begins its kana with is a comma, which is rarer.
  if (is_prose(euc_jp) && 3 * euc_jp.n_kana >= euc_jp.n_full) return kEucJp;
  const bool has_low_bytes = std::any_of(bytes.begin(), bytes.end(), is_of_shift_jis_alone);
  const bool has_signs = std::any_of(bytes.begin(), bytes.end(), is_sign_in_latin);
  const bool is_half_width =
      has_signs && shift_jis.n_full + shift_jis.n_signs == 0 && shift_jis.shortest_half_run > 1;
  const bool may_be_euc_jp = are_words_alone(euc_jp) && euc_jp.longest_run > 1;
  if (are_words_alone(shift_jis) && (has_low_bytes || is_half_width)) {
    if (!has_low_bytes && may_be_euc_jp) refuse_doubtful(bytes, source);
    return kShiftJis;
  }
  if (may_be_euc_jp) refuse_doubtful(bytes, source);
  return nullptr;
}

}  // namespace

std::string utf8_of(std::string bytes, const std::string& source) {
  // No other encoding is so, and nearly every text is.
  const bool has_zeros = bytes.find('\0') != bytes.npos,
             switches = bytes.find('\x1B') != bytes.npos;
  if (!has_zeros && !switches && is_utf8(bytes)) return bytes;
  if (is_utf32(bytes))
    throw InputError(
        message("{}: the text is {}, and UTF-8 was expected. Save it as UTF-8.", source, "UTF-32"));
  if (const char* kind = utf16_kind(bytes))
    return converted_whole(std::move(bytes), kind, "UTF-16", source);
  if (is_iso_2022_jp(bytes))
    return converted_whole(std::move(bytes), "ISO-2022-JP", "ISO-2022-JP", source);
  if (is_utf8(bytes)) return bytes;
  const char* kind = japanese_kind(bytes, source);
  if (!kind) return bytes;
  tell_reading(message("{}: read as {}, since it is not UTF-8.", source,
                       kind == kShiftJis ? "Shift_JIS (CP932)" : kEucJp));
  return *converted(std::move(bytes), kind);
}

std::string unpacked_shift_jis(const std::string& name) {
  const std::string bytes = converted(name, "UTF-8", "CP437").value_or("");
  if (bytes.empty() || is_utf8(bytes)) return "";
  const std::string text = converted(bytes, kShiftJis).value_or("");
  const Makeup found = makeup_of(text);
  return are_words_alone(found) && found.longest_run > 1 ? text : "";
}

bool is_utf32(std::string_view text) {
  using namespace std::string_view_literals;
  if (text.starts_with("\xFF\xFE\0\0"sv) || text.starts_with("\0\0\xFE\xFF"sv)) return true;
  constexpr std::size_t kLooked = 8, kWidth = 4;
  const std::size_t n_characters = std::min(kLooked, text.size() / kWidth);
  // No character of any text is beyond plane 2, and the first is not zero.
  const auto has_high_bytes = [&](std::size_t highest, std::size_t next) {
    for (std::size_t at = 0; at < n_characters * kWidth; at += kWidth)
      if (text[at + highest] != '\0' || text[at + next] < '\0' || text[at + next] > '\2')
        return false;
    return n_characters > 0 && text.substr(0, kWidth) != "\0\0\0\0"sv;
  };
  return has_high_bytes(3, 2) || has_high_bytes(0, 1);
}

}  // namespace attn
