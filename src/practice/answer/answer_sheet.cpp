#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"
#include "data/matrix/json_text.hpp"
#include "practice/answer/answer.hpp"
#include "practice/answer/reading.hpp"

namespace attn {

namespace {

using Json = nlohmann::json;

std::string trimmed_plain(std::string_view text) {
  return std::string(trimmed(in_plain_characters(text)));
}

bool is_blank(std::string_view text) { return trimmed_plain(text).empty(); }

std::string at_line(std::size_t line, const std::string& what) {
  return line == 0 ? what : message("line {}: {}", std::to_string(line), what);
}

// Whoever hands in a long text gets to know of its first lines.
void tell_unread(AnswerSheet& sheet, std::size_t line, const std::string& what) {
  constexpr std::size_t kMost = 10;
  if (sheet.unread.size() < kMost)
    sheet.unread.push_back(at_line(line, what));
  else if (sheet.unread.size() == kMost)
    sheet.unread.emplace_back(translated("There are more lines that are no answers."));
}

void put_exercise(AnswerSheet& sheet, const std::string& id, const AnswerEntry& entry,
                  const std::string& place) {
  if (!is_answer_name(id) && !are_ascii_digits(id))
    return tell_unread(sheet, entry.named_at,
                       message("'{}' is not the id of an exercise. Write it as attn exercise list "
                               "shows it.",
                               preview(id)));
  if (sheet.exercise.value_or(id) != id)
    throw InputError(message("{}: '{}' is given twice. Keep one.", place, entry.name));
  sheet.exercise = id;
}

void put_variant(AnswerSheet& sheet, const std::string& text, const std::string& place) {
  std::uint64_t variant = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), variant);
  if (error != std::errc{} || end != text.data() + text.size())
    throw InputError(message("{}: a variant is a whole number such as 0 or 7, and '{}' was given.",
                             place, preview(text)));
  if (sheet.variant.value_or(variant) != variant)
    throw InputError(message("{}: '{}' is given twice. Keep one.", place, "variant"));
  sheet.variant = variant;
}

// The last of two answers to a question counts, but one that has a problem here, before anybody
// knows what the question asks, does not take the place of one that has none.
void put_again(AnswerSheet& sheet, AnswerEntry& old, AnswerEntry entry) {
  if (old.problem.empty() && !entry.problem.empty())
    return tell_unread(sheet, entry.named_at, entry.problem);
  if (entry.problem.empty() && !old.problem.empty()) {
    tell_unread(sheet, old.named_at, old.problem);
  } else {
    entry.earlier = std::move(old.earlier);
    entry.earlier.push_back(old.named_at);
  }
  old = std::move(entry);
}

// Puts one text under its name into a sheet; "exercise" and "variant" say what the sheet answers.
void put_answer(AnswerSheet& sheet, AnswerEntry entry, const std::string& place) {
  const std::string text = trimmed_plain(entry.text);
  if (text.empty() && entry.problem.empty()) return;
  if (entry.name == "exercise" || entry.name == "variant") {
    if (!entry.problem.empty()) return tell_unread(sheet, entry.named_at, entry.problem);
    return entry.name == "exercise" ? put_exercise(sheet, text, entry, place)
                                    : put_variant(sheet, text, place);
  }
  const auto old = std::find_if(sheet.entries.begin(), sheet.entries.end(),
                                [&](const AnswerEntry& other) { return other.name == entry.name; });
  if (old != sheet.entries.end()) return put_again(sheet, *old, std::move(entry));
  constexpr std::size_t kMost = 1000;  // so that looking for a name again stays cheap
  if (sheet.entries.size() == kMost)
    throw InputError(message("{}: more than {} answers are not read.", place, kMost));
  sheet.entries.push_back(std::move(entry));
}

/// A text cut at the first of two characters that mean the same: "=" and "＝".
struct Cut {
  std::string_view before, after;
  bool found = false;
};

Cut cut_at(std::string_view text, std::string_view ascii, std::string_view full_width) {
  const auto at = std::min(text.find(ascii), text.find(full_width));
  if (at == text.npos) return {.before = text, .after = {}};
  const std::size_t size = text[at] == ascii.front() ? ascii.size() : full_width.size();
  return {.before = text.substr(0, at), .after = text.substr(at + size), .found = true};
}

