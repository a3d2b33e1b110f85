#include "practice/judge/follow_through.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace attn {
namespace {

bool can_be_followed(const FieldResult& result) {
  const FieldKind kind = result.field->kind;
  const bool has_numbers = kind != FieldKind::list && kind != FieldKind::expression;
  return has_numbers && result.field->is_graded && !result.given.empty() &&
         result.given.is_finite() && arma::size(result.given) == arma::size(result.expected);
}

// What the learner may have continued with: all earlier answers as they were written, or only the
// first of them and exact numbers after that. A slip is continued with as it was written.
std::vector<Definitions> starting_points(const std::vector<FieldResult>& before) {
  Definitions slips;
  for (const FieldResult& result : before)
    if (result.is_slip() && can_be_followed(result)) slips[result.field->name] = result.given;
  std::vector<Definitions> starts{slips};
  for (const FieldResult& result : before) {
    if (!can_be_followed(result)) continue;
    Definitions longer = starts.back();
    longer[result.field->name] = result.given;
    starts.push_back(std::move(longer));
  }
  std::reverse(starts.begin(), starts.end());
  return starts;
}

std::optional<Comparison> match_with(Worksheet worksheet, const FieldResult& result) {
  try {
    const Comparison comparison =
        compare(*result.field, result.given, worksheet.numbers(result.field->name));
    if (comparison.matches()) return comparison;
  } catch (const InputError&) {
    // nothing follows from that
  }
  return std::nullopt;
}

}  // namespace

EarlierAnswers earlier_answers(const std::vector<FieldResult>& before) {
  EarlierAnswers earlier;
  for (const FieldResult& result : before) {
    if (!can_be_followed(result)) continue;
    Definitions& kind = result.verdict == FieldVerdict::pass       ? earlier.right
                        : result.verdict == FieldVerdict::accepted ? earlier.accepted
                                                                   : earlier.wrong;
    kind[result.field->name] = result.given;
  }
  return earlier;
}

std::optional<Comparison> match_with_rounded(const Worksheet& worksheet, const FieldResult& result,
                                             const std::vector<FieldResult>& before) {
  for (const Definitions& own : starting_points(before))
    if (const auto match = match_with(worksheet.with(own), result)) return match;
  return std::nullopt;
}

bool follows_from(const Exercise& exercise, const Worksheet& worksheet, const FieldResult& result,
                  const Definitions& wrong, const std::vector<FieldResult>& before) {
  if (match_with(worksheet.with(wrong), result) || match_with_rounded(worksheet, result, before))
    return true;
  for (const Alternative& alternative : exercise.alternatives)
    for (const FieldResult& earlier : before)
      if (earlier.is_slip() && earlier.alternative == alternative.name &&
          match_with(worksheet.with(alternative.change), result))
        return true;
  return false;
}

std::vector<std::string> slips_behind(const Worksheet& worksheet, const Field& field,
                                      const std::vector<FieldResult>& before) {
  std::vector<std::string> names;
  for (const FieldResult& earlier : before)
    if (earlier.is_slip() && can_be_followed(earlier) &&
        worksheet.depends_on(field.name, {earlier.field->name}))
      names.push_back(earlier.field->name);
  return names;
}

}  // namespace attn
