#include "practice/diagnose.hpp"

#include <algorithm>
#include <set>

#include "core/error.hpp"
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

// Whether the learner gave the truth where the alternative has something else, before coming to a
// field that depends on it.
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
    if (!applies(one, worksheet)) continue;
    const Field* field = first_wrong_field(exercise, worksheet, one);
    if (field == nullptr) {
      pairs.emplace_back(one.name, "");
      continue;
    }
    const arma::mat answer = answer_of(*field, *truth_under(one, worksheet, *field));
    for (const Alternative& other : exercise.alternatives) {
      if (&other == &one || !applies(other, worksheet)) continue;
      const std::optional<arma::mat> truth = truth_under(other, worksheet, *field);
      if (truth && compare(*field, answer, *truth).matches())
        pairs.emplace_back(one.name, other.name);
    }
  }
  return pairs;
}

}  // namespace attn
