#include "practice/lint/tried_answer.hpp"

#include "support/catch.hpp"
#include "support/practice_exercise.hpp"

using namespace attn;

TEST_CASE("written: rounded to the digits that the tolerance leaves room for", "[practice][lint]") {
  Field field{.name = "x", .kind = FieldKind::number};
  field.tolerance = {.absolute = 0.0005};
  CHECK(written(field, arma::mat{1.0 / 3.0})(0) == Approx(0.333).margin(1e-12));
  field.tolerance = {.relative = 0.005};
  CHECK(written(field, arma::mat{1234.0})(0) == Approx(1230.0).margin(1e-9));
  field.kind = FieldKind::choice;
  CHECK(written(field, arma::mat{1.0})(0) == 1.0);
}

TEST_CASE("tried_answers: the truth passes, up to the last field that is asked for",
          "[practice][lint]") {
  const Exercise& exercise = practice_exercise();
  const Worksheet worksheet(exercise);
  const Field& weights = exercise.field("weights");
  const auto results = tried_answers(exercise, worksheet, nullptr, weights, true);
  CHECK(results.back().field == &weights);
  for (const FieldResult& result : results) CHECK(result.verdict == FieldVerdict::pass);
}

TEST_CASE("tried_answers: an alternative is judged where it shows", "[practice][lint]") {
  const Exercise& exercise = practice_exercise();
  const Worksheet worksheet(exercise);
  for (const Alternative& alternative : exercise.alternatives) {
    if (alternative.name != "no_scale") continue;
    const FieldResult result =
        tried_answers(exercise, worksheet, &alternative, exercise.field("weights"), true).back();
    CHECK(result.verdict == FieldVerdict::wrong);
    CHECK(result.alternative == "no_scale");
  }
}