Cut cut_at_equals(std::string_view text) { return cut_at(text, "=", "＝"); }

/// Takes lines off a text; they end with LF, CR LF or CR.
std::string_view take_line(std::string_view& rest) {
  const auto end = std::min(rest.find_first_of("\r\n"), rest.size());
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end);
  if (!rest.empty()) rest.remove_prefix(rest.starts_with("\r\n") ? 2 : 1);
  return line;
}

void require_utf8(std::string_view bytes, const std::string& source) {
  std::size_t line = 1, column = 1;
  for (std::string_view rest = bytes; !rest.empty(); ++column) {
    const CodePoint point = first_code_point(rest);
    if (point.value < 0)
      throw InputError(message("{}: {}: there is a byte that is not UTF-8. Save the text as UTF-8.",
                               source, line_place(line, column)));
    const bool ends_line =
        point.value == '\n' || (point.value == '\r' && !rest.starts_with("\r\n"));
    if (ends_line) {
      ++line;
      column = 0;
    }
    rest.remove_prefix(point.n_bytes);
  }
}

/// Reads an answer that is lines of text.
class Lines {
 public:
  Lines(std::string_view text, const std::string& source, std::vector<std::string> questions)
      : rest_(text), known_(std::move(questions)), sheet_{.source = source} {
    known_.insert(known_.end(), {"exercise", "variant"});
  }

  AnswerSheet sheet() {
    while (!rest_.empty()) {
      ++line_;
      take(cut_at(take_line(rest_), "#", "＃").before);
    }
    finish();
    return std::move(sheet_);
  }

 private:
  void take(std::string_view line) {
    if (is_code_fence(line)) return;
    const AnswerLine found = answer_line(line, known_);
    if (begins_answer(found)) return begin(found);
    if (entry_.name.empty() && !is_blank(line)) return tell_unnamed(line);
    add(line);
  }

  bool begins_answer(const AnswerLine& found) const {
    if (found.name.empty() || is_setting_of_print(found.name)) return false;
    if (found.is_known) return !(is_open() && (found.looks_like_text() || is_answer(found)));
    return found.sign == AnswerLine::Sign::equals || entry_.name.empty() ||
           !nearest(found.name, known_).empty();
  }

  // A name alone is an answer in one word below an equals sign, and a heading below a heading.
  bool is_answer(const AnswerLine& found) const {
    return found.sign == AnswerLine::Sign::none && found.text.empty() && !is_heading_;
  }

  // A name stands above, and its answer may begin here.
  bool is_open() const { return !entry_.name.empty() && entry_.text.empty(); }

  void begin(const AnswerLine& found) {
    finish();
    entry_ = {.name = found.name, .text = "", .line = line_, .named_at = line_};
    is_heading_ = found.sign == AnswerLine::Sign::none && found.text.empty();
    if (found.hidden && found.is_known)
      entry_.problem = refusal_of_hidden(*found.hidden);
    else if (found.sign == AnswerLine::Sign::none && !is_heading_)
      entry_.problem = message("Write an equals sign between the name and the answer: {} = ...",
                               preview(found.name));
    add(found.text);
    const bool is_of_sheet = found.name == "exercise" || found.name == "variant";
    if (is_of_sheet && !entry_.text.empty()) finish();  // a word, and nothing below it
  }

  // PyTorch may print "dtype=torch.float64)" on a line of its own, before the last parenthesis.
  bool is_setting_of_print(const std::string& name) const {
    if (name != "dtype" && name != "device" && name != "grad_fn" && name != "requires_grad")
      return false;
    const auto count = [this](char c) {
      return std::count(entry_.text.begin(), entry_.text.end(), c);
    };
    return count('(') > count(')');
  }

  void add(std::string_view text) {
    if (entry_.text.empty() && is_blank(text)) return;
    if (entry_.text.empty()) entry_.line = line_;
    entry_.text.append(text).push_back('\n');
  }

  void finish() {
    if (entry_.name.empty()) return;
    if (is_heading_ && entry_.text.empty())
      tell_unread(sheet_, entry_.named_at, message("Nothing stands behind {}.", entry_.name));
    entry_.text = std::string(trimmed(entry_.text));
    const std::string line = std::to_string(entry_.named_at);
    put_answer(sheet_, std::move(entry_), message("{}: line {}", sheet_.source, line));
    entry_ = {};
  }

