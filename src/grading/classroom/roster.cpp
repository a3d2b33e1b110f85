#include <algorithm>
#include <charconv>
#include <map>
#include <span>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"
#include "grading/classroom/classroom.hpp"
#include "grading/classroom/layouts.hpp"

namespace attn {

namespace {

// What learning platforms and schools call the column by which a student is known, the surest
// first: Canvas has names in "Student" and the login beside it. All are as heading_key has them.
constexpr const char* kStudentHeadings[] = {
    "sisloginid", "student",    "username",   "login",         "loginid",    "loginname",
    "sid",        "studentid",  "studentno",  "studentnumber", "idnumber",   "sisuserid",
    "userid",     "学籍番号",   "学生番号",   "学生証番号",    "学籍no",     "学生no",
    "学生id",     "受講生番号", "受講者番号", "受講生id",      "受講者id",   "生徒番号",
    "ログイン名", "ログインid", "ユーザー名", "ユーザ名",      "ユーザーid", "ユーザid",
    "受講者",     "受講生",     "idナンバー", "id番号",        "id"};
constexpr const char* kNameHeadings[] = {"name",     "fullname",   "studentname", "displayname",
                                         "氏名",     "名前",       "学生氏名",    "受講生氏名",
                                         "受講者名", "受講者氏名", "フルネーム",  "student"};
constexpr const char* kGivenHeadings[] = {"firstname", "givenname", "名"};
constexpr const char* kFamilyHeadings[] = {"lastname", "surname", "familyname", "姓"};
constexpr const char* kLanguageHeadings[] = {"lang", "language", "言語"};
constexpr const char* kVariantHeadings[] = {"variant"};
constexpr const char* kRoleHeadings[] = {"role", "roles", "courserole", "役割", "ロール"};
constexpr const char* kStudentRoles[] = {"student", "learner", "学生",  "生徒",
                                         "受講",    "履修",    "学習者"};

// A heading as it is compared, in whatever width, and whatever stands between its words: "Student
// ID", "student_id", "StudentID" and "氏　名", "学籍No.".
std::string heading_key(const std::string& heading) {
  std::string key = folded_form(heading);
  std::erase_if(key, [](char c) { return std::string_view(" ._-:").find(c) != std::string::npos; });
  return key;
}

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
              language = kNoColumn, variant = kNoColumn, role = kNoColumn;
  std::vector<std::size_t> canvas_ids{};  ///< of a gradebook of Canvas, what it knows people by

