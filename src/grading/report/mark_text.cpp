#include <fmt/format.h>

#include <algorithm>

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "grading/report/forms.hpp"
#include "grading/report/report.hpp"
#include "sandbox/run_program.hpp"

namespace attn {

std::string points_text(double points, int decimals) {
  std::string text = decimal_text(points, decimals);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

std::string percent_text(double part, double whole) {
  return decimal_text(whole > 0.0 ? 100.0 * part / whole : 0.0, 1);
}

std::string points_of_text(double points, double most) {
  std::string text = message("{} of {} points", points_text(points), points_text(most));
  if (most > 0.0) text += " (" + percent_text(points, most) + " %)";
  return text;
}

std::string total_text(const Gradebook& book, std::size_t student) {
  const double points = book.points_of(student), most = book.plan.most_points();
  if (book.is_settled(student)) return points_of_text(points, most);
  return message("{} of {} points so far: not everything is marked", points_text(points),
                 points_text(most));
}

std::string state_text(MarkState state) {
  switch (state) {
    case MarkState::marked:
      return translated("marked");
    case MarkState::unreadable:
      return translated("could not be read or compiled");
    case MarkState::missing:
      return translated("not handed in");
    case MarkState::other_variant:
      return translated("not marked: answers for another variant");
    case MarkState::grader_failed:
      return translated("not marked yet: the teacher has to look at it");
  }
  return "";
}

std::string verdict_text(const std::string& verdict) {
  const std::pair<std::string_view, const char*> meanings[] = {
      {"pass", translated("correct")},
      {"accepted", translated("correct in another reading")},
      {"follows", translated("follows from an earlier answer")},
      {"wrong", translated("wrong answer")},
      {"wrong_shape", translated("wrong shape")},
      {"missing", translated("no answer")},
      {"unreadable", translated("could not be read")},
      {"noted", translated("not graded")},
      {"failed", translated("check failed")},
      {"skipped", translated("not run: another check failed")},
      {"stopped", translated("the program was stopped")},
      {"not_built", translated("does not compile")},
  };
  for (const auto& [word, meaning] : meanings)
    if (word == verdict) return meaning;
  const auto state = value_in(kMarkStates, verdict);
  return state ? state_text(*state) : verdict;
}

std::string ending_text(const std::string& ending) {
  const std::pair<Ending, const char*> meanings[] = {
      {Ending::wall_time, translated("took too long")},
      {Ending::cpu_time, translated("computed too long")},
      {Ending::memory, translated("used too much memory")},
      {Ending::threads, translated("had too many processes and threads")},
      {Ending::output, translated("printed too much")},
  };
  for (const auto& [word, meaning] : meanings)
    if (name_in(kEndings, word) == ending) return meaning;
  return ending;
}

std::string student_text(const Student& student) {
  const bool has_other_name = !student.name.empty() && student.name != student.id;
  return has_other_name ? student.id + " (" + student.name + ")" : student.id;
}

std::string isolation_of(std::span<const Mark> marks) {
  std::set<std::string> names;
  for (const Mark& mark : marks)
    if (!mark.isolation.empty()) names.insert(mark.isolation);
  return listed({names.begin(), names.end()});
}

std::string isolation_field(const std::string& isolation) {
  return isolation.empty() ? "no program was run" : isolation;
}

std::string isolation_text(const std::string& isolation) {
  if (isolation.empty()) return translated("Isolation: no program was run.");
  return message("Isolation of programs: {}.", isolation);
}

const MarkedItem* marked_item(const Mark& mark, const std::string& name) {
  const auto item = std::find_if(mark.items.begin(), mark.items.end(),
                                 [&](const MarkedItem& one) { return one.name == name; });
  return item == mark.items.end() ? nullptr : &*item;
}

std::vector<MarkedItem> items_of(const Mark& mark, const AskedExercise& asked) {
  std::vector<MarkedItem> items;
  for (const AskedItem& one : asked.items) {
    const MarkedItem* const marked = marked_item(mark, one.name);
    if (mark.state == MarkState::marked && marked != nullptr) {
      items.push_back(*marked);
      continue;
    }
    const MarkState state = mark.state == MarkState::marked ? MarkState::missing : mark.state;
    const bool has_verdict = marked != nullptr && !marked->verdict.empty();
    items.push_back({.name = one.name,
                     .title = marked != nullptr ? marked->title
                              : one.is_hidden   ? one.name
                                                : one.title,
                     .verdict = has_verdict ? marked->verdict : name_in(kMarkStates, state),
                     .points = 0.0,
                     .most = one.points});
  }
  return items;
}

bool is_passed(const Mark& mark, const MarkedItem& item) {
  return mark.state == MarkState::marked && item.is_right();
}

const std::string& title_of(const Mark& mark, const AskedExercise& asked) {
  return mark.title.empty() ? asked.title : mark.title;
}

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

// They hold the parts of an emoji, or the letters of a name, together.
bool is_joiner(std::int32_t character) { return character == 0x200C || character == 0x200D; }

bool can_be_shown(std::int32_t character) {
  return character >= 0 && (is_visible(character) || is_joiner(character));
}

// ␀ to ␟ and ␡: each control character has its picture.
std::string picture_of(std::int32_t character) {
  const unsigned place = character == 0x7F ? 0x21U : static_cast<unsigned>(character);
  return {'\xE2', '\x90', static_cast<char>(0x80U + place)};
}

bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

// A joiner that has nothing to join: beside a letter of ASCII or at an end, it would only make two
// names differ that look the same.
bool is_idle_joiner(std::int32_t character, std::string_view before, std::string_view after) {
  return is_joiner(character) &&
         (before.empty() || is_ascii(before.back()) || after.empty() || is_ascii(after.front()));
}

// The first character of `rest`, in a form that can be seen.
void append_shown(std::string& shown, const CodePoint& point, std::string_view rest) {
  const std::int32_t character = point.value;
  if (can_be_shown(character) && !is_idle_joiner(character, shown, rest.substr(point.n_bytes)))
    shown += rest.substr(0, point.n_bytes);
  else if ((character >= 0 && character < 0x20) || character == 0x7F)
    shown += picture_of(character);
  else
    shown += character < 0 ? std::string(kReplacement) : fmt::format("⟨U+{:04X}⟩", character);
}

// All kinds of spaces: build servers leave them out at the beginning of a line.
bool is_any_space(std::int32_t character) {
  return character == ' ' || character == 0xA0 || character == 0x1680 ||
         (character >= 0x2000 && character <= 0x200A) || character == 0x202F ||
         character == 0x205F || character == 0x3000;
}

// The bytes that a line is indented by.
std::size_t indent_of(std::string_view line) {
  std::size_t at = 0;
  while (at < line.size()) {
    const CodePoint point = first_code_point(line.substr(at));
    if (!is_any_space(point.value)) break;
    at += point.n_bytes;
  }
  return at;
}

bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Whether what follows "##" makes a command of it: "[error]", "vso[task", "teamcity[".
bool goes_on_as_command(std::string_view rest) {
  const auto after = std::find_if_not(rest.begin(), rest.end(), is_ascii_letter);
  return after != rest.end() && *after == '[';
}

// With a space between both signs of each command: ": :set-output", "# #[error]".
std::string without_commands(std::string line) {
  const std::size_t indent = indent_of(line);
  if (line.compare(indent, 2, "::") == 0) line.insert(indent + 1, " ");
  for (std::size_t at = 0; (at = line.find("##", at)) != std::string::npos; ++at)
    if (goes_on_as_command(std::string_view(line).substr(at + 2))) line.insert(at + 1, " ");
  return line;
}

std::string with_lines_ended_alike(std::string_view text) {
  std::string lines(text);
  replace_all(lines, "\r\n", "\n");
  return lines;
}

// Each character as it can be seen, one of them in another form, and no commands.
std::string harmless_form(std::string_view text, char one, std::string_view other_form) {
  std::string shown;
  for (std::string_view rest = text; !rest.empty();) {
    const CodePoint point = first_code_point(rest);
    if (point.value == one)
      shown += other_form;
    else
      append_shown(shown, point, rest);
    rest.remove_prefix(point.n_bytes);
  }
  return without_commands(std::move(shown));
}

bool is_alphanumeric(char c) { return is_ascii_letter(c) || is_ascii_digit(c); }

// Whether an underscore stands inside a word, where Markdown leaves it alone.
bool is_inside_word(std::string_view text, std::size_t at) {
  return at > 0 && at + 1 < text.size() && is_alphanumeric(text[at - 1]) &&
         is_alphanumeric(text[at + 1]);
}

bool begins_entity(std::string_view text, std::size_t at) {
  return at + 1 < text.size() && (text[at + 1] == '#' || is_alphanumeric(text[at + 1]));
}

// Whether what follows a sign ends it there: "- item", but not "-0.5".
bool ends_mark(std::string_view rest, char mark) {
  return rest.empty() || rest.front() == ' ' || rest.front() == mark;
}

// A heading, an item of a list, a quote, a rule, or the line below a heading.
std::string without_mark_of_block(std::string text) {
  constexpr std::string_view kMarks = "#+-=";
  if (text.empty()) return text;
  std::size_t at = 0;
  while (at < text.size() && is_ascii_digit(text[at])) ++at;
  if (at == text.size()) return text;
  const char mark = text[at];
  const bool ends = ends_mark(std::string_view(text).substr(at + 1), mark);
  const bool is_number = at > 0 && (mark == '.' || mark == ')') && ends;
  const bool is_sign = at == 0 && kMarks.find(mark) != std::string_view::npos && ends;
  if (is_number || is_sign || text.front() == '>') text.insert(at, "\\");
  return text;
}

std::size_t longest_run(std::string_view text, char of) {
  std::size_t longest = 0, run = 0;
  for (const char c : text) {
    run = c == of ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

// What a spreadsheet begins a formula with, in Asian ones full-width signs too.
bool begins_formula(std::string_view text) {
  const std::string_view rest = text.substr(indent_of(text));
  constexpr std::string_view kSigns[] = {"=", "+", "-", "@", "␉", "␍", "␤", "＝", "＋", "－", "＠"};
  return std::any_of(std::begin(kSigns), std::end(kSigns),
                     [&](std::string_view sign) { return rest.starts_with(sign); });
}

std::string json_escape(std::int32_t character) {
  if (character < 0) return "\\ufffd";
  if (character < 0x10000) return fmt::format("\\u{:04x}", character);
  const std::int32_t rest = character - 0x10000;
  return fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (rest >> 10), 0xDC00 + (rest & 0x3FF));
}

}  // namespace

std::string harmless_lines(std::string_view text) {
  std::vector<std::string> lines = split(with_lines_ended_alike(text), '\n');
  for (std::string& line : lines) line = harmless_form(line, '\t', "  ");
  return joined(lines, "\n");
}

std::string harmless_line(std::string_view text) {
  return harmless_form(with_lines_ended_alike(text), '\n', "␤");
}

std::string markdown_text(std::string_view text) {
  constexpr std::string_view kMarkup = "\\`*[]|~$";
  const std::string line(trimmed(harmless_line(text)));
  std::string escaped;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    const bool is_markup =
        kMarkup.find(c) != std::string_view::npos || (c == '_' && !is_inside_word(line, at));
    if (is_markup) escaped += '\\';
    if (c == '<')
      escaped += "&lt;";
    else if (c == '&' && begins_entity(line, at))
      escaped += "&amp;";
    else
      escaped += c;
  }
  return without_mark_of_block(std::move(escaped));
}

std::string markdown_block(std::string_view text) {
  std::string lines = harmless_lines(text);
  while (lines.ends_with('\n')) lines.pop_back();
  const std::string fence(std::max<std::size_t>(3, longest_run(lines, '`') + 1), '`');
  return fence + "text\n" + lines + "\n" + fence + "\n";
}

std::string csv_field(std::string_view text) {
  std::string line = harmless_line(text);
  replace_all(line, "\"", "\"\"");
  return std::string(begins_formula(line) ? "\"'" : "\"") + line + '"';
}

std::string harmless_json(std::string_view document) {
  std::string shown;
  for (std::string_view rest = document; !rest.empty();) {
    const CodePoint point = first_code_point(rest);
    const bool stays = point.value == '\n' || can_be_shown(point.value);
    shown += stays ? std::string(rest.substr(0, point.n_bytes)) : json_escape(point.value);
    rest.remove_prefix(point.n_bytes);
  }
  for (std::size_t at = 0; (at = shown.find("##", at)) != std::string::npos; ++at)
    if (goes_on_as_command(std::string_view(shown).substr(at + 2)))
      shown.replace(at + 1, 1, json_escape('#'));
  return shown;
}

}  // namespace attn