  // Of several lines before the first name only the first is told.
  void tell_unnamed(std::string_view line) {
    if (std::exchange(has_unnamed_, true)) return;
    tell_unread(sheet_, line_,
                message("'{}' stands before the first name. Write the name of the question and an "
                        "equals sign in front of an answer, and # in front of a remark.",
                        preview(trimmed(line))));
  }

  std::string_view rest_;
  std::vector<std::string> known_;
  AnswerSheet sheet_;
  AnswerEntry entry_;
  bool is_heading_ = false;   // the name stands alone on its line, without a sign
  bool has_unnamed_ = false;  // something before the first name was told
  std::size_t line_ = 0;
};

[[noreturn]] void refuse_value() {
  throw InputError(message("A number, a word or rows such as [[1, 0], [0, 1]] were expected."));
}

// dump() writes the shortest text that is the same number again.
std::string typed_number(const Json& value) {
  if (value.is_number() || value.is_boolean()) return value.dump();
  refuse_value();
}

// A word or "1/3" inside an array, without characters that would split it into two cells.
std::string typed_cell(const Json& value) {
  if (!value.is_string()) return typed_number(value);
  const auto text = value.get<std::string>();
  if (text.empty() || text.find_first_of(" \t\r\n\f,;[]") != text.npos)
    throw InputError(message("'{}' in an array is not one number or one word.", preview(text)));
  return text;
}

std::string typed_row(const Json& values) {
  std::string text;
  for (const Json& value : values) text += (text.empty() ? "" : ", ") + typed_cell(value);
  return text;
}

std::string typed_array(const Json& rows) {
  if (rows.empty()) return "[]";
  if (!rows.front().is_array()) return typed_row(rows);
  std::string text;
  for (const Json& values : rows) {
    if (!values.is_array() || values.empty()) refuse_value();
    text += (text.empty() ? "" : "; ") + typed_row(values);
  }
  return text;
}

// A value as a person would type it.
// Errors: InputError if it is nothing that can be an answer.
std::string typed(const Json& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return value.get<std::string>();
  return value.is_array() ? typed_array(value) : typed_number(value);
}

// Reads an answer that is a JSON object (see read_answer_sheet).
AnswerSheet read_answer_json(std::string_view text, const std::string& source,
                             const std::vector<std::string>& questions) {
  std::vector<std::string> names;
  const Json object = parsed_json(
      text, source,
      message("An answer looks like {{\"scores\": [[1, 0], [0, 1]], \"why\": \"b\"}}."), names);
  AnswerSheet sheet{.source = source};
  for (const std::string& written : names) {
    const AnswerLine found = answer_line(written + "=", questions);
    if (found.name.empty()) {
      tell_unread(sheet, 0, message("'{}' is not the name of a question.", preview(written)));
      continue;
    }
    AnswerEntry entry{.name = found.name, .text = "", .line = 0};
    try {
      entry.text = typed(object[written]);
    } catch (const InputError& error) {
      entry.problem = error.what();
    }
    put_answer(sheet, std::move(entry), source);
  }
  return sheet;
}

}  // namespace

AnswerSheet read_answer_sheet(std::string_view bytes, const std::string& source,
                              const std::vector<std::string>& questions) {
  if (bytes.size() > kAnswerLimit)
    throw InputError(
        message("{}: an answer has at most {} bytes, and this has more.", source, kAnswerLimit));
  const std::string text = text_of_bytes(std::string(bytes), source);
  require_utf8(text, source);
  const auto first = text.find_first_not_of(kSpaces);
  if (first != text.npos && text[first] == '{') return read_answer_json(text, source, questions);
  return Lines(text, source, questions).sheet();
}

void replace_answer(AnswerSheet& sheet, const std::string& name, const std::string& text) {
  const auto old = std::find_if(sheet.entries.begin(), sheet.entries.end(),
                                [&](const AnswerEntry& other) { return other.name == name; });
  if (old == sheet.entries.end()) {
    if (!text.empty()) sheet.entries.push_back({name, text, 0});
  } else if (text.empty()) {
    sheet.entries.erase(old);
  } else {
    old->text = text;
  }
}

