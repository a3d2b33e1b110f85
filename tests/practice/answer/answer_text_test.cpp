#include "practice/answer/answer_text.hpp"

#include "practice/judge/compare.hpp"
#include "practice/recipe/worksheet.hpp"
#include "support/catch.hpp"
#include "support/practice_exercise.hpp"

using namespace attn;

namespace {

std::string truth_text(const std::string& name) {
  Worksheet worksheet(practice_exercise());
  const Field& field = practice_exercise().field(name);
  return answer_text(field, answer_of(field, worksheet.numbers(name)));
}

}  // namespace

TEST_CASE("matrix_text: is what a learner may type", "[practice][answer_text]") {
  CHECK(matrix_text({{1, 0.5}, {-3, 4}}) == "1 0.5; -3 4");
  CHECK(matrix_text(arma::mat{7}) == "7");
}

TEST_CASE("answer_text: every kind of answer in words", "[practice][answer_text]") {
  CHECK(truth_text("scores") == "2 2; 1 2");
  CHECK(truth_text("mask") == "1 0; 1 1");
  CHECK(truth_text("open") == "3");
  CHECK(truth_text("why") == "b  the variance becomes 1");
  CHECK(truth_text("cost") == "n^2*d");
  CHECK(truth_text("strongest") == "cat->sat");
}

TEST_CASE("answer_text: a label is its term, and a word nobody knows is another word",
          "[practice][answer_text]") {
  Field label{.name = "name", .kind = FieldKind::label};
  label.options = {{.id = "causal", .text = {"causal mask", "因果マスク"}, .spellings = {}}};
  CHECK(answer_text(label, arma::mat{0.0}) == "causal mask");
  CHECK(answer_text(label, arma::mat{-1.0}) == "another word");
  CHECK(option_text(label, 0) == "a  causal mask");
  label.options[0] = {.id = "a", .text = {}, .spellings = {}};
  CHECK(option_text(label, 0) == "a");
}