  bool has(std::size_t column) const {
    return column == student || column == name || column == given || column == family ||
           column == language || column == variant || column == role;
  }
};

class RosterHead {
 public:
  RosterHead(const RosterRow& head, const std::string& source) : head_(head), source_(source) {
    for (const std::string& field : head.fields) headings_.push_back(heading_key(field));
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

  bool has(const std::string& heading) const {
    return std::find(headings_.begin(), headings_.end(), heading) != headings_.end();
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
        chosen.empty() ? column_of(kStudentHeadings) : column_named(heading_key(chosen));
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
  columns.role = head.column_of(kRoleHeadings, columns.student);
  // Other gradebooks have students, sections and ids as well; logins are called so in Canvas alone.
  if (head.has("sisloginid") || head.has("sisuserid"))
    for (const char* heading : {"id", "sisloginid", "sisuserid"})
      columns.canvas_ids.push_back(head.column_named(heading));
  const bool has_name = columns.name != kNoColumn || columns.given != kNoColumn;
  if (!has_name) head.tell_if_meant(kNameHeadings, columns);
  if (columns.language == kNoColumn) head.tell_if_meant(kLanguageHeadings, columns);
  if (columns.variant == kNoColumn) head.tell_if_meant(kVariantHeadings, columns);
  const std::string& heading = row.fields[columns.student];
  if (heading_key(heading) != "student")
    tell_reading(message("{}: the column {} was read as what the students' folders are called.",
                         preview(source, 200), preview(heading)));
  return columns;
}

std::string in_column(const RosterRow& row, std::size_t column) {
  return column < row.fields.size() ? row.fields[column] : "";
}

// Of several words, in whatever width the blank between them is: no id is.
bool is_name(const std::string& text) { return usual_width(text).find(' ') != std::string::npos; }

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

bool is_student_role(const std::string& role) {
  const std::string folded = folded_form(role);
  return std::any_of(std::begin(kStudentRoles), std::end(kStudentRoles),
                     [&](const char* word) { return folded.find(word) != folded.npos; });
}

/// The rows below the first that are those of students, and sentences about the others.
class StudentRows {
 public:
  StudentRows(const std::vector<RosterRow>& rows, const RosterColumns& columns)
      : columns_(columns), names_roles_(names_roles(rows, columns)) {
    for (std::size_t i = 1; i < rows.size(); ++i) sort_in(rows[i]);
  }

  const std::vector<const RosterRow*>& students() const { return students_; }

  void tell_others(const std::string& source) const {
    const std::string where = preview(source, 200);
    if (!unnamed_.empty())
      tell_reading(
          message("{0}: passed over, since nobody is named there: {1}.", where, some(unnamed_)));
    if (!of_canvas_.empty())
      tell_reading(message("{0}: passed over, since Canvas itself adds them: {1}.", where,
                           some(of_canvas_)));
    if (!of_staff_.empty())
      tell_reading(message("{0}: passed over, since their role is not that of a student: {1}.",
                           where, some(of_staff_)));
    if (!by_name_.empty())
      tell_reading(message("{0}: known by their names, since the column of students is empty: {1}.",
                           where, some(by_name_)));
  }

 private:
  // A column of other roles, such as "leader", is about something else.
  static bool names_roles(const std::vector<RosterRow>& rows, const RosterColumns& columns) {
    return std::any_of(rows.begin() + 1, rows.end(), [&](const RosterRow& row) {
      return is_student_role(in_column(row, columns.role));
    });
  }

  void sort_in(const RosterRow& row) {
    const std::string student = in_column(row, columns_.student), name = name_of(row, columns_),
                      role = in_column(row, columns_.role);
    const std::string shown = name.empty() ? student : name;
    const std::string line = message("line {}", row.line);
    const std::string named = preview(shown) + " (" + line + ")";
    if (shown.empty())
      unnamed_.push_back(line);
    else if (is_of_canvas(row, shown))
      of_canvas_.push_back(named);
    else if (names_roles_ && !role.empty() && !is_student_role(role))
      of_staff_.push_back(preview(shown) + " (" + line + ", " + preview(role) + ")");
    else
      students_.push_back(&row);
    if (student.empty() && !students_.empty() && students_.back() == &row)
      by_name_.push_back(named);
  }

  // "Points Possible", which Canvas writes in English whatever its language is, is known by nothing
  // else; whoever tries the course as a student would see it, has a number.
  bool is_of_canvas(const RosterRow& row, const std::string& shown) const {
    const std::vector<std::size_t>& ids = columns_.canvas_ids;
    if (shown == "Points Possible")
      return std::all_of(ids.begin(), ids.end(),
                         [&](std::size_t column) { return in_column(row, column).empty(); });
    constexpr std::string_view kTestStudents[] = {"Student, Test", "Test Student", "Student Test"};
    return !ids.empty() && std::find(std::begin(kTestStudents), std::end(kTestStudents), shown) !=
                               std::end(kTestStudents);
  }

  static std::string some(const std::vector<std::string>& rows) {
    constexpr std::size_t kMost = 20;
    return listed_first(rows, kMost);
  }

  const RosterColumns& columns_;
  bool names_roles_;
  std::vector<const RosterRow*> students_;
  std::vector<std::string> unnamed_, of_canvas_, of_staff_, by_name_;
};

RosterLine student_of(const RosterRow& row, const RosterColumns& columns,
                      const std::string& source) {
  const RosterPlace place{source, row.line};
  RosterLine line{.student = in_column(row, columns.student), .name = name_of(row, columns)};
  if (line.student.empty()) line.student = line.name;
  if (line.name.empty() && is_name(line.student)) line.name = line.student;
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

// Folders are matched whatever width their letters have, so that nobody could tell such two apart.
void require_apart(const std::vector<RosterLine>& lines, const std::vector<const RosterRow*>& rows,
                   const std::string& source) {
  std::map<std::string, std::size_t> by_looks;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string& student = lines[i].student;
    const auto [other, is_new] = by_looks.emplace(usual_width(looks_of_id(student)), i);
    if (is_new) continue;
    const RosterPlace place{source, rows[i]->line};
    const RosterLine& first = lines[other->second];
    const std::size_t first_line = rows[other->second]->line;
    if (first.student == student)
      place.refuse(message("{0} is also in line {1}.", preview(student), first_line));
    place.refuse(
        message("{0} looks like {1} in line {2}. Each student needs one line of his or "
                "her own.",
                preview(student), preview(first.student), first_line));
  }
}

}  // namespace

std::vector<RosterLine> read_roster(std::string_view bytes, const std::string& source,
                                    const std::string& student_column) {
  const std::vector<RosterRow> rows = roster_rows(bytes, source);
  if (rows.empty())
    throw InputError(message("{}: the file is empty. Its first line should be: {}",
                             preview(source, 200), "student,name,lang,variant"));
  const RosterColumns columns = columns_of(rows.front(), source, student_column);
  std::vector<RosterLine> lines;
  for (std::size_t i = 1; i < rows.size(); ++i) require_columns_for(rows[i], rows.front(), source);
  const StudentRows student_rows(rows, columns);
  student_rows.tell_others(source);
  for (const RosterRow* const row : student_rows.students())
    lines.push_back(student_of(*row, columns, source));
  require_apart(lines, student_rows.students(), source);
  if (lines.empty()) throw InputError(message("{}: it names no student.", preview(source, 200)));
  return lines;
}

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
