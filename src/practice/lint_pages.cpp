#include "practice/lint_pages.hpp"

#include <sstream>

#include "core/error.hpp"
#include "core/message.hpp"
#include "practice/check.hpp"
#include "practice/markdown.hpp"
#include "practice/page_values.hpp"
#include "practice/pages.hpp"

namespace attn {
namespace {

using Sentences = std::vector<std::string>;

// A page in one language: it is there, is Markdown we can show, and names only what there is.
void check_page(const std::string& markdown, const std::string& name, Worksheet& worksheet,
                Sentences& faults, bool has_answers = true) {
  if (markdown.empty()) {
    faults.push_back(message("{} is missing or empty.", name));
    return;
  }
  try {
    read_markdown(markdown, page_values(worksheet, has_answers));
  } catch (const InputError& error) {
    faults.push_back(name + ": " + error.what());
  }
}

void check_pages(const Exercise& exercise, Worksheet& worksheet, Sentences& faults) {
  const Pages& pages = exercise.pages;
  check_page(pages.prompt.en, "prompt.en.md", worksheet, faults, /*has_answers=*/false);
  check_page(pages.prompt.ja, "prompt.ja.md", worksheet, faults, /*has_answers=*/false);
  check_page(pages.solution.en, "solution.en.md", worksheet, faults);
  check_page(pages.solution.ja, "solution.ja.md", worksheet, faults);
  if (pages.hints.empty()) faults.push_back(message("{} is missing or empty.", "hints.en.md"));
  for (const LocalText& hint : pages.hints) {
    check_page(hint.en, "hints.en.md", worksheet, faults);
    check_page(hint.ja, "hints.ja.md", worksheet, faults);
  }
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
                               field.field->name, name_of(field.verdict)));
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
