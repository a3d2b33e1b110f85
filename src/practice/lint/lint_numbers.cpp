#include "practice/lint/lint_numbers.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/message.hpp"
#include "practice/judge/check.hpp"
#include "practice/judge/diagnose.hpp"
#include "practice/lint/told_apart.hpp"
#include "practice/lint/tried_answer.hpp"
#include "practice/recipe/dependencies.hpp"

namespace attn {
namespace {

// Of the variants with which a mistake may be told apart, if it is not with the first ones.
constexpr std::uint64_t kMostVariants = 50;

// The alternative of a name that may not coincide; there is one at most.
const Alternative* certain_one(const Exercise& exercise, const std::string& name) {
  const auto found = std::find_if(
      exercise.alternatives.begin(), exercise.alternatives.end(),
      [&name](const Alternative& one) { return one.name == name && !one.may_coincide; });
  return found == exercise.alternatives.end() ? nullptr : &*found;
}

// Those that may not coincide, and do with the exercise's own numbers. Every variant would be
// refused for the same reason, so that this is a fault of its own. Whether there is one.
bool lint_alike(const Exercise& exercise, const Worksheet& worksheet, ExerciseFaults& faults) {
  const auto alike = indistinguishable(exercise, worksheet);
  for (const auto& [name, other] : alike) {
    const Alternative& one = *certain_one(exercise, name);
    if (other.empty()) {
      faults.add(one, message("{} gives the right answer everywhere.", name));
      continue;
    }
    faults.add(one,
               message("{0} and {1} give the same answer where {0} first shows.", name, other));
    faults.mark(*certain_one(exercise, other));
  }
  return !alike.empty();
}

// Whether a truth can be answered: the scores of a list may be infinite where nothing is to be
// listed.
bool is_answerable(const Field& field, const arma::mat& truth) {
  return field.kind == FieldKind::list ? !truth.has_nan() : truth.is_finite();
}

void lint_truth(const Exercise& exercise, const Worksheet& worksheet, ExerciseFaults& faults) {
  Worksheet truths = worksheet;
  std::set<std::string> unanswerable;
  for (const Field& field : exercise.fields) {
    const arma::mat& truth = truths.numbers(field.name);
    if (!is_answerable(field, truth)) {
      faults.add(faults.place_of(field), message("the answer to {} is not finite (variant {}).",
                                                 field.name, worksheet.variant()));
      unanswerable.insert(field.name);
    }
    if (field.kind == FieldKind::list) continue;
    const Tolerance& allowed = field.tolerance;
    if (allowed.relative > 0.0 && allowed.absolute == 0.0 && arma::any(arma::vectorise(truth) == 0))
      faults.add(faults.place_of(field),
                 message("{} has a cell that is 0 and only a relative tolerance: nothing but 0 "
                         "itself would pass. Give an absolute one too.",
                         field.name));
  }
  for (const FieldResult& result :
       tried_answers(exercise, worksheet, nullptr, exercise.fields.back(), true))
    if (!result.is_right() && result.field->is_graded && !unanswerable.contains(result.field->name))
      faults.add(
          faults.place_of(*result.field),
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
                      const Alternative& alternative, ExerciseFaults& faults) {
  const Field* first = first_wrong_field(exercise, worksheet, alternative);
  if (first == nullptr) return;  // indistinguishable() reports that
  if (worksheet.variant() > 0 && is_alone(exercise, worksheet, alternative, *first)) return;
  for (const bool as_written : {false, true}) {
    const FieldResult result =
        tried_answers(exercise, worksheet, &alternative, *first, as_written).back();
    const bool has_verdict =
        alternative.accepted ? result.verdict == FieldVerdict::accepted : result.is_slip();
    if (!is_named_in(result, alternative) || !has_verdict)
      return faults.add(alternative,
                        message("the answer of {0} to {1} is taken for {2} (variant {3}).",
                                alternative.name, first->name,
                                result.alternative.empty() ? name_in(kFieldVerdicts, result.verdict)
                                                           : result.alternative.c_str(),
                                worksheet.variant()));
  }
}

// What must hold with all numbers.
void lint_sheet(const Exercise& exercise, const Worksheet& worksheet, ToldApart& told_apart,
                ExerciseFaults& faults) {
  lint_truth(exercise, worksheet, faults);
  for (const Alternative& alternative : exercise.alternatives)
    if (!alternative.may_coincide && !faults.is_marked(alternative) &&
        applies(alternative, worksheet))
      lint_alternative(exercise, worksheet, alternative, faults);
  told_apart.try_with(worksheet);
}

}  // namespace

bool lint_values(const Exercise& exercise, ExerciseFaults& faults) {
  Worksheet worksheet(exercise);
  std::map<std::string, std::string> broken;
  for (const auto& [name, definition] : exercise.definitions) try {
      worksheet.value(name);
    } catch (const InputError& error) {
      broken.emplace(name, error.what());
    }
  // What depends on a broken one is broken for its sake.
  for (const auto& [name, why] : broken) {
    const std::vector<std::string> needed = names_in(exercise.definitions.at(name));
    if (std::none_of(needed.begin(), needed.end(),
                     [&broken](const std::string& each) { return broken.contains(each); }))
      faults.add(faults.place_of(name), name + ": " + why);
  }
  return broken.empty();
}

std::uint64_t lint_numbers(const Exercise& exercise, std::uint64_t n_variants,
                           ExerciseFaults& faults) {
  ToldApart told_apart(exercise);
  std::uint64_t n_tried = 0;
  bool has_alike = false;
  try {
    const Worksheet own(exercise);
    has_alike = lint_alike(exercise, own, faults);
    lint_sheet(exercise, own, told_apart, faults);
    if (!exercise.variant.empty()) {
      for (; n_tried < n_variants; ++n_tried)
        lint_sheet(exercise, Worksheet(exercise, n_tried + 1), told_apart, faults);
      for (std::uint64_t more = n_tried + 1; more <= kMostVariants && !told_apart.is_complete();
           ++more)
        told_apart.try_with(Worksheet(exercise, more));
    }
  } catch (const InputError& error) {
    if (!has_alike) faults.add(error.what());
    return n_tried;
  }
  for (const AlternativeFault& fault : told_apart.faults())
    faults.add(*fault.alternative, fault.text);
  return n_tried;
}

}  // namespace attn
