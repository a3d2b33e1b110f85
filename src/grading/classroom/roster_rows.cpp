#include "grading/classroom/roster_rows.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/text_bytes.hpp"

namespace attn {
namespace {

// The text without the blanks at both ends, be they as wide as a kanji.
std::string without_outer_blanks(const std::string& text) {
  std::string_view rest = trimmed(text);
  for (std::size_t before = rest.size() + 1; rest.size() < before;) {
    before = rest.size();
    for (const std::string_view blank : {"\u3000", "\u00a0"}) {
      if (rest.starts_with(blank)) rest.remove_prefix(blank.size());
      if (rest.ends_with(blank)) rest.remove_suffix(blank.size());
    }
    rest = trimmed(rest);
  }
  return std::string(rest);
}

// Nor does the line below a heading in Markdown name anybody: |---|:--|
bool is_blank(const RosterRow& row) {
  return std::all_of(row.fields.begin(), row.fields.end(), [](const std::string& field) {
    return field.find_first_not_of("-:") == field.npos;
  });
}

/// Takes lines apart, as RFC 4180 has them.
class RosterReader {
 public:
  RosterReader(std::string_view text, char separator, std::size_t first_line,
               const std::string& source)
      : text_(text), separator_(separator), source_(source), line_(first_line) {}

  std::vector<RosterRow> rows() {
    std::vector<RosterRow> rows;
    while (at_ < text_.size()) {
      RosterRow row{line_, {}};
      do row.fields.push_back(without_outer_blanks(field()));
      while (take(separator_));
      take('\r');
      if (at_ < text_.size() && !take('\n'))
        RosterPlace{source_, line_}.refuse(
            translated("after the closing quote of a field, the next field must begin."));
      ++line_;
      if (!is_blank(row)) rows.push_back(std::move(row));
    }
    return rows;
  }

 private:
  bool take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  std::string field() {
    skip_blanks();
    take_formula_sign();
    if (!take('"')) return plain();
    std::string value = quoted();
    skip_blanks();
    return value;
  }

  void skip_blanks() {
    while (take(' ')) continue;
  }

  // Spreadsheets keep a text from becoming a number as a formula, ="0012", around which CSV may
  // have quotes of its own.
  void take_formula_sign() {
    if (text_.substr(at_).starts_with("=\"")) ++at_;
  }

  std::string plain() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != separator_ && text_[at_] != '\n') ++at_;
    return std::string(text_.substr(begin, at_ - begin));
  }

  std::string quoted() {
    const std::size_t first_line = line_;
    std::string value;
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      if (c == '"' && !take('"')) return without_formula(value);
      line_ += c == '\n' ? 1 : 0;
      value += c;
    }
    RosterPlace{source_, first_line}.refuse(translated("a quote that opens here is never closed."));
  }

  static std::string without_formula(const std::string& value) {
    const bool is_text = value.size() > 2 && value.starts_with("=\"") && value.ends_with('"');
    return is_text ? value.substr(2, value.size() - 3) : value;
  }

  std::string_view text_;
  char separator_;
  const std::string& source_;
  std::size_t at_ = 0, line_;
};

// A heading with a semicolon or a bar is found in files with commas, but not the other way round.
constexpr std::string_view kSeparators = ",;\t|";

// Whose separators are full-width, as Japanese keyboards give them, has those of ASCII instead.
std::string with_its_separators(std::string text) {
  if (separator_of(text, kSeparators)) return text;
  const std::string with_ascii = with_ascii_signs(text.substr(0, text.find('\n')), kSeparators);
  return separator_of(with_ascii, kSeparators) ? with_ascii_signs(text, kSeparators) : text;
}

}  // namespace

void RosterPlace::refuse(const std::string& why) const {
  throw InputError(message("{0}: line {1}: {2}", preview(source, 200), line, why));
}

std::vector<RosterRow> roster_rows(std::string_view bytes, const std::string& source) {
  const std::string decoded = with_its_separators(text_of_bytes(std::string(bytes), source));
  std::string_view text = decoded;
  if (const std::size_t end = end_of_utf8(text); end < text.size())
    RosterPlace{source, static_cast<std::size_t>(std::count(
                            text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), '\n')) +
                            1}
        .refuse(translated("there is a byte that is not UTF-8. Save it as CSV in UTF-8."));
  const char named = take_named_separator(text);
  const char separator = named ? named : separator_of(text, kSeparators);
  return RosterReader(text, separator, named ? 2 : 1, source).rows();
}

}  // namespace attn
