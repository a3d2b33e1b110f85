#include "practice/judge/diagnose.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/error.hpp"
#include "base/message.hpp"
#include "practice/misconceptions.hpp"

namespace attn {
namespace {

std::set<std::string> names_of(const Definitions& definitions) {
  std::set<std::string> names;
  for (const auto& [name, definition] : definitions) names.insert(name);
  return names;
}

// Alternatives that an answer is equal to, the best of them so far.
class Best {
 public:
  Best(const Field& field, const arma::mat& given) : field_(field), given_(given) {}

  void offer(const Alternative& alternative, bool is_contradicted,
             const std::optional<arma::mat>& truth) {
    if (!truth) return;
    const Comparison comparison = compare(field_, given_, *truth);
    if (!comparison.matches()) return;
    const std::pair rank{is_contradicted, comparison.largest_error};
    if (alternative_ != nullptr && rank_ <= rank) return;
    alternative_ = &alternative;
    rank_ = rank;
  }

  Diagnosis diagnosis() const {
    if (alternative_ == nullptr) return {};
    return {.alternative = alternative_,
            .turned = "",
            .text = text_of_misconception(alternative_->name, alternative_->say.here())};
  }

 private:
  const Field& field_;
  const arma::mat& given_;
  const Alternative* alternative_ = nullptr;
  std::pair<bool, double> rank_{};
};

// Whether an earlier answer of the learner's is the truth where the alternative would give
// something else.
bool is_contradicted(const Exercise& exercise, const Worksheet& worksheet, const Field& field,
                     const Alternative& alternative, const Definitions& right) {
  if (alternative.change.contains(field.name)) return false;
  return std::any_of(right.begin(), right.end(), [&](const auto& answer) {
    const auto& [name, given] = answer;
    if (!worksheet.depends_on(field.name, {name})) return false;
    const Field& earlier = exercise.field(name);
    const std::optional<arma::mat> truth = truth_under(alternative, worksheet, earlier);
    return truth && !compare(earlier, std::get<arma::mat>(given), *truth).matches();
  });
}

// The tolerance of a field for an answer that was multiplied by `factor`.
Field with_wider_tolerance(Field field, double factor) {
  field.tolerance.absolute *= factor;
  field.tolerance.relative *= factor;
  return field;
}

arma::mat sorted_rows(const arma::mat& matrix) {
  std::vector<arma::rowvec> rows;
  for (arma::uword i = 0; i < matrix.n_rows; ++i) rows.emplace_back(matrix.row(i));
  std::sort(rows.begin(), rows.end(), [](const arma::rowvec& a, const arma::rowvec& b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  });
  arma::mat sorted(arma::size(matrix));
  for (arma::uword i = 0; i < matrix.n_rows; ++i) sorted.row(i) = rows[i];
  return sorted;
}

// Right to fewer digits than were asked for: a tenth of the precision is still there.
bool is_nearly_right(const Field& field, const arma::mat& given, const arma::mat& truth) {
  const double size = arma::abs(truth).max();
  // Half a unit of one digit fewer; a tolerance that names no digits is a whole unit, 0.01.
  const bool names_digits = field.tolerance.decimals || field.tolerance.significant;
  const double nearly = names_digits ? 10.0 : 5.0;
  if (allowed_error(size, field.tolerance) * nearly > 0.2 * size) return false;
  return compare(with_wider_tolerance(field, nearly), given, truth).matches();
}

// 40 for 0.4. Only shares: a count, say, may be wrong by a factor of 100 for other reasons.
bool is_share_in_per_cent(const Field& field, const arma::mat& given, const arma::mat& truth) {
  constexpr double kPerCent = 100.0;
  if (truth.min() < 0.0 || truth.max() > 1.0 || truth.max() == 0.0) return false;
  return compare(with_wider_tolerance(field, kPerCent), given, kPerCent * truth).matches();
}

// What the items of a list were mixed up with.
Diagnosis turned_list(const Field& field, const arma::mat& given, const arma::mat& truth) {
  if (!field.is_ordered || given.n_elem != field.count) return {};
  Field any_order = field;
  any_order.is_ordered = false;
  if (!compare(any_order, given, truth).matches()) return {};
  return {nullptr, "another_order", translated("These are the right ones, in another order.")};
}

}  // namespace

bool applies(const Alternative& alternative, const Worksheet& worksheet) {
  return !alternative.printed || worksheet.variant() == 0;
}

std::optional<arma::mat> truth_under(const Alternative& alternative, const Worksheet& worksheet,
                                     const Field& field) {
  if (!worksheet.depends_on(field.name, names_of(alternative.change))) return std::nullopt;
  try {
    return worksheet.with(alternative.change).numbers(field.name);
  } catch (const InputError&) {
    return std::nullopt;  // the mistake leads to no answer here: shapes that do not fit
  }
}

Diagnosis equal_mistake(const Exercise& exercise, const Worksheet& worksheet, const Field& field,
                        const arma::mat& given, const EarlierAnswers& earlier) {
  Best best(field, given);
  const Worksheet from_own = worksheet.with(earlier.wrong);
  for (const Alternative& mistake : exercise.alternatives) {
    if (mistake.accepted || !applies(mistake, worksheet)) continue;
    const bool contradicted = is_contradicted(exercise, worksheet, field, mistake, earlier.right);
    best.offer(mistake, contradicted, truth_under(mistake, worksheet, field));
    if (!earlier.wrong.empty())
      best.offer(mistake, contradicted, truth_under(mistake, from_own, field));
  }
  return best.diagnosis();
}

Diagnosis equal_reading(const Exercise& exercise, const Worksheet& worksheet, const Field& field,
                        const arma::mat& given, const EarlierAnswers& earlier) {
  Best best(field, given);
  for (const Alternative& reading : exercise.alternatives)
    if (reading.accepted && applies(reading, worksheet) &&
        !is_contradicted(exercise, worksheet, field, reading, earlier.right))
      best.offer(reading, false, truth_under(reading, worksheet, field));
  return best.diagnosis();
}

const Field* first_wrong_field(const Exercise& exercise, const Worksheet& worksheet,
                               const Alternative& alternative) {
  Worksheet truths = worksheet;
  for (const Field& field : exercise.fields) {
    if (!field.is_graded) continue;
    const std::optional<arma::mat> other = truth_under(alternative, worksheet, field);
    if (!other) continue;
    if (!compare(field, answer_of(field, *other), truths.numbers(field.name)).matches())
      return &field;
  }
  return nullptr;
}

std::vector<std::pair<std::string, std::string>> indistinguishable(const Exercise& exercise,
                                                                   const Worksheet& worksheet) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const Alternative& one : exercise.alternatives) {
    if (one.may_coincide || !applies(one, worksheet)) continue;
    const Field* field = first_wrong_field(exercise, worksheet, one);
    if (field == nullptr) {
      pairs.emplace_back(one.name, "");
      continue;
    }
    const arma::mat answer = answer_of(*field, *truth_under(one, worksheet, *field));
    for (const Alternative& other : exercise.alternatives) {
      if (&other == &one || other.may_coincide || !applies(other, worksheet)) continue;
      const std::optional<arma::mat> truth = truth_under(other, worksheet, *field);
      if (truth && compare(*field, answer, *truth).matches())
        pairs.emplace_back(one.name, other.name);
    }
  }
  return pairs;
}

