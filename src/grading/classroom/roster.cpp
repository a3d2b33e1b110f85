#include "grading/classroom/roster.hpp"

#include <algorithm>
#include <charconv>
#include <map>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/preview.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "data/files/text_bytes.hpp"

namespace attn {
namespace {

/// Where a fault is.
struct RosterPlace {
  const std::string& source;
  std::size_t line;

  [[noreturn]] void refuse(const std::string& why) const {
    throw InputError(message("{0}: line {1}: {2}", preview(source, 200), line, why));
  }
};

/// The fields of a line, and the number of that line.
struct RosterRow {
  std::size_t line = 1;
  std::vector<std::string> fields;

  bool is_blank() const {
    return std::all_of(fields.begin(), fields.end(),
                       [](const std::string& field) { return field.empty(); });
  }
};

/// Takes lines apart, as RFC 4180 has them.
class RosterReader {
 public:
  RosterReader(std::string_view text, char separator, const std::string& source)
      : text_(text), separator_(separator), source_(source) {}

  std::vector<RosterRow> rows() {
    std::vector<RosterRow> rows;
    while (at_ < text_.size()) {
      RosterRow row{line_, {}};
      do row.fields.push_back(std::string(trimmed(field())));
      while (take(separator_));
      take('\r');
      if (at_ < text_.size() && !take('\n'))
        RosterPlace{source_, line_}.refuse(
            translated("after the closing quote of a field, the next field must begin."));
      ++line_;
      if (!row.is_blank()) rows.push_back(std::move(row));
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
    while (take(' ')) continue;
    return take('"') ? quoted() : plain();
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
      if (c == '"' && !take('"')) return value;
      line_ += c == '\n' ? 1 : 0;
      value += c;
    }
    RosterPlace{source_, first_line}.refuse(translated("a quote that opens here is never closed."));
  }

  std::string_view text_;
  char separator_;
  const std::string& source_;
  std::size_t at_ = 0, line_ = 1;
};

char separator_of(std::string_view first_line) {
  for (const char c : {',', ';', '\t'})
    if (first_line.find(c) != first_line.npos) return c;
  return ',';
}

/// The columns that are used, by their names.
using RosterColumns = std::map<std::string, std::size_t>;

RosterColumns columns_of(const RosterRow& head, const std::string& source) {
  RosterColumns columns;
  for (std::size_t i = 0; i < head.fields.size(); ++i)
    columns.emplace(lower_case(head.fields[i]), i);
  if (!columns.contains("student"))
    RosterPlace{source, head.line}.refuse(
        message("the first line must name the columns, including \"student\"; this one has: {}.",
                preview(listed(head.fields), 80)));
  return columns;
}

std::string in_column(const RosterRow& row, const RosterColumns& columns, const std::string& name) {
  const auto column = columns.find(name);
  if (column == columns.end() || column->second >= row.fields.size()) return "";
  return row.fields[column->second];
}

RosterLine student_of(const RosterRow& row, const RosterColumns& columns,
                      const std::string& source) {
  const RosterPlace place{source, row.line};
  RosterLine line{.student = in_column(row, columns, "student")};
  if (line.student.empty()) place.refuse(translated("it names no student."));
  line.name = in_column(row, columns, "name");
  line.language = lower_case(in_column(row, columns, "lang"));
  if (!line.language.empty() && line.language != "en" && line.language != "ja")
    place.refuse(message("a language must be en or ja, not {}.", preview(line.language)));
  const std::string variant = in_column(row, columns, "variant");
  if (variant.empty()) return line;
  std::uint64_t number = 0;
  const char* const end = variant.data() + variant.size();
  if (const auto [stop, error] = std::from_chars(variant.data(), end, number);
      error != std::errc() || stop != end)
    place.refuse(message("a variant must be a whole number, not {}.", preview(variant)));
  line.variant = number;
  return line;
}

}  // namespace

std::vector<RosterLine> read_roster(std::string_view bytes, const std::string& source) {
  const std::string decoded = text_of_bytes(std::string(bytes), source);
  const std::string_view text = decoded;
  for (std::size_t at = 0, line = 1; at < text.size();) {
    const CodePoint point = first_code_point(text.substr(at));
    if (point.value < 0)
      RosterPlace{source, line}.refuse(
          translated("there is a byte that is not UTF-8. Save it as CSV in UTF-8."));
    line += text[at] == '\n' ? 1 : 0;
    at += point.n_bytes;
  }
  const std::vector<RosterRow> rows =
      RosterReader(text, separator_of(text.substr(0, text.find('\n'))), source).rows();
  if (rows.empty())
    throw InputError(message("{}: the file is empty. Its first line should be: {}",
                             preview(source, 200), "student,name,lang,variant"));
  const RosterColumns columns = columns_of(rows.front(), source);
  std::vector<RosterLine> lines;
  std::map<std::string, std::size_t> line_of;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    lines.push_back(student_of(rows[i], columns, source));
    if (const auto [other, is_new] = line_of.emplace(lines.back().student, rows[i].line); !is_new)
      RosterPlace{source, rows[i].line}.refuse(
          message("{0} is also in line {1}.", preview(lines.back().student), other->second));
  }
  return lines;
}

}  // namespace attn
