#include "practice/judge/check.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

const Field kGraded{.name = "scores"};
const Field kGuess{.name = "guess", .is_graded = false};

FieldResult result(const Field& field, FieldVerdict verdict) {
  return {.field = &field, .verdict = verdict};
}

}  // namespace

TEST_CASE("verdict_of: passes only where every graded field is right", "[practice][verdict]") {
  using enum FieldVerdict;
  CHECK(verdict_of({result(kGraded, pass), result(kGraded, accepted)}) == Verdict::pass);
  for (const FieldVerdict other : {wrong, wrong_shape, missing, follows})
    CHECK(verdict_of({result(kGraded, pass), result(kGraded, other)}) == Verdict::not_yet);
  CHECK(verdict_of({result(kGraded, pass), result(kGuess, noted)}) == Verdict::pass);
  CHECK(verdict_of({result(kGraded, pass), result(kGuess, missing)}) == Verdict::pass);
}

TEST_CASE("verdict_of: unreadable where one field is, or nothing is given", "[practice][verdict]") {
  using enum FieldVerdict;
  CHECK(verdict_of({result(kGraded, pass), result(kGuess, unreadable)}) == Verdict::unreadable);
  CHECK(verdict_of({result(kGraded, missing), result(kGuess, missing)}) == Verdict::unreadable);
  CHECK(verdict_of({}) == Verdict::unreadable);
}

TEST_CASE("n_slips: what follows from a slip is none", "[practice][verdict]") {
  using enum FieldVerdict;
  const CheckResult whole{.fields = {result(kGraded, wrong), result(kGraded, follows),
                                     result(kGraded, wrong_shape), result(kGraded, missing)}};
  CHECK(whole.n_slips() == 2);
}

TEST_CASE("name_in: the words of JSON for verdicts", "[practice][verdict]") {
  CHECK(std::string(name_in(kVerdicts, Verdict::not_yet)) == "not_yet");
  CHECK(std::string(name_in(kVerdicts, Verdict::unreadable)) == "unreadable");
  CHECK(std::string(name_in(kFieldVerdicts, FieldVerdict::wrong_shape)) == "wrong_shape");
  CHECK(std::string(name_in(kFieldVerdicts, FieldVerdict::noted)) == "noted");
}

TEST_CASE("reveal_of: a field's own wish comes before the exercise's", "[practice][verdict]") {
  Exercise exercise;
  exercise.reveal = Reveal::location;
  CHECK(reveal_of(exercise, kGraded) == Reveal::location);
  CHECK(reveal_of(exercise, {.name = "weights", .reveal = Reveal::none}) == Reveal::none);
}
