#include "data/files/text_bytes.hpp"

#include <iconv.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/preview.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"

namespace attn {
namespace {

std::function<void(const std::string&)>& listener() {
  static std::function<void(const std::string&)> hear;
  return hear;
}

// The text in UTF-8, if all of it is in that encoding and this system knows the encoding.
std::optional<std::string> converted(std::string bytes, const char* encoding) {
  const iconv_t converter = iconv_open("UTF-8", encoding);
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

// Which order of bytes makes UTF-16 of it; null where nothing says that it is.
const char* utf16_kind(std::string_view bytes) {
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
  return nullptr;
}

bool is_full_width_japanese(std::int32_t c) {
  return (c >= 0x3001 && c <= 0x30FF) || (c >= 0x4E00 && c <= 0x9FFF) ||
         (c >= 0xFF01 && c <= 0xFF5E);
}

// Whether text is what people write: other encodings, taken for Shift_JIS, give half-width kana, or
// single characters among Latin letters.
bool is_plausible_japanese(std::string_view text) {
  std::size_t n_full = 0, n_other = 0, longest_run = 0, run = 0;
  bool has_kana = false;
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    text.remove_prefix(point.n_bytes);
    const bool is_full = is_full_width_japanese(point.value);
    // Their first byte is 0x82, which is no letter of Latin-1.
    const bool is_kana = point.value >= 0x3041 && point.value <= 0x30FE;
    const bool is_wide_letter = point.value >= 0xFF10 && point.value <= 0xFF5A;
    has_kana = has_kana || is_kana || is_wide_letter;
    run = is_full ? run + 1 : 0;
    longest_run = std::max(longest_run, run);
    n_full += is_full ? 1 : 0;
    n_other += !is_full && point.value >= 0x80 ? 1 : 0;
    if (point.value < ' ' && point.value != '\t' && point.value != '\n' && point.value != '\r')
      return false;
  }
  return n_full > 4 * n_other && (has_kana || longest_run > 1);
}

std::string from_utf16(std::string bytes, const char* kind, const std::string& source) {
  const std::optional<std::string> text = converted(std::move(bytes), kind);
  if (!text)
    throw InputError(message("{}: the text is UTF-16 and damaged. Save it as UTF-8.", source));
  tell_reading(message("{}: read as UTF-16.", source));
  return *text;
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

std::string decoded(std::string bytes, const std::string& source) {
  if (is_utf32(bytes))
    throw InputError(
        message("{}: the text is {}, and UTF-8 was expected. Save it as UTF-8.", source, "UTF-32"));
  if (const char* kind = utf16_kind(bytes)) return from_utf16(std::move(bytes), kind, source);
  if (is_utf8(bytes)) return bytes;
  std::optional<std::string> text = converted(bytes, "CP932");
  if (!text || !is_plausible_japanese(*text)) return bytes;
  tell_reading(message("{}: read as Shift_JIS (CP932), since it is not UTF-8.", source));
  return *std::move(text);
}

}  // namespace

std::string text_of_bytes(std::string bytes, const std::string& source) {
  require_text(bytes, preview(source, 200));
  std::string text = decoded(std::move(bytes), preview(source, 200));
  if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
  if (text.find('\r') == text.npos || text.find('\n') != text.npos) return text;
  std::replace(text.begin(), text.end(), '\r', '\n');
  // A single line that ends in one leaves no doubt about where its lines end.
  if (text.find('\n') + 1 < text.size())
    tell_reading(message("{}: lines that end in a carriage return alone were told apart.",
                         preview(source, 200)));
  return text;
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

}  // namespace attn
