#include "practice/lint/lint.hpp"

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/text.hpp"
#include "practice/judge/check.hpp"
#include "practice/judge/diagnose.hpp"
#include "practice/lint/tried_answer.hpp"
#include "practice/misconceptions.hpp"

namespace attn {
namespace {

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
  for (const FieldResult& result :
       tried_answers(exercise, worksheet, nullptr, exercise.fields.back(), true))
    if (!result.is_right() && result.field->is_graded)
      faults.add(
          message("{} is asked for with more digits than people write: its answer, rounded to its "
                  "tolerance, does not pass (variant {}).",
                  result.field->name, worksheet.variant()));
}

// Whether nothing else gives nearly the numbers that an alternative gives to a field: then nothing
// else can be meant by them.
bool is_alone(const Exercise& exercise, const Worksheet& worksheet, const Alternative& alternative,
              const Field& field) {
  constexpr double kNearly = 3.0;
  Field wider = field;
  wider.tolerance.absolute *= kNearly;
  wider.tolerance.relative *= kNearly;
  Worksheet right = worksheet;
  const arma::mat answer = answer_of(field, *truth_under(alternative, worksheet, field));
  if (compare(wider, answer, right.numbers(field.name)).matches()) return false;
  return std::none_of(exercise.alternatives.begin(), exercise.alternatives.end(),
                      [&](const Alternative& other) {
                        if (&other == &alternative || !applies(other, worksheet)) return false;
                        const std::optional<arma::mat> truth = truth_under(other, worksheet, field);
                        return truth && compare(wider, answer, *truth).matches();
                      });
}

// Whether the first field that shows the alternative is diagnosed as that one. The book's numbers
// are judged as a learner's are; those of variants only where there is something to mix them up
// with, since judging takes as many comparisons as there are alternatives.
void lint_alternative(const Exercise& exercise, const Worksheet& worksheet,
                      const Alternative& alternative, Faults& faults) {
  const Field* first = first_wrong_field(exercise, worksheet, alternative);
  if (first == nullptr) return;  // indistinguishable() reports that
  if (worksheet.variant() > 0 && is_alone(exercise, worksheet, alternative, *first)) return;
  for (const bool as_written : {false, true}) {
    const FieldResult result =
        tried_answers(exercise, worksheet, &alternative, *first, as_written).back();
    const bool has_verdict =
        alternative.accepted ? result.verdict == FieldVerdict::accepted : result.is_slip();
    if (!is_named_in(result, alternative) || !has_verdict)
      faults.add(message("the answer of {0} to {1} is taken for {2} (variant {3}).",
                         alternative.name, first->name,
                         result.alternative.empty() ? name_in(kFieldVerdicts, result.verdict)
                                                    : result.alternative.c_str(),
                         worksheet.variant()));
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

std::string name_of_language(const std::string& code) {
  if (code == "en") return translated("English");
  return code == "ja" ? translated("Japanese") : code;
}

void lint_texts(const Exercise& exercise, Faults& faults) {
  const auto in_all = [&](const LocalText& text, const std::string& what) {
    for (const std::string& code : exercise.languages)
      if (text.in(code).empty())
        faults.add(message("{} has no text in {}.", what, name_of_language(code)));
  };
  in_all(exercise.title, "title");
  for (const Field& field : exercise.fields) in_all(field.ask, field.name);
  for (const Alternative& alternative : exercise.alternatives)
    if (!alternative.say.empty() || text_of_misconception(alternative.name, "").empty())
      in_all(alternative.say, alternative.name);
}

bool shows_truth(const Exercise& exercise) {
  return std::any_of(exercise.fields.begin(), exercise.fields.end(), [&](const Field& field) {
    return reveal_of(exercise, field) == Reveal::values;
  });
}

void remark_on_reveal(const Course& course, LintReport& report) {
  std::vector<std::string> ids;
  for (const Exercise& exercise : course.exercises)
    if (shows_truth(exercise)) ids.push_back(exercise.id);
  if (!ids.empty())
    report.remarks.push_back(message(
        "The first wrong try is shown what is right, because of reveal = \"values\": {}. With "
        "\"location\" a learner is shown where it is wrong.",
        listed(ids)));
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
  remark_on_reveal(course, report);
  return report;
}

}  // namespace attn
