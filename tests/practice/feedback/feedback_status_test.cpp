#include "practice/feedback/feedback.hpp"
#include "support/catch.hpp"
#include "support/practice_exercise.hpp"

using namespace attn;
using Mood = LabelledLine::Mood;

namespace {

LabelledLine status_of(const std::string& sheet, const std::string& field) {
  return field_status(result_of(check_answer(sheet), field));
}

}  // namespace

TEST_CASE("field_status: what is right says how exact it is", "[practice][field_status]") {
  CHECK(status_of("scores = 2 2; 1 2", "scores").text == "✓ right");
  CHECK(status_of("scores = 2 2; 1 2", "scores").mood == Mood::good);
  // The exact weight is 0.377541.
  CHECK(status_of("weights = .5 .5; .378 .622", "weights").text ==
        "✓ right (largest error 0.00046, allowed 0.0005)");
  // Of what is far below what is allowed nothing is said.
  CHECK(status_of("weights = .5 .5; .377541 .622459", "weights").text == "✓ right");
}

TEST_CASE("field_status: another reading is right, and is told", "[practice][field_status]") {
  CHECK(status_of("mask = 1 1; 1 0", "mask").text ==
        "✓ right, read in another way\nThis is the literal reading.");
}

TEST_CASE("field_status: every other outcome has its words", "[practice][field_status]") {
  CHECK(status_of("scores = 0 0; 0 0", "scores").text == "not yet");
  CHECK(status_of("scores = 0 0; 0 0", "scores").mood == Mood::bad);
  CHECK(status_of("scores = 1", "scores").text == "not yet");
  CHECK(status_of("scores = x", "scores").text == "could not read");
  CHECK(status_of("scores = x", "weights").text == "not filled in");
  CHECK(status_of("scores = 2 1; 2 2\nweights = .622 .378; .5 .5", "weights").text ==
        "right for your scores: the same slip, counted once");
  CHECK(status_of("guess = sat", "guess").text.starts_with("noted\n"));
}