AnswerEntry read_assignment(const std::string& text) {
  const Cut cut = cut_at_equals(text);
  const std::string name = trimmed_plain(cut.before);
  if (!cut.found || !is_answer_name(name))
    throw InputError(
        message("'{}': the name of a question, an equals sign and the answer were "
                "expected, such as scores=\"1 0; 0 1\".",
                preview(text)));
  return {.name = name, .text = std::string(trimmed(cut.after)), .line = 0};
}

namespace {

bool may_stand_in_name(char c) { return goes_on_in_name(c) || c == '-'; }

// The text without characters that cannot be seen, of which `first` gains the first.
std::string visible_text(std::string_view text, std::optional<std::int32_t>& first) {
  std::string visible;
  while (!text.empty()) {
    const std::string_view one = text.substr(0, first_code_point(text).n_bytes);
    if (const auto hidden = hidden_character(one); !hidden)
      visible.append(one);
    else if (!first)
      first = hidden;
    text.remove_prefix(one.size());
  }
  return visible;
}

// Takes "3." or "(3)" off the beginning.
bool take_number(std::string_view& text) {
  const bool is_open = text.starts_with('(');
  const auto end = text.find_first_not_of("0123456789", is_open ? 1 : 0);
  if (end == text.npos || end == (is_open ? 1U : 0U)) return false;
  const bool is_closed = text[end] == ')' || (!is_open && text[end] == '.');
  const bool is_decimal = end + 1 < text.size() && is_ascii_digit(text[end + 1]);
  if (!is_closed || is_decimal) return false;
  text.remove_prefix(end + 1);
  return true;
}

// Takes a mark off the beginning that says only that an item of a list, a quotation, a cell of a
// table, or code or bold letters begin.
bool take_mark_before(std::string_view& text) {
  for (const char sign : {'-', '+'})
    if (text.size() > 1 && text[0] == sign && text[1] == ' ') return text.remove_prefix(2), true;
  for (const std::string_view mark :
       {"*", "`", ">", "|", "\"", "'", "•", "・", "‣", "◦", "▪", "●", "○", "■", "□"})
    if (text.starts_with(mark)) return text.remove_prefix(mark.size()), true;
  if (text.empty()) return false;
  constexpr std::int32_t kCircledOne = 0x2460, kCircledTwenty = 0x2473;
  const CodePoint first = first_code_point(text);
  const bool is_circled = first.value >= kCircledOne && first.value <= kCircledTwenty;
  if (is_circled) text.remove_prefix(first.n_bytes);
  return is_circled || take_number(text);
}

std::string_view without_marks_before(std::string_view text) {
  do text = trimmed(text);
  while (take_mark_before(text));
  return text;
}

// Takes one of several signs off the beginning.
bool take_one_of(std::string_view& text, std::initializer_list<std::string_view> signs) {
  for (const std::string_view sign : signs)
    if (text.starts_with(sign)) return text.remove_prefix(sign.size()), true;
  return false;
}

// What stands behind the label of an item, "(a)", "b." or "Q1)"; "" where none begins the line.
std::string_view behind_label(std::string_view line) {
  constexpr int kLongest = 4;
  std::string_view rest = without_marks_before(line);
  const bool is_open = take_one_of(rest, {"(", "（", "[", "［", "【"});
  for (int n = 0; n <= kLongest && !rest.empty(); ++n) {
    const bool is_closed = take_one_of(rest, {")", "）", "]", "］", "】"}) ||
                           (!is_open && take_one_of(rest, {".", "．"}));
    if (is_closed) return n == 0 ? "" : rest;
    rest.remove_prefix(first_code_point(rest).n_bytes);
  }
  return "";
}

std::string_view without_marks_behind(std::string_view text) {
  return trimmed(text, " \t\r\n\f*`\"'|");
}

// One name for all the ways to write it: "Doubling-Step" and "doubling step".
std::string as_name(std::string_view name) {
  std::string text = lower_case(std::string(name));
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == ' ' || c == '-'; }, '_');
  return text;
}

