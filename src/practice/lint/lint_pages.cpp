#include <algorithm>
#include <sstream>

#include "base/error.hpp"
#include "base/message.hpp"
#include "practice/course/markdown.hpp"
#include "practice/course/page_values.hpp"
#include "practice/course/pages.hpp"
#include "practice/judge/check.hpp"
#include "practice/lint/lint.hpp"

namespace attn {
namespace {

using Sentences = std::vector<std::string>;

// A page in one language: it exists, is Markdown that we can show, and names only known values.
void check_page(const std::string& markdown, const std::string& name, Worksheet& worksheet,
                Sentences& faults, bool has_answers = true) {
  if (markdown.empty()) return faults.push_back(message("{} is missing or empty.", name));
  try {
    read_markdown(markdown, page_values(worksheet, has_answers));
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
  for (std::size_t i = 0; i < hints.size(); ++i)
    check_page(hints[i].in(code), message("{0}, hint {1}", page, i + 1), worksheet, faults);
}

void check_pages(const Exercise& exercise, Worksheet& worksheet, Sentences& faults) {
  const Pages& pages = exercise.pages;
  for (const std::string& code : exercise.languages)
    check_page(pages.prompt.in(code), "prompt." + code + ".md", worksheet, faults,
               /*has_answers=*/false);
  for (const std::string& code : exercise.languages)
    check_page(pages.solution.in(code), "solution." + code + ".md", worksheet, faults);
  for (const std::string& code : exercise.languages) check_hints(exercise, code, worksheet, faults);
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
  for (const Field& field : exercise.fields)
    if (!asks_for(exercise.pages.answer_template, field.name))
      faults.push_back(message("the template answer.txt has no line for {}.", field.name));
  const CheckResult result =
      check(exercise, worksheet, read_answer_sheet(template_text(exercise, 0), "answer.txt"));
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
  try {
    check_template(exercise, worksheet, faults);
    check_answer(exercise, worksheet, faults);
  } catch (const InputError& error) {
    faults.push_back(std::string("answer.txt: ") + error.what());
  }
  return faults;
}

}  // namespace attn
