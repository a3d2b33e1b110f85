#include "practice/answer/answer_context.hpp"

#include "practice/course/manifest.hpp"
#include "support/catch.hpp"
#include "support/practice_exercise.hpp"

using namespace attn;

namespace {

constexpr const char* kManifest = R"toml(
format_version = 1
id     = "numbers"
title  = { en = "Numbers", ja = "数" }

[given]
d_model = 512
n_heads = 8
X = [[1, 2]]

[define]
d_k      = "d_model / n_heads"
secret_k = "d_model * 3"
half     = "d_model / 2"

[[field]]
name  = "first"
kind  = "number"
ask   = { en = "What is d_k?", ja = "d_k は?" }
value = "d_k"

[[field]]
name  = "shape"
kind  = "matrix"
ask   = { en = "The shape.", ja = "形状。" }
value = "row_vector(d_model, n_heads)"

[[field]]
name  = "rough"
kind  = "matrix"
ask   = { en = "Roughly half of it.", ja = "およそ。" }
value = "row_vector(d_model, n_heads)"
absolute = 1

[[field]]
name  = "tens"
kind  = "number"
ask   = { en = "The angle, within 5.", ja = "角度。" }
value = "1000 / 3"
absolute = 5

[[field]]
name  = "tenths"
kind  = "number"
degrees = false
ask   = { en = "How far?", ja = "どれだけ?" }
value = "1000 / 3"
absolute = 0.05
)toml";

AnswerContext context_of(const std::string& field, const std::map<std::string, double>& answered) {
  static const Exercise exercise = read_manifest(kManifest, "exercise.toml");
  return answer_context(Worksheet(exercise), exercise.field(field), answered);
}

}  // namespace

TEST_CASE("answer_context: names that the page gives, and no others", "[practice][context]") {
  const AnswerContext context = context_of("shape", {});
  CHECK(context.names ==
        std::map<std::string, double>{{"d_k", 64}, {"d_model", 512}, {"n_heads", 8}});
}

TEST_CASE("answer_context: earlier answers by name, never its own", "[practice][context]") {
  CHECK(context_of("shape", {{"first", 63}}).names.at("first") == 63);
  CHECK_FALSE(context_of("first", {{"first", 63}}).names.contains("first"));
}

TEST_CASE("answer_context: where no decimals are asked for, a comma parts thousands",
          "[practice][context]") {
  CHECK(context_of("tens", {}).is_whole);
  CHECK_FALSE(context_of("tenths", {}).is_whole);
  CHECK(context_of("first", {}).is_whole);
}

TEST_CASE("answer_context: degrees are taken unless the field says that they are not",
          "[practice][context]") {
  CHECK(context_of("tens", {}).takes_degrees);
  CHECK_FALSE(context_of("tenths", {}).takes_degrees);
}

TEST_CASE("answer_context: an exact row of whole numbers is a shape", "[practice][context]") {
  CHECK(context_of("shape", {}).is_shape());
  CHECK_FALSE(context_of("rough", {}).is_shape());
  CHECK_FALSE(context_of("first", {}).is_shape());
  const Exercise& exercise = practice_exercise();
  const AnswerContext mask = answer_context(Worksheet(exercise), exercise.field("mask"), {});
  CHECK((mask.n_rows == 2 && mask.n_cols == 2));
  CHECK(answer_context(Worksheet(exercise), exercise.field("why"), {}).n_rows == 0);
}
