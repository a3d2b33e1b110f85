#include <algorithm>

#include "practice/check.hpp"

namespace attn {

std::size_t CheckResult::n_slips() const {
  return static_cast<std::size_t>(std::count_if(
      fields.begin(), fields.end(), [](const FieldResult& result) { return result.is_slip(); }));
}

bool is_blank(const std::vector<FieldResult>& fields) {
  return std::all_of(fields.begin(), fields.end(), [](const FieldResult& result) {
    return result.verdict == FieldVerdict::missing;
  });
}

Verdict verdict_of(const std::vector<FieldResult>& fields) {
  const auto any = [&fields](FieldVerdict verdict) {
    return std::any_of(fields.begin(), fields.end(),
                       [verdict](const FieldResult& result) { return result.verdict == verdict; });
  };
  if (any(FieldVerdict::unreadable) || is_blank(fields)) return Verdict::unreadable;
  const bool all_right = std::all_of(fields.begin(), fields.end(), [](const FieldResult& result) {
    return result.is_right() || !result.field->is_graded;
  });
  return all_right ? Verdict::pass : Verdict::not_yet;
}

const char* name_of(Verdict verdict) {
  constexpr const char* kNames[] = {"pass", "not_yet", "unreadable"};
  return kNames[static_cast<std::size_t>(verdict)];
}

const char* name_of(FieldVerdict verdict) {
  constexpr const char* kNames[] = {"pass",        "accepted", "follows",    "wrong",
                                    "wrong_shape", "missing",  "unreadable", "noted"};
  return kNames[static_cast<std::size_t>(verdict)];
}

Reveal reveal_of(const Exercise& exercise, const Field& field) {
  return field.reveal.value_or(exercise.reveal);
}

}  // namespace attn
