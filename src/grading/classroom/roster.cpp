#include "grading/classroom/roster.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <span>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/plain_characters.hpp"
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

  // Nor does the line below a heading in Markdown name anybody: |---|:--|
  bool is_blank() const {
    return std::all_of(fields.begin(), fields.end(), [](const std::string& field) {
      return field.find_first_not_of("-:") == field.npos;
    });
  }
};

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
  std::size_t at_ = 0, line_;
};

// What learning platforms and schools call the column by which a student is known, the surest
// first: Canvas has names in "Student" and the login beside it.
constexpr const char* kStudentHeadings[] = {
    "sis login id", "student",    "username", "user name",  "login",
    "login id",     "login name", "sid",      "student id", "id number",
    "sis user id",  "学籍番号",   "学生番号", "学生証番号", "ログイン名",
    "ログインid",   "ユーザー名", "ユーザ名", "ユーザーid", "受講者"};
constexpr const char* kNameHeadings[] = {"name", "full name", "student name", "display name",
                                         "氏名", "名前",      "学生氏名",     "student"};
constexpr const char* kGivenHeadings[] = {"first name", "given name", "名"};
constexpr const char* kFamilyHeadings[] = {"last name", "surname", "family name", "姓"};
constexpr const char* kLanguageHeadings[] = {"lang", "language", "言語"};
constexpr const char* kVariantHeadings[] = {"variant"};

// Whether a heading was typed with a letter too many, one left out, or two exchanged. A letter that
// is another one makes another word of it: "game" is no "name".
bool is_mistyped(std::string_view typed, std::string_view heading) {
  const bool is_longer = typed.size() > heading.size();
  const std::string_view longer = is_longer ? typed : heading, other = is_longer ? heading : typed;
  const auto [l, o] = std::mismatch(longer.begin(), longer.end(), other.begin(), other.end());
  if (l == longer.end() || longer.size() > other.size() + 1) return false;
  if (longer.size() == other.size() + 1) return std::equal(l + 1, longer.end(), o, other.end());
  return l + 1 != longer.end() && l[0] == o[1] && l[1] == o[0] &&
         std::equal(l + 2, longer.end(), o + 2);
}

constexpr std::size_t kNoColumn = static_cast<std::size_t>(-1);

/// The columns that are used; kNoColumn for one that is not there.
struct RosterColumns {
  std::size_t student = kNoColumn, name = kNoColumn, given = kNoColumn, family = kNoColumn,
              language = kNoColumn, variant = kNoColumn;

  bool has(std::size_t column) const {
    return column == student || column == name || column == given || column == family ||
           column == language || column == variant;
  }
};

class RosterHead {
 public:
  RosterHead(const RosterRow& head, const std::string& source) : head_(head), source_(source) {
    for (const std::string& field : head.fields)
      headings_.push_back(lower_case(in_plain_characters(field)));
  }

  // The first of the headings that is there, but for a column that is used otherwise.
  std::size_t column_of(std::span<const char* const> headings, std::size_t but = kNoColumn) const {
    for (const char* heading : headings)
      if (const std::size_t column = column_named(heading); column != kNoColumn && column != but)
        return column;
    return kNoColumn;
  }

  std::size_t column_named(const std::string& heading) const {
    const auto found = std::find(headings_.begin(), headings_.end(), heading);
    if (found == headings_.end()) return kNoColumn;
    if (std::find(found + 1, headings_.end(), heading) != headings_.end())
      RosterPlace{source_, head_.line}.refuse(
          message("two columns are called {}. Rename the one that is not meant.",
                  preview(head_.fields[static_cast<std::size_t>(found - headings_.begin())])));
    return static_cast<std::size_t>(found - headings_.begin());
  }

  // Of the columns that nothing is read of, says which may be a mistyped one of these.
  void tell_if_meant(std::span<const char* const> headings, const RosterColumns& used) const {
    for (std::size_t column = 0; column < headings_.size(); ++column) {
      const auto meant = std::find_if(headings.begin(), headings.end(), [&](const char* heading) {
        return is_mistyped(headings_[column], heading);
      });
      if (used.has(column) || meant == headings.end()) continue;
      tell_reading(message("{0}: nothing is read of the column {1}. Did you mean {2}?",
                           preview(source_, 200), preview(head_.fields[column]), *meant));
    }
  }

  // The column that was chosen by its name, or one that is known.
  std::size_t student_column(const std::string& chosen) const {
    const std::size_t column =
        chosen.empty()
            ? column_of(kStudentHeadings)
            : column_named(lower_case(in_plain_characters(std::string(trimmed(chosen)))));
    if (column != kNoColumn) return column;
    const std::string there = preview(listed(head_.fields), 80);
    if (!chosen.empty())
      RosterPlace{source_, head_.line}.refuse(
          message("there is no column {}; the first line has: {}.", preview(chosen), there));
    RosterPlace{source_, head_.line}.refuse(
        message("the first line must name the columns, including \"student\"; this one has: {}. "
                "--roster-column says which of them holds what the students' folders are called.",
                there));
  }

 private:
  const RosterRow& head_;
  const std::string& source_;
  std::vector<std::string> headings_;  // as they are compared
};

