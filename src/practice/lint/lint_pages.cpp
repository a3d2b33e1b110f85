#include <algorithm>
#include <set>
#include <sstream>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"
#include "practice/course/markdown.hpp"
#include "practice/course/page_values.hpp"
#include "practice/course/pages.hpp"
#include "practice/judge/check.hpp"
#include "practice/lint/lint.hpp"

namespace attn {
namespace {

using Sentences = std::vector<std::string>;

// Line and column of a byte of a text.
std::string place_in(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  const std::size_t last = before.rfind('\n');
  const std::string_view line = last == before.npos ? before : before.substr(last + 1);
  const auto is_first_byte = [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  };
  return line_place(
      static_cast<std::size_t>(1 + std::count(before.begin(), before.end(), '\n')),
      static_cast<std::size_t>(1 + std::count_if(line.begin(), line.end(), is_first_byte)));
}

// The names that a page may not show, each once. Whether there are none.
bool check_names(const std::string& markdown, const std::string& name,
                 const Placeholders& placeholders, Sentences& faults) {
  std::set<std::string> seen;
  bool are_known = true;
  std::size_t at = 0;
  while (const auto found = find_placeholder(markdown, at)) {
    at = found->end;
    if (!seen.insert(found->name).second) continue;
    try {
      placeholders.text(found->name);
    } catch (const InputError& error) {
      std::string why = message("{}.", error.what());
      for (const std::string& hint : error.hints) add_sentence(why, hint);
      faults.push_back(name + ": " + place_in(markdown, found->begin) + ": " + why);
      are_known = false;
    }
  }
  return are_known;
}

// A page in one language: it exists, is Markdown that we can show, and names only known values.
void check_page(const std::string& markdown, const std::string& name, Worksheet& worksheet,
                Sentences& faults, bool has_answers = true) {
  if (markdown.empty()) return faults.push_back(message("{} is missing or empty.", name));
  const Placeholders placeholders = page_values(worksheet, has_answers);
  if (!check_names(markdown, name, placeholders, faults)) return;
  try {
    read_markdown(markdown, placeholders);
  } catch (const InputError& error) {
    faults.push_back(name + ": " + error.what());
  }
}

// The hints in one language. A page without any is one fault; where it has fewer than another
// language, so is each that is missing.
void check_hints(const Exercise& exercise, const std::string& code, Worksheet& worksheet,
                 Sentences& faults) {
  const std::string page = "hints." + code + ".md";
  const std::vector<LocalText>& hints = exercise.pages.hints;
  if (std::all_of(hints.begin(), hints.end(),
                  [&code](const LocalText& hint) { return hint.in(code).empty(); }))
    return faults.push_back(message("{} is missing or empty.", page));
  const auto lines = exercise.pages.hint_lines.find(code);
  for (std::size_t i = 0; i < hints.size(); ++i) {
    const std::string& hint = hints[i].in(code);
    if (hint.empty()) {
      faults.push_back(message("{} is missing or empty.", message("{0}, hint {1}", page, i + 1)));
      continue;
    }
    // Moved down to where it stands in its file, so that lines are counted as an editor does.
    const bool is_known = lines != exercise.pages.hint_lines.end() && i < lines->second.size();
    check_page(std::string(is_known ? lines->second[i] - 1 : 0, '\n') + hint, page, worksheet,
               faults);
  }
}

// A hint that no question names would never be shown while one is answered.
void check_hint_numbers(const Exercise& exercise, Sentences& faults) {
  std::set<std::size_t> named;
  for (const Field& field : exercise.fields) {
    named.insert(field.hints.begin(), field.hints.end());
    for (const std::size_t hint : field.hints)
      if (hint > exercise.pages.hints.size())
        faults.push_back(message("{0} names hint {1}, and there are {2}.", field.name, hint,
                                 exercise.pages.hints.size()));
  }
  for (std::size_t hint = 1; hint <= exercise.pages.hints.size() && !named.empty(); ++hint)
    if (!named.contains(hint)) faults.push_back(message("No question names hint {}.", hint));
}

void check_pages(const Exercise& exercise, Worksheet& worksheet, Sentences& faults) {
  const Pages& pages = exercise.pages;
  for (const std::string& code : exercise.languages)
    check_page(pages.prompt.in(code), "prompt." + code + ".md", worksheet, faults,
               /*has_answers=*/false);
  for (const std::string& code : exercise.languages)
    check_page(pages.solution.in(code), "solution." + code + ".md", worksheet, faults);
  for (const std::string& code : exercise.languages) check_hints(exercise, code, worksheet, faults);
  check_hint_numbers(exercise, faults);
}

// Whether the text has a line on which the field's name stands before "=".
bool asks_for(const std::string& answer_template, const std::string& name) {
  std::istringstream lines(answer_template);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string first, second;
    words >> first >> second;
    if (first == name + "=" || (first == name && second.starts_with("="))) return true;
  }
  return false;
}

void check_template(const Exercise& exercise, const Worksheet& worksheet, Sentences& faults) {
  if (exercise.pages.answer_template.empty()) return;  // one is made
  for (const Field& field : exercise.fields)
    if (!asks_for(exercise.pages.answer_template, field.name))
      faults.push_back(message("the template answer.txt has no line for {}.", field.name));
  const CheckResult result =
      check(exercise, worksheet, read_answer_sheet(template_text(exercise, 0), "answer.txt"));
  if (result.has_unread_lines)
    for (const std::string& remark : result.remarks) faults.push_back("answer.txt: " + remark);
  if (!is_blank(result.fields) || result.verdict == Verdict::pass)
    faults.emplace_back(translated("the untouched template answer.txt already answers something."));
}

void check_answer(const Exercise& exercise, const Worksheet& worksheet, Sentences& faults) {
  const std::string& answer = exercise.pages.answer;
  if (answer.empty()) {
    faults.push_back(message("{} is missing or empty.", "solutions/.../answer.txt"));
    return;
  }
  const CheckResult result = check(exercise, worksheet, read_answer_sheet(answer, "answer.txt"));
  if (result.verdict == Verdict::pass) return;
  for (const std::string& remark : result.remarks) faults.push_back("answer.txt: " + remark);
  for (const FieldResult& field : result.fields)
    if (!field.is_right() && field.field->is_graded)
      faults.push_back(message("the answer file of the solution does not pass: {} is {}.",
                               field.field->name, name_in(kFieldVerdicts, field.verdict)));
}

}  // namespace

std::vector<std::string> page_faults(const Exercise& exercise) {
  Worksheet worksheet(exercise);
  Sentences faults;
  check_pages(exercise, worksheet, faults);
  if (exercise.program) return faults;  // it is answered by a program, not by a file of answers
  try {
    check_template(exercise, worksheet, faults);
    check_answer(exercise, worksheet, faults);
  } catch (const InputError& error) {
    faults.push_back(std::string("answer.txt: ") + error.what());
  }
  return faults;
}

}  // namespace attn
