#include "practice/judge/same_mistakes.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "practice/judge/standpoint.hpp"

namespace attn {
namespace {

// How numbers are written, whatever the question.
bool is_habit(std::string_view turned) {
  constexpr std::array<std::string_view, 6> kHabits{"percentage", "cut_off",    "too_few_digits",
                                                    "cut_short",  "rounded_up", "rounded_up_short"};
  return std::find(kHabits.begin(), kHabits.end(), turned) != kHabits.end();
}

bool shows(const FieldResult& result, const Diagnosis& mistake) {
  if (is_habit(mistake.turned)) return result.alternative == mistake.turned;
  return std::any_of(result.shown.begin(), result.shown.end(), [&](const Alternative* shown) {
    return std::any_of(mistake.alternatives.begin(), mistake.alternatives.end(),
                       [&](const Alternative* one) { return one->name == shown->name; });
  });
}

}  // namespace

std::vector<std::string> same_mistakes(const Diagnosis& mistake, const FieldResult& result,
                                       const std::vector<FieldResult>& before) {
  std::vector<std::string> names;
  for (const FieldResult& earlier : before)
    if (earlier.is_slip() && shows(earlier, mistake) &&
        !is_nothing_after(*result.field, result.given, earlier, before))
      names.push_back(earlier.field->name);
  return names;
}

}  // namespace attn