RosterColumns columns_of(const RosterRow& row, const std::string& source,
                         const std::string& student_column) {
  const RosterHead head(row, source);
  RosterColumns columns{.student = head.student_column(student_column)};
  columns.name = head.column_of(kNameHeadings, columns.student);
  columns.given = head.column_of(kGivenHeadings, columns.student);
  columns.family = head.column_of(kFamilyHeadings, columns.student);
  columns.language = head.column_of(kLanguageHeadings, columns.student);
  columns.variant = head.column_of(kVariantHeadings, columns.student);
  const bool has_name = columns.name != kNoColumn || columns.given != kNoColumn;
  if (!has_name) head.tell_if_meant(kNameHeadings, columns);
  if (columns.language == kNoColumn) head.tell_if_meant(kLanguageHeadings, columns);
  if (columns.variant == kNoColumn) head.tell_if_meant(kVariantHeadings, columns);
  const std::string& heading = row.fields[columns.student];
  if (lower_case(in_plain_characters(heading)) != "student")
    tell_reading(message("{}: the column {} was read as what the students' folders are called.",
                         preview(source, 200), preview(heading)));
  return columns;
}

std::string in_column(const RosterRow& row, std::size_t column) {
  return column < row.fields.size() ? row.fields[column] : "";
}

// "Ana Ito", and in Japanese the family name first.
std::string name_of(const RosterRow& row, const RosterColumns& columns) {
  if (columns.name != kNoColumn) return in_column(row, columns.name);
  const std::string given = in_column(row, columns.given), family = in_column(row, columns.family);
  if (given.empty() || family.empty()) return given + family;
  return columns.family < columns.given ? family + " " + given : given + " " + family;
}

// A comma too many moves what stands behind it into other columns.
void require_columns_for(const RosterRow& row, const RosterRow& head, const std::string& source) {
  for (std::size_t i = head.fields.size(); i < row.fields.size(); ++i)
    if (!row.fields[i].empty())
      RosterPlace{source, row.line}.refuse(
          message("it has {0} cells, but the first line names {1} columns. What has a separator in "
                  "it, such as \"Ito, Ana\", stands in quotation marks.",
                  row.fields.size(), head.fields.size()));
}

// The line of a gradebook of Canvas that is no student.
bool is_points_possible(const RosterRow& row, const RosterColumns& columns) {
  return in_column(row, columns.student).empty() &&
         lower_case(in_column(row, columns.name)) == "points possible";
}

RosterLine student_of(const RosterRow& row, const RosterColumns& columns,
                      const std::string& source) {
  const RosterPlace place{source, row.line};
  RosterLine line{.student = in_column(row, columns.student)};
  if (line.student.empty()) place.refuse(translated("it names no student."));
  line.name = name_of(row, columns);
  line.language = lower_case(in_plain_characters(in_column(row, columns.language)));
  if (!line.language.empty() && line.language != "en" && line.language != "ja")
    place.refuse(message("a language must be en or ja, not {}.", preview(line.language)));
  const std::string variant = in_plain_characters(in_column(row, columns.variant));
  if (variant.empty()) return line;
  std::uint64_t number = 0;
  const char* const end = variant.data() + variant.size();
  if (const auto [stop, error] = std::from_chars(variant.data(), end, number);
      error != std::errc() || stop != end)
    place.refuse(message("a variant must be a whole number, not {}.", preview(variant)));
  line.variant = number;
  return line;
}

// A heading with a semicolon or a bar is found in files with commas, but not the other way round.
constexpr std::string_view kSeparators = ",;\t|";

// Whose separators are full-width, as Japanese keyboards give them, has those of ASCII instead.
std::string with_its_separators(std::string text) {
  if (separator_of(text, kSeparators)) return text;
  const std::string with_ascii = with_ascii_signs(text.substr(0, text.find('\n')), kSeparators);
  return separator_of(with_ascii, kSeparators) ? with_ascii_signs(text, kSeparators) : text;
}

}  // namespace

std::vector<RosterLine> read_roster(std::string_view bytes, const std::string& source,
                                    const std::string& student_column) {
  const std::string decoded = with_its_separators(text_of_bytes(std::string(bytes), source));
  std::string_view text = decoded;
  if (const std::size_t end = end_of_utf8(text); end < text.size())
    RosterPlace{source, static_cast<std::size_t>(std::count(
                            text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), '\n')) +
                            1}
        .refuse(translated("there is a byte that is not UTF-8. Save it as CSV in UTF-8."));
  const char named = take_named_separator(text);
  const char separator = named ? named : separator_of(text, kSeparators);
  const std::vector<RosterRow> rows = RosterReader(text, separator, named ? 2 : 1, source).rows();
  if (rows.empty())
    throw InputError(message("{}: the file is empty. Its first line should be: {}",
                             preview(source, 200), "student,name,lang,variant"));
  const RosterColumns columns = columns_of(rows.front(), source, student_column);
  std::vector<RosterLine> lines;
  std::map<std::string, std::size_t> line_of;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    require_columns_for(rows[i], rows.front(), source);
    if (is_points_possible(rows[i], columns)) continue;
    lines.push_back(student_of(rows[i], columns, source));
    if (const auto [other, is_new] = line_of.emplace(lines.back().student, rows[i].line); !is_new)
      RosterPlace{source, rows[i].line}.refuse(
          message("{0} is also in line {1}.", preview(lines.back().student), other->second));
  }
  if (lines.empty()) throw InputError(message("{}: it names no student.", preview(source, 200)));
  return lines;
}

}  // namespace attn
