#include "grading/marking/answers_of_original.hpp"

#include "practice/judge/diagnose.hpp"
#include "support/catch.hpp"
#include "support/course_worksheets.hpp"
#include "support/practice_exercise.hpp"
#include "support/rounds.hpp"
#include "support/whole_answer.hpp"

namespace attn {
namespace {

bool are_original(const GradedExercise& graded, std::uint64_t variant, const std::string& text) {
  AnswerSheet sheet = read_answer_sheet(text, "-");
  sheet.variant.reset();
  return are_answers_of_original(graded, sheet,
                                 check(graded.exercise(), graded.worksheet(variant), sheet));
}

TEST_CASE("are_answers_of_original: all that is wrong is right there, and it is enough") {
  const GradedExercise graded(practice_exercise());
  const std::string original = "scores = 2 2; 1 2\nweights = 0.5 0.5; 0.378 0.622\nopen = 3\n";
  CHECK(are_original(graded, 3, original));
  CHECK(!are_original(graded, 0, original));
  // One slip more, and nobody can say.
  CHECK(!are_original(graded, 3, original + "why = a\n"));
  CHECK(!are_original(graded, 3, "scores = 2 2; 1 7\n"));
  CHECK(!are_original(graded, 3, "open = 4\n"));
}

TEST_CASE(
    "are_answers_of_original: the course's answers are found wherever enough of them differ") {
  std::size_t n_found = 0;
  for (const Worksheet& worksheet : course_worksheets()) {
    const Exercise& exercise = worksheet.exercise();
    if (exercise.program || exercise.variant.empty() || worksheet.variant() == 0) continue;
    n_found +=
        are_original(GradedExercise(exercise), worksheet.variant(), exercise.pages.answer) ? 1 : 0;
  }
  CHECK(n_found > 10);
}

TEST_CASE("are_answers_of_original: no mistake is taken for the answers of the original numbers",
          "[property]") {
  std::string faults;
  for (const Worksheet& worksheet : course_worksheets()) {
    const Exercise& exercise = worksheet.exercise();
    if (worksheet.variant() == 0 || exercise.variant.empty() || exercise.program) continue;
    const GradedExercise graded(exercise);
    for (const Alternative& mistake : exercise.alternatives) {
      if (mistake.accepted || mistake.printed) continue;
      const Field* const field = first_wrong_field(exercise, worksheet, mistake);
      if (field == nullptr) continue;
      Worksheet there = worksheet.with(mistake.change);
      CheckResult result{.exercise = &exercise, .variant = worksheet.variant()};
      result.fields =
          judged_whole(worksheet, Digits::asked, {{field->name, handed_in(*field, there)}});
      if (are_answers_of_original(graded, {}, result))
        faults += named(worksheet) + mistake.name + "\n";
    }
  }
  CHECK(faults == "");
}

}  // namespace
}  // namespace attn
