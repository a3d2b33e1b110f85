#include "practice/answer/answer_sheet.hpp"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/plain_characters.hpp"
#include "base/preview.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "data/files/line_place.hpp"
#include "data/files/text_bytes.hpp"
#include "data/matrix/json_text.hpp"

namespace attn {
namespace {

using Json = nlohmann::json;

bool may_stand_in_name(char c) { return begins_name(c) || is_ascii_digit(c) || c == '-'; }

std::string plain(std::string_view text) {
  std::vector<std::string> unused;
  return in_plain_characters(text, unused);
}

std::string trimmed_plain(std::string_view text) { return std::string(trimmed(plain(text))); }

bool is_blank(std::string_view text) { return trimmed_plain(text).empty(); }

// Whether a name can stand before "=": a letter or underline, then also digits and hyphens.
bool is_answer_name(std::string_view text) {
  return !text.empty() && begins_name(text.front()) &&
         std::all_of(text.begin(), text.end(), may_stand_in_name);
}

// Puts one text under its name into a sheet; "exercise" and "variant" say what the sheet answers.
void put_answer(AnswerSheet& sheet, AnswerEntry entry, const std::string& place) {
  const std::string text = trimmed_plain(entry.text);
  if (text.empty()) return;
  const auto is_same = [&](const AnswerEntry& other) { return other.name == entry.name; };
  const bool is_id = entry.name == "exercise", is_variant = entry.name == "variant";
  const bool is_second = (is_id && sheet.exercise) || (is_variant && sheet.variant) ||
                         std::any_of(sheet.entries.begin(), sheet.entries.end(), is_same);
  if (is_second)
    throw InputError(message("{}: '{}' is given twice. Keep one.", place, preview(entry.name)));
  if (is_id) {
    const bool is_word = std::all_of(text.begin(), text.end(), may_stand_in_name);
    if (!is_word)
      throw InputError(
          message("{}: '{}' is not the id of an exercise. Write it as attn exercise list shows it.",
                  place, preview(text)));
    sheet.exercise = text;
  } else if (is_variant) {
    std::uint64_t variant = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), variant);
    if (error != std::errc{} || end != text.data() + text.size())
      throw InputError(
          message("{}: a variant is a whole number such as 0 or 7, and '{}' was given.", place,
                  preview(text)));
    sheet.variant = variant;
  } else {
    constexpr std::size_t kMost = 1000;  // so that looking for a name again stays cheap
    if (sheet.entries.size() == kMost)
      throw InputError(message("{}: more than {} answers are not read.", place, kMost));
    sheet.entries.push_back(std::move(entry));
  }
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
  Lines(std::string_view text, const std::string& source) : rest_(text), sheet_{.source = source} {}

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
    const Cut cut = cut_at_equals(line);
    const std::string name = trimmed_plain(cut.before);
    if (cut.found && is_answer_name(name) && !is_setting_of_print(name)) {
      finish();
      entry_ = {.name = name, .text = "", .line = line_, .named_at = line_};
      return add(cut.after);
    }
    if (is_blank(line)) return add("");
    refuse_colon(line);
    if (entry_.name.empty()) refuse_unnamed(line);
    add(line);
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
    entry_.text = std::string(trimmed(entry_.text));
    const std::string line = std::to_string(entry_.named_at);
    put_answer(sheet_, std::move(entry_), message("{}: line {}", sheet_.source, line));
    entry_ = {};
  }

  void refuse_colon(std::string_view line) const {
    const Cut cut = cut_at(line, ":", "：");
    const std::string name = trimmed_plain(cut.before);
    if (!cut.found || !is_answer_name(name)) return;
    throw InputError(message("{}: {}: write an equals sign instead of the colon: {} = ...",
                             sheet_.source, place_of(line), preview(name)));
  }

  [[noreturn]] void refuse_unnamed(std::string_view line) const {
    throw InputError(
        message("{}: {}: '{}' stands before the first name. Write the name of the "
                "question and an equals sign in front of an answer: scores = ...",
                sheet_.source, place_of(line), preview(trimmed(line))));
  }

  // Of the first character that is not a space.
  std::string place_of(std::string_view line) const {
    const std::string text = plain(line);
    return line_place(line_, std::min(text.find_first_not_of(kSpaces), text.size()) + 1);
  }

  std::string_view rest_;
  AnswerSheet sheet_;
  AnswerEntry entry_;
  std::size_t line_ = 0;
};

/// Writes one value down as a person would type it.
class Typed {
 public:
  Typed(const std::string& source, const std::string& name) : source_(source), name_(name) {}

  std::string value(const Json& value) const {
    if (value.is_null()) return "";
    if (value.is_string()) return value.get<std::string>();
    return value.is_array() ? array(value) : number(value);
  }

 private:
  [[noreturn]] void refuse(const std::string& reason) const {
    throw InputError(message("{}: \"{}\": {}", source_, preview(name_), reason));
  }

  // dump() writes the shortest text that is the same number again.
  std::string number(const Json& value) const {
    if (value.is_number() || value.is_boolean()) return value.dump();
    refuse(message("A number, a word or rows such as [[1, 0], [0, 1]] were expected."));
  }

  // A word or "1/3" inside an array, without characters that would split it into two cells.
  std::string cell(const Json& value) const {
    if (!value.is_string()) return number(value);
    const auto text = value.get<std::string>();
    if (text.empty() || text.find_first_of(" \t\r\n\f,;[]") != text.npos)
      refuse(message("'{}' in an array is not one number or one word.", preview(text)));
    return text;
  }

  std::string row(const Json& values) const {
    std::string text;
    for (const Json& value : values) text += (text.empty() ? "" : ", ") + cell(value);
    return text;
  }

  std::string array(const Json& rows) const {
    if (rows.empty()) return "[]";
    if (!rows.front().is_array()) return row(rows);
    std::string text;
    for (const Json& values : rows) {
      if (!values.is_array() || values.empty())
        refuse(message("A number, a word or rows such as [[1, 0], [0, 1]] were expected."));
      text += (text.empty() ? "" : "; ") + row(values);
    }
    return text;
  }

  const std::string& source_;
  const std::string& name_;
};

// Reads an answer that is a JSON object (see read_answer_sheet).
AnswerSheet read_answer_json(std::string_view text, const std::string& source) {
  const Json object = parsed_json(
      text, source,
      message("An answer looks like {{\"scores\": [[1, 0], [0, 1]], \"why\": \"b\"}}."));
  AnswerSheet sheet{.source = source};
  for (const auto& [name, value] : object.items()) {
    if (!is_answer_name(name))
      throw InputError(message("{}: '{}' is not the name of a question.", source, preview(name)));
    put_answer(sheet, {.name = name, .text = Typed(source, name).value(value), .line = 0}, source);
  }
  return sheet;
}

}  // namespace

AnswerSheet read_answer_sheet(std::string_view bytes, const std::string& source) {
  if (bytes.size() > kAnswerLimit)
    throw InputError(
        message("{}: an answer has at most {} bytes, and this has more.", source, kAnswerLimit));
  const std::string text = text_of_bytes(std::string(bytes), source);
  require_utf8(text, source);
  const auto first = text.find_first_not_of(kSpaces);
  if (first != text.npos && text[first] == '{') return read_answer_json(text, source);
  return Lines(text, source).sheet();
}

void replace_answer(AnswerSheet& sheet, const std::string& name, const std::string& text) {
  const auto old = std::find_if(sheet.entries.begin(), sheet.entries.end(),
                                [&](const AnswerEntry& entry) { return entry.name == name; });
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

}  // namespace attn