// The question that is called so; "" if none is, or several are.
std::string question_called(std::string_view name, const std::vector<std::string>& questions) {
  if (std::find(questions.begin(), questions.end(), name) != questions.end())
    return std::string(name);
  std::string found;
  for (const std::string& question : questions) {
    if (as_name(question) != as_name(name)) continue;
    if (!found.empty()) return "";
    found = question;
  }
  return found;
}

// Where the sign between a name and its answer begins.
struct Sign {
  std::size_t at = std::string_view::npos, size = 0;
  AnswerLine::Sign kind = AnswerLine::Sign::none;
};

Sign first_sign(std::string_view line) {
  Sign first;
  const auto look_for = [&](std::string_view sign, AnswerLine::Sign kind) {
    if (const auto at = line.find(sign); at < first.at) first = {at, sign.size(), kind};
  };
  for (const char* sign : {"=", "＝"}) look_for(sign, AnswerLine::Sign::equals);
  for (const char* sign : {":", "："}) look_for(sign, AnswerLine::Sign::colon);
  if (first.kind == AnswerLine::Sign::colon && line.substr(first.at + first.size).starts_with("="))
    ++first.size;  // ":="
  return first;
}

// The answer without the end of bold letters or code that began before the name.
std::string without_closing_mark(std::string_view text, std::string_view label) {
  for (const char mark : {'*', '`', '"'}) {
    const auto open = label.find(mark);
    const bool is_open = open != label.npos && open + 1 < label.size() && label[open + 1] != ' ' &&
                         trimmed(label).back() != mark;
    if (is_open) text = trimmed(text, std::string(kSpaces) + mark);
  }
  return std::string(text);
}

AnswerLine with_sign(std::string_view line, const Sign& sign,
                     const std::vector<std::string>& questions) {
  AnswerLine found;
  const std::string label =
      visible_text(in_plain_characters(line.substr(0, sign.at)), found.hidden);
  const std::string_view name = without_marks_behind(without_marks_before(label));
  found.name = question_called(name, questions);
  found.is_known = !found.name.empty();
  if (!found.is_known && !is_answer_name(name)) return {};
  if (!found.is_known) found.name = name;
  found.sign = sign.kind;
  found.text = without_closing_mark(line.substr(sign.at + sign.size), label);
  return found;
}

AnswerLine without_sign(std::string_view line, const std::vector<std::string>& questions) {
  AnswerLine found;
  const std::string text = visible_text(in_plain_characters(line), found.hidden);
  const std::string_view rest = without_marks_before(text);
  const auto end = std::find_if_not(rest.begin(), rest.end(), may_stand_in_name);
  const auto size = static_cast<std::size_t>(end - rest.begin());
  found.name = question_called(rest.substr(0, size), questions);
  if (found.name.empty()) return {};
  found.is_known = true;
  found.text = without_marks_behind(rest.substr(size));
  return found;
}

AnswerLine line_without_label(std::string_view line, const std::vector<std::string>& questions) {
  if (const Sign sign = first_sign(line); sign.size > 0)
    if (AnswerLine found = with_sign(line, sign, questions); !found.name.empty()) return found;
  return without_sign(line, questions);
}

}  // namespace

bool AnswerLine::looks_like_text() const {
  if (sign != Sign::none || text.empty()) return false;
  constexpr std::int32_t kFirstKana = 0x3040;  // above the signs that may stand for "="
  return std::string_view("*/+-^(").find(text.front()) != std::string_view::npos ||
         begins_name(text.front()) || first_code_point(text).value >= kFirstKana;
}

bool is_answer_name(std::string_view text) {
  return !text.empty() && begins_name(text.front()) &&
         std::all_of(text.begin(), text.end(), may_stand_in_name);
}

AnswerLine answer_line(std::string_view line, const std::vector<std::string>& questions) {
  AnswerLine found = line_without_label(line, questions);
  if (found.is_known) return found;
  AnswerLine labelled = line_without_label(behind_label(line), questions);
  return labelled.is_known ? labelled : found;
}

bool is_code_fence(std::string_view line) {
  const std::string_view text = trimmed(line);
  const auto end = text.find_first_not_of('`');
  if (!text.starts_with("```")) return false;
  return end == text.npos || std::all_of(text.begin() + static_cast<std::ptrdiff_t>(end),
                                         text.end(), may_stand_in_name);
}

}  // namespace attn
