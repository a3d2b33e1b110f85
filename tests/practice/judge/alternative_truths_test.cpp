#include "practice/judge/alternative_truths.hpp"

#include "practice/judge/diagnose.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/practice_exercise.hpp"

using namespace attn;

TEST_CASE("AlternativeTruths: what truth_under gives, for every alternative and field",
          "[practice][diagnose]") {
  const Exercise& exercise = practice_exercise();
  const Worksheet worksheet(exercise);
  AlternativeTruths truths(exercise, worksheet);
  for (const Alternative& alternative : exercise.alternatives)
    for (const Field& field : exercise.fields)
      for (int again = 0; again < 2; ++again) {
        INFO(alternative.name << " " << field.name);
        const auto expected = truth_under(alternative, worksheet, field);
        const arma::mat* found = truths.of(alternative, field);
        REQUIRE((found != nullptr) == expected.has_value());
        if (found != nullptr) CHECK(arma::approx_equal(*found, *expected, "absdiff", 0.0));
      }
}
