#include "data/files/text_bytes.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/encoding.hpp"

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

}  // namespace attn
