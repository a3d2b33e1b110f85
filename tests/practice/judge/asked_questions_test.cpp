#include "practice/judge/asked_questions.hpp"

#include "base/message.hpp"
#include "data/test_files.hpp"
#include "support/catch.hpp"
#include "support/practice_exercise.hpp"

using namespace attn;

TEST_CASE("require_question: names what was meant, or all there is",
          "[practice][asked_questions]") {
  const Exercise& exercise = practice_exercise();
  CHECK(question_names(exercise).size() == exercise.fields.size());
  CHECK(refusal([&] { require_question(exercise, {.name = "weights"}); }) == "accepted");
  try {
    require_question(exercise, {.name = "bye", .named_at = 2});
    FAIL("it was accepted");
  } catch (const InputError& error) {
    CHECK(error.what() == std::string("line 2: the exercise two-words does not ask for bye."));
    REQUIRE(error.hints.size() == 1);
    CHECK(error.hints.front().starts_with("It asks for: scores, weights, "));
  }
}

TEST_CASE("unread_lines: lines without a name, then names that nobody asked for",
          "[practice][asked_questions]") {
  const AnswerSheet sheet = read_answer_sheet("x = 1\nweigths = 2\nscores\nwhy = a\n", "a.txt",
                                              question_names(practice_exercise()));
  const std::vector<std::string> told = unread_lines(practice_exercise(), sheet);
  REQUIRE(told.size() == 3);
  CHECK(told[0] == "line 3: Nothing stands behind scores.");
  CHECK(told[1].starts_with("line 1: the exercise two-words does not ask for x. It asks for: "));
  CHECK(told[2].ends_with("Did you mean weights?"));
}
