#include "grading/marking/answers_of_original.hpp"

#include <algorithm>
#include <vector>

#include "base/message.hpp"
#include "practice/judge/check.hpp"

namespace attn {
namespace {

// The answers that tell variants apart: wrong numbers, be it for an earlier answer.
std::vector<const FieldResult*> wrong_numbers(const CheckResult& result) {
  std::vector<const FieldResult*> wrong;
  for (const FieldResult& field : result.fields)
    if (field.is_off() && field.field->is_numeric()) wrong.push_back(&field);
  return wrong;
}

// Two numbers are easily those of something else.
bool says_enough(const std::vector<const FieldResult*>& wrong) {
  constexpr arma::uword kFewest = 3;
  arma::uword n_cells = 0;
  for (const FieldResult* one : wrong)
    n_cells += std::max<arma::uword>(1, arma::accu(one->comparison.wrong));
  return n_cells >= kFewest;
}

bool are_all_right(const std::vector<const FieldResult*>& wrong, const Worksheet& worksheet) {
  Worksheet truths = worksheet;
  return std::all_of(wrong.begin(), wrong.end(), [&](const FieldResult* one) {
    return compare(*one->field, one->given, truths.numbers(one->field->name)).matches();
  });
}

bool has_slips(const GradedExercise& graded, const Worksheet& worksheet, AnswerSheet sheet) {
  sheet.variant = worksheet.variant();
  const CheckResult there = check(graded.exercise(), worksheet, sheet);
  return std::any_of(there.fields.begin(), there.fields.end(),
                     [](const FieldResult& field) { return field.is_off(); });
}

}  // namespace

bool are_answers_of_original(const GradedExercise& graded, const AnswerSheet& sheet,
                             const CheckResult& result) {
  const std::vector<const FieldResult*> wrong = wrong_numbers(result);
  if (result.variant == kOriginalVariant || !says_enough(wrong)) return false;
  try {
    const Worksheet original = graded.worksheet(kOriginalVariant);
    return are_all_right(wrong, original) && !has_slips(graded, original, sheet);
  } catch (const InputError&) {
    return false;  // an exercise that cannot be computed is not the fault of this student
  }
}

}  // namespace attn
