#include "practice/lint/lint.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

#include "base/error.hpp"
#include "base/message.hpp"
#include "practice/course/markdown.hpp"
#include "practice/course/page_values.hpp"
#include "practice/course/pages.hpp"
#include "practice/judge/check.hpp"
#include "practice/judge/diagnose.hpp"
#include "practice/misconceptions.hpp"

namespace attn {
namespace {

using Sentences = std::vector<std::string>;

// Collects what is wrong with one exercise.
class Faults {
 public:
  Faults(LintReport& report, std::string exercise)
      : report_(report), exercise_(std::move(exercise)) {}

  void add(const std::string& text) { report_.faults.push_back({exercise_, text}); }

 private:
  LintReport& report_;
  std::string exercise_;
};

// The answer as a person writes it: rounded to the digits that the tolerance leaves room for.
arma::mat written(const Field& field, const arma::mat& answer) {
  if (!field.is_numeric()) return answer;
  arma::mat rounded = answer;
  rounded.transform([&field](double value) {
    constexpr double kLeastUnit = 1e-6;  // people write no more decimals unless they are asked to
    const double allowed = allowed_error(value, field.tolerance);
    const double unit = field.tolerance.is_exact()
                            ? kLeastUnit
                            : std::pow(10.0, std::floor(std::log10(2.0 * allowed)));
    if (unit == 0.0) return value;
    return std::round(value / unit) * unit;
  });
  return rounded;
}

// Judges a whole answer that is the truth under an alternative, exact or as it would be written.
std::vector<FieldResult> judged_answer(const Exercise& exercise, const Worksheet& worksheet,
                                       const Alternative* alternative, bool as_written,
                                       const Field* last = nullptr) {
  std::vector<FieldResult> results;
  Worksheet truths = worksheet;
  for (const Field& field : exercise.fields) {
    arma::mat truth = truths.numbers(field.name);
    if (alternative != nullptr) truth = truth_under(*alternative, worksheet, field).value_or(truth);
    const arma::mat answer = answer_of(field, truth);
    // A mistake in a field without a tolerance may be a third, which is then written as 1/3.
    const bool is_rounded = as_written && (alternative == nullptr || !field.tolerance.is_exact());
    results.push_back(judged(worksheet, field, is_rounded ? written(field, answer) : answer,
                             std::nullopt, results));
    if (&field == last) break;
  }
  return results;
}

void lint_truth(const Exercise& exercise, const Worksheet& worksheet, Faults& faults) {
  Worksheet truths = worksheet;
  for (const Field& field : exercise.fields) {
    if (field.kind == FieldKind::list) continue;
    const arma::mat& truth = truths.numbers(field.name);
    if (!truth.is_finite())
      faults.add(
          message("the answer to {} is not finite (variant {}).", field.name, worksheet.variant()));
    const Tolerance& allowed = field.tolerance;
    if (allowed.relative > 0.0 && allowed.absolute == 0.0 && arma::any(arma::vectorise(truth) == 0))
      faults.add(
          message("{} has a cell that is 0 and only a relative tolerance: nothing but 0 "
                  "itself would pass. Give an absolute one too.",
                  field.name));
  }
  for (const FieldResult& result : judged_answer(exercise, worksheet, nullptr, true))
    if (!result.is_right() && result.field->is_graded)
      faults.add(
          message("{} is asked for with more digits than people write: its answer, rounded to its "
                  "tolerance, does not pass (variant {}).",
                  result.field->name, worksheet.variant()));
}

// Whether the first field that shows the alternative is diagnosed as that one. One that may
// coincide with others need not be in every variant.
void lint_alternative(const Exercise& exercise, const Worksheet& worksheet,
                      const Alternative& alternative, Faults& faults) {
  const Field* first = first_wrong_field(exercise, worksheet, alternative);
  if (first == nullptr) return;  // indistinguishable() reports that
  for (const bool as_written : {false, true}) {
    const auto results = judged_answer(exercise, worksheet, &alternative, as_written, first);
    for (const FieldResult& result : results) {
      if (result.field != first) continue;
      const bool is_named =
          std::any_of(result.shown.begin(), result.shown.end(),
                      [&](const Alternative* one) { return one->name == alternative.name; });
      const bool has_verdict =
          alternative.accepted ? result.verdict == FieldVerdict::accepted : result.is_slip();
      if (!is_named || !has_verdict)
        faults.add(message("the answer of {0} to {1} is taken for {2} (variant {3}).",
                           alternative.name, first->name,
                           result.alternative.empty() ? name_in(kFieldVerdicts, result.verdict)
                                                      : result.alternative.c_str(),
                           worksheet.variant()));
    }
  }
}

void lint_numbers(const Exercise& exercise, std::uint64_t variant, Faults& faults) {
  const Worksheet worksheet(exercise, variant);
  for (const auto& [one, other] : indistinguishable(exercise, worksheet))
    faults.add(
        other.empty()
            ? message("{} gives the right answer everywhere (variant {}).", one, variant)
            : message("{0} and {1} give the same answer where {0} first shows (variant {2}).", one,
                      other, variant));
  lint_truth(exercise, worksheet, faults);
  for (const Alternative& alternative : exercise.alternatives)
    if (!alternative.may_coincide && applies(alternative, worksheet))
      lint_alternative(exercise, worksheet, alternative, faults);
}

void lint_texts(const Exercise& exercise, Faults& faults) {
  const auto in_both = [&faults](const LocalText& text, const std::string& what) {
    if (text.en.empty()) faults.add(message("{} has no English text.", what));
    if (text.ja.empty()) faults.add(message("{} has no Japanese text.", what));
  };
  in_both(exercise.title, "title");
  for (const Field& field : exercise.fields) in_both(field.ask, field.name);
  for (const Alternative& alternative : exercise.alternatives)
    if (!alternative.say.empty() || text_of_misconception(alternative.name, "").empty())
      in_both(alternative.say, alternative.name);
}

void lint_exercise(const Exercise& exercise, std::uint64_t n_variants, LintReport& report) {
  Faults faults(report, exercise.id);
  report.counts.exercises += 1;
  report.counts.fields += exercise.fields.size();
  report.counts.alternatives += exercise.alternatives.size();
  lint_texts(exercise, faults);
  const std::uint64_t last = exercise.variant.empty() ? 0 : n_variants;
  try {
    for (const std::string& fault : page_faults(exercise)) faults.add(fault);
    for (std::uint64_t variant = 0; variant <= last; ++variant)
      lint_numbers(exercise, variant, faults);
    report.counts.variants += last;
  } catch (const InputError& error) {
    faults.add(error.what());
  }
}

// A page in one language: it exists, is Markdown that we can show, and names only known values.
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
                               field.field->name, name_in(kFieldVerdicts, field.verdict)));
}

}  // namespace

LintReport lint(const Course& course, std::uint64_t n_variants) {
  LintReport report;
  for (const auto& [folder, why] : course.broken) report.faults.push_back({folder, why});
  std::set<std::string> ids;
  std::set<unsigned> numbers;
  for (const Exercise& exercise : course.exercises) {
    if (!ids.insert(exercise.id).second)
      report.faults.push_back({exercise.id, translated("the id is used twice.")});
    if (!numbers.insert(exercise.number).second)
      report.faults.push_back({exercise.id, translated("the number is used twice.")});
    lint_exercise(exercise, n_variants, report);
  }
  return report;
}

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
