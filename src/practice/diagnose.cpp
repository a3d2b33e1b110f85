#include "practice/diagnose.hpp"

#include <algorithm>
#include <set>

#include "core/error.hpp"
#include "practice/misconceptions.hpp"

namespace attn {
namespace {

std::set<std::string> names_in(const Definitions& definitions) {
  std::set<std::string> names;
  for (const auto& [name, definition] : definitions) names.insert(name);
  return names;
}

// What an answer is compared with, and how near it came.
struct Candidate {
  const Alternative* alternative = nullptr;
  double error = 0.0;
};

void keep_nearer(Candidate& best, const Alternative& alternative, const Field& field,
                 const arma::mat& given, const std::optional<arma::mat>& truth) {
  if (!truth) return;
  const Comparison comparison = compare(field, given, *truth);
  if (!comparison.matches()) return;
  if (best.alternative != nullptr && best.error <= comparison.largest_error) return;
  best = {&alternative, comparison.largest_error};
}

}  // namespace

bool applies(const Alternative& alternative, const Worksheet& worksheet) {
  return !alternative.printed || worksheet.variant() == 0;
}

std::optional<arma::mat> truth_under(const Alternative& alternative, const Worksheet& worksheet,
                                     const Field& field) {
  if (!worksheet.depends_on(field.name, names_in(alternative.change))) return std::nullopt;
  try {
    return worksheet.with(alternative.change).numbers(field.name);
  } catch (const InputError&) {
    return std::nullopt;  // the mistake leads to no answer here: shapes that do not fit
  }
}

Diagnosis equal_alternative(const Exercise& exercise, const Worksheet& worksheet,
                            const Field& field, const arma::mat& given, const Definitions& own,
                            bool accepted) {
  Candidate best;
  const Worksheet from_own = worksheet.with(own);
  for (const Alternative& alternative : exercise.alternatives) {
    if (alternative.accepted != accepted || !applies(alternative, worksheet)) continue;
    keep_nearer(best, alternative, field, given, truth_under(alternative, worksheet, field));
    if (!own.empty())
      keep_nearer(best, alternative, field, given, truth_under(alternative, from_own, field));
  }
  if (best.alternative == nullptr) return {};
  return {.alternative = best.alternative,
          .turned = "",
          .text = text_of_misconception(best.alternative->name, best.alternative->say.here())};
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