Diagnosis turned_truth(const Field& field, const arma::mat& given, const arma::mat& truth) {
  if (field.kind == FieldKind::list) return turned_list(field, given, truth);
  const auto equals = [&field, &truth](const arma::mat& other) {
    return compare(field, other, truth).matches();
  };
  if (field.kind == FieldKind::mask && equals(1.0 - given))
    return {nullptr, "mask_reversed",
            translated("This is the mask the other way round: here 1 means that a query may attend "
                       "to a key, and 0 that it may not.")};
  if (!field.has_cells()) return {};
  if (given.n_elem > 1 && equals(given.t()))
    return {nullptr, "transposed",
            translated("These are the right numbers, transposed: rows and columns are exchanged. "
                       "A query is a row, a key is a column.")};
  if (!field.is_numeric()) return {};
  if (is_share_in_per_cent(field, given, truth))
    return {nullptr, "percentage",
            translated("This looks like a percentage. Write a share as a number from 0 to 1: 0.3, "
                       "not 30.")};
  if (equals(-given))
    return {nullptr, "negated", translated("The numbers are right, the signs are not.")};
  if (given.n_rows > 1 && arma::size(given) == arma::size(truth) &&
      compare(field, sorted_rows(given), sorted_rows(truth)).matches())
    return {nullptr, "rows_in_another_order",
            translated("The rows are right, but in another order.")};
  if (is_nearly_right(field, given, truth))
    return {nullptr, "too_few_digits",
            translated("This is close: probably a number was rounded on the way, or the answer has "
                       "fewer digits than asked for. Keep all digits until the end.")};
  return {};
}

}  // namespace attn
