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

}  // namespace

TEST_CASE("same_mistakes: a mistake of the exercise, by its name", "[practice][judge]") {
  const Field scaled{.name = "scaled", .kind = FieldKind::matrix};
  const Alternative no_scale{.name = "no_scale"}, again{.name = "no_scale"},
      other{.name = "divided_by_d_k"};
  FieldResult earlier = wrong(scaled, "no_scale");
  earlier.shown = {&no_scale};
  CHECK(same_mistakes({{&again}, "", ""}, {earlier}) == std::vector<std::string>{"scaled"});
  CHECK(same_mistakes({{&other}, "", ""}, {earlier}).empty());
  earlier.verdict = FieldVerdict::pass;
  CHECK(same_mistakes({{&again}, "", ""}, {earlier}).empty());
}

TEST_CASE("same_mistakes: a habit of writing numbers, but no coincidence", "[practice][judge]") {
  const Field weights{.name = "weights", .kind = FieldKind::matrix};
  for (const char* habit : {"percentage", "cut_off", "too_few_digits"})
    CHECK(same_mistakes({{}, habit, ""}, {wrong(weights, habit)}).size() == 1);
  CHECK(same_mistakes({{}, "percentage", ""}, {wrong(weights, "cut_off")}).empty());
  CHECK(same_mistakes({{}, "negated", ""}, {wrong(weights, "negated")}).empty());
}
