#include "grading/marking/answers_of_variant.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "practice/judge/compare.hpp"

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

std::optional<std::uint64_t> variant_of_answers(const GradedExercise& graded,
                                                const AnswerSheet& sheet, const CheckResult& result,
                                                const std::set<std::uint64_t>& others) {
  const std::vector<const FieldResult*> wrong = wrong_numbers(result);
  if (graded.exercise().variant.empty() || !says_enough(wrong)) return std::nullopt;
  std::set<std::uint64_t> variants = others;
  variants.insert(0);
  variants.erase(result.variant);
  for (const std::uint64_t variant : variants) try {
      const Worksheet worksheet = graded.worksheet(variant);
      if (are_all_right(wrong, worksheet) && !has_slips(graded, worksheet, sheet)) return variant;
    } catch (const InputError&) {
      // whoever has that variant is told that it cannot be computed
    }
  return std::nullopt;
}

}  // namespace attn
