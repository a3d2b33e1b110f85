#include "grading/marking/mark_parts.hpp"

#include "practice/answer/answer.hpp"
#include "practice/judge/diagnose.hpp"
#include "support/catch.hpp"
#include "support/course_worksheets.hpp"
#include "support/judged_program.hpp"
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

TEST_CASE("are_answers_of_original: no mistake is taken for the answers of the original numbers") {
  std::string faults;
  Sample sample(4);
  for (const Worksheet& worksheet : course_worksheets()) {
    const Exercise& exercise = worksheet.exercise();
    if (worksheet.variant() == 0 || exercise.variant.empty() || exercise.program) continue;
    const GradedExercise graded(exercise);
    for (const Alternative& mistake : exercise.alternatives) {
      if (mistake.accepted || mistake.printed || !sample.takes_next()) continue;
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

CheckResult checked(const Exercise& exercise, const std::string& text) {
  return check(exercise, Worksheet(exercise), read_answer_sheet(text, "x.txt"));
}

const MarkedItem& item_of(const std::vector<MarkedItem>& items, const std::string& name) {
  for (const MarkedItem& item : items)
    if (item.name == name) return item;
  FAIL("no item " + name);
  return items.front();
}

TEST_CASE("marked_items: right, accepted and what follows count in full, and a guess not at all") {
  const CheckResult result =
      checked(practice_exercise(),
              "scores = 2 2; 1 3\nweights = 0.5 0.5; 0.269 0.731\nmask = 1 0; 1 1\nguess = cat\n");
  const std::vector<MarkedItem> items = marked_items(result);
  CHECK(items.size() == practice_exercise().fields.size() - 1);
  CHECK(item_of(items, "scores").points == 0.0);
  CHECK(item_of(items, "weights").verdict == "follows");
  CHECK(item_of(items, "weights").points == 1.0);
  CHECK(item_of(items, "mask").points == 1.0);
  CHECK(item_of(items, "open").verdict == "missing");
}

TEST_CASE("marked_items: points of the manifest") {
  Exercise exercise = practice_exercise();
  exercise.fields[0].points = 2.5;
  const CheckResult result = checked(exercise, "scores = 2 2; 1 2\n");
  const std::vector<MarkedItem> items = marked_items(result);
  CHECK(items[0].points == 2.5);
  CHECK(items[0].is_right());
  CHECK(asked_exercise(exercise).most_points() == 2.5 + 7.0);
}

TEST_CASE("marked_items: of a program, each check, and why it failed") {
  const ProgramResult result =
      judged_script("cat > /dev/null; echo '{\"doubled\": [[9, 9, 9], [9, 9, 9]], \"sum\": 1}'\n");
  const std::vector<MarkedItem> items = marked_items(result);
  REQUIRE(items.size() == 3);
  CHECK(items[0].points == 1.0);
  CHECK(items[1].verdict == "wrong_shape");
  CHECK(items[1].most == 2.0);
  CHECK(items[2].verdict == "skipped");
  CHECK(items[2].points == 0.0);
}

TEST_CASE("marked_items: at which limit a program was ended; a crash is its own") {
  CHECK(marked_items(judged_script("yes\n"))[0].ending == "output");
  CHECK(marked_items(judged_script("kill -SEGV $$\n"))[0].ending == "");
  CHECK(marked_items(judged_script("exit 3\n"))[0].ending == "");
}

TEST_CASE("conceal_hidden: nothing of the requests is left") {
  ProgramResult result = judged_script("exit 3\n");
  REQUIRE(result.checks[0].failure);
  ProgramCheck hidden = *result.checks[0].check;
  hidden.is_hidden = true;
  result.checks[0].check = &hidden;
  conceal_hidden(result);
  CHECK(!result.checks[0].failure);
  CHECK(result.checks[0].state == CheckState::failed);
}

TEST_CASE("asked_exercise: what everybody is asked, and what mistakes say") {
  const AskedExercise typed = asked_exercise(practice_exercise());
  CHECK(typed.id == "two-words");
  CHECK(!typed.is_program);
  CHECK(typed.items.front().title == "The scores.");
  CHECK(!typed.misconceptions.at("no_scale").empty());
  CHECK(!typed.misconceptions.contains("block_reading"));
  const AskedExercise program = asked_exercise(doubling_exercise());
  CHECK(program.is_program);
  CHECK(program.most_points() == 4.0);
}

}  // namespace
}  // namespace attn
