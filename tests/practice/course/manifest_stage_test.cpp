#include "practice/course/manifest_stage.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "practice/course/manifest.hpp"
#include "practice/recipe/worksheet.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

constexpr const char* kWithoutStage = R"toml(format_version = 1
id = "weights"
title = { en = "Weights", ja = "重み" }
[given]
S = [[4, 8], [2, 6]]
d_k = 4
[[field]]
name = "weights"
kind = "matrix"
ask = { en = "?", ja = "？" }
value = "softmax_rows(divide(S, sqrt(d_k)))"
decimals = 3
[[field]]
name = "why"
kind = "choice"
ask = { en = "?", ja = "？" }
value = "a"
options = [{ id = "a", en = "A", ja = "ア" }, { id = "b", en = "B", ja = "イ" }]
)toml";

Exercise staged(const std::string& rest) { return read_manifest(kWithoutStage + rest, "x.toml"); }

std::string stage_refusal(const std::string& rest) {
  try {
    staged(rest);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

const std::string kStage =
    "[[stage]]\nname = \"weights\"\ngives = \"weights\"\n"
    "of = { scores = \"divide(S, sqrt(d_k))\", unscaled = \"S\" }\n";

// How many of its alternatives have this name.
long n_named(const Exercise& exercise, const std::string& name) {
  return std::count_if(exercise.alternatives.begin(), exercise.alternatives.end(),
                       [&](const Alternative& one) { return one.name == name; });
}

}  // namespace

TEST_CASE("read_stage: the mistakes of a stage, in its field", "[practice][manifest]") {
  const Exercise exercise = staged(kStage);
  CHECK(n_named(exercise, "no_scale") == 1);
  CHECK(n_named(exercise, "divided_by_d_k") == 0);  // it needs d_k
  CHECK(n_named(exercise, "mask_forgotten") == 0);  // there is no mask
  for (const Alternative& one : exercise.alternatives) {
    CHECK(one.may_coincide);
    CHECK(one.change.size() == 1);
    CHECK(one.change.contains("weights"));
  }
}

TEST_CASE("read_stage: its recipes are of the exercise's own numbers", "[practice][manifest]") {
  const Exercise exercise = staged(kStage);
  const Worksheet worksheet(exercise);
  for (const Alternative& one : exercise.alternatives)
    if (one.name == "no_scale") {
      const auto value = worksheet.under(one, exercise.field("weights"));
      REQUIRE(value);
      CHECK(difference(*value, {{0.018, 0.982}, {0.018, 0.982}}, 5e-4) == "");
    }
}

TEST_CASE("read_stage: what the exercise has itself, or does not want, is left out",
          "[practice][manifest]") {
  const Exercise exercise = staged(
      "[[misconception]]\nname = \"no_scale\"\nchange = { weights = \"softmax_rows(S)\" }\n" +
      kStage + "except = [\"softmax_over_columns\"]\n");
  CHECK(n_named(exercise, "no_scale") == 1);
  CHECK_FALSE(exercise.alternatives.front().may_coincide);
  CHECK(n_named(exercise, "softmax_over_columns") == 0);
  CHECK(n_named(exercise, "softmax_over_everything") == 1);
}

TEST_CASE("read_stage: faults are told with their place", "[practice][manifest]") {
  CHECK_THAT(stage_refusal("[[stage]]\nname = \"wieghts\"\ngives = \"weights\"\nof = {}\n"),
             ContainsSubstring("there is no stage wieghts. The stages are: scores, scaled, mask, "
                               "weights, output."));
  CHECK_THAT(stage_refusal("[[stage]]\nname = \"weights\"\ngives = \"why\"\nof = {}\n"),
             ContainsSubstring("but why is none."));
  CHECK_THAT(stage_refusal("[[stage]]\nname = \"weights\"\ngives = \"weights\"\nof = {}\n"),
             ContainsSubstring("the stage weights needs scores."));
  CHECK_THAT(stage_refusal("[[stage]]\nname = \"weights\"\ngives = \"weights\"\n"
                           "of = { scores = \"S\", score = \"S\" }\n"),
             ContainsSubstring("the stage weights has no operand score."));
  CHECK_THAT(stage_refusal(kStage + "expect = [\"no_scale\"]\n"), ContainsSubstring("except"));
}

TEST_CASE("read_stage: an operand is refused where it stands", "[practice][manifest]") {
  const auto with_scores = [](const std::string& recipe) {
    return stage_refusal("[[stage]]\nname = \"weights\"\ngives = \"weights\"\nof = { scores = \"" +
                         recipe + "\" }\n");
  };
  CHECK(with_scores("divide(T, 2)") ==
        "x.toml: line 22, column 17: stage.of.scores: There is no T in the exercise.");
  CHECK(with_scores("weights") ==
        "x.toml: line 22, column 17: stage.of.scores: weights depends on itself: weights -> "
        "weights.");
  CHECK_THAT(with_scores("normals(2, 2)"),
             Catch::Matchers::StartsWith("x.toml: line 22, column 17: stage.of.scores: random"));
}

TEST_CASE("read_stage: an exception that the stage does not have", "[practice][manifest]") {
  CHECK(stage_refusal(kStage + "except = [\"no_scale\", \"equal_weight\"]\n") ==
        "x.toml: line 23, column 23: stage.except: the stage weights has no mistake equal_weight. "
        "Did you mean equal_weights?");
  CHECK(stage_refusal(kStage + "except = [\"no_scale\", \"no_scale\"]\n") ==
        "x.toml: line 23, column 23: stage.except: the name no_scale is there twice.");
}
