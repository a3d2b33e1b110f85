#include "practice/answer/answer_line.hpp"

#include <algorithm>
#include <initializer_list>

#include "base/text.hpp"

namespace attn {
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
