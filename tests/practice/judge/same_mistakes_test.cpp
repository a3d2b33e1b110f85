#include "practice/judge/same_mistakes.hpp"

#include "support/catch.hpp"

using namespace attn;

namespace {

FieldResult wrong(const Field& field, const std::string& alternative) {
  FieldResult result{.field = &field};
  result.verdict = FieldVerdict::wrong;
  result.alternative = alternative;
  return result;
}

// Those of a later answer that shows the mistake.
std::vector<std::string> again_in(const Diagnosis& mistake,
                                  const std::vector<FieldResult>& before) {
  const Field output{.name = "output", .kind = FieldKind::matrix};
  return same_mistakes(mistake, {.field = &output}, before);
}

}  // namespace

TEST_CASE("same_mistakes: a mistake of the exercise, by its name", "[practice][judge]") {
  const Field scaled{.name = "scaled", .kind = FieldKind::matrix};
  const Alternative no_scale{.name = "no_scale"}, again{.name = "no_scale"},
      other{.name = "divided_by_d_k"};
  FieldResult earlier = wrong(scaled, "no_scale");
  earlier.shown = {&no_scale};
  CHECK(again_in({{&again}, "", ""}, {earlier}) == std::vector<std::string>{"scaled"});
  CHECK(again_in({{&other}, "", ""}, {earlier}).empty());
  earlier.verdict = FieldVerdict::pass;
  CHECK(again_in({{&again}, "", ""}, {earlier}).empty());
}

TEST_CASE("same_mistakes: a habit of writing numbers, but no coincidence", "[practice][judge]") {
  const Field weights{.name = "weights", .kind = FieldKind::matrix};
  for (const char* habit : {"percentage", "cut_off", "too_few_digits"})
    CHECK(again_in({{}, habit, ""}, {wrong(weights, habit)}).size() == 1);
  CHECK(again_in({{}, "percentage", ""}, {wrong(weights, "cut_off")}).empty());
  CHECK(again_in({{}, "negated", ""}, {wrong(weights, "negated")}).empty());
}
