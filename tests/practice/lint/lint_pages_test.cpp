#include "practice/lint/lint.hpp"
#include "support/catch.hpp"
#include "support/practice_exercise.hpp"

using namespace attn;
using Strings = std::vector<std::string>;

namespace {

// The exercise of the tests with sound pages and files.
Exercise with_pages() {
  Exercise exercise = practice_exercise();
  exercise.pages.prompt = {"Given {{Q}}.", "{{Q}} とします。"};
  exercise.pages.hints = {LocalText{"Multiply.", "掛けます。"}};
  exercise.pages.solution = {"{{scores}}", "{{scores}}"};
  for (const Field& field : exercise.fields) exercise.pages.answer_template += field.name + " =\n";
  exercise.pages.answer =
      "scores = 2 2; 1 2\nweights = 0.5 0.5; 0.378 0.622\noutput = 1 2; 0.755 2.49\n"
      "mask = 1 0; 1 1\nopen = 3\nwhy = b\ncost = n^2*d\nstrongest = cat->sat\nguess = cat\n";
  return exercise;
}

}  // namespace

TEST_CASE("page_faults: none in an exercise with all its pages", "[practice][lint]") {
  CHECK(page_faults(with_pages()) == Strings{});
}

TEST_CASE("page_faults: each page is looked at in each language", "[practice][lint]") {
  Exercise exercise = with_pages();
  exercise.pages.solution.set("ja", "{{nobody}}");
  exercise.pages.hints[0].set("en", "");
  const Strings faults = page_faults(exercise);
  REQUIRE(faults.size() == 2);
  CHECK_THAT(faults[0], ContainsSubstring("solution.ja.md: ") && ContainsSubstring("nobody"));
  CHECK_THAT(faults[1], ContainsSubstring("hints.en.md"));
}

TEST_CASE("page_faults: hints that are missing in a language are one fault", "[practice][lint]") {
  Exercise exercise = with_pages();
  exercise.pages.hints = {LocalText{"One.", ""}, LocalText{"Two.", ""}};
  CHECK(page_faults(exercise) == Strings{"hints.ja.md is missing or empty."});
  exercise.pages.hints[0].set("ja", "一");
  CHECK(page_faults(exercise) == Strings{"hints.ja.md, hint 2 is missing or empty."});
  exercise.pages.hints[1].set("ja", "二 {{nobody}}");
  CHECK_THAT(page_faults(exercise).front(),
             Catch::Matchers::StartsWith("hints.ja.md: line 1, column 3: "));
  exercise.pages.hint_lines["ja"] = {3, 7};
  CHECK_THAT(page_faults(exercise).front(),
             Catch::Matchers::StartsWith("hints.ja.md: line 7, column 3: "));
}

TEST_CASE("page_faults: of the languages of the course alone", "[practice][lint]") {
  Exercise exercise = with_pages();
  for (LocalText* text :
       {&exercise.pages.prompt, &exercise.pages.hints[0], &exercise.pages.solution})
    text->set("ja", "");
  CHECK(page_faults(exercise).size() == 3);
  exercise.languages = {"en"};
  CHECK(page_faults(exercise) == Strings{});
}

TEST_CASE("page_faults: a prompt that shows an answer", "[practice][lint]") {
  Exercise exercise = with_pages();
  exercise.pages.prompt.texts[0].second += "\n{{weights}}\n";
  const Strings faults = page_faults(exercise);
  REQUIRE(faults.size() == 1);
  CHECK_THAT(faults[0], ContainsSubstring("prompt.en.md: line 2, column 1: weights is an answer"));
}

TEST_CASE("page_faults: a field that the template forgets, though another begins like it",
          "[practice][lint]") {
  Exercise exercise = with_pages();
  std::string& sheet = exercise.pages.answer_template;
  sheet.replace(sheet.find("open ="), 6, "opened =");
  CHECK_THAT(page_faults(exercise).front(), ContainsSubstring("has no line for open."));
}

TEST_CASE("page_faults: an answer file that leaves something out", "[practice][lint]") {
  Exercise exercise = with_pages();
  std::string& answer = exercise.pages.answer;
  answer.erase(answer.find("why = b\n"), 8);
  CHECK(page_faults(exercise) ==
        Strings{"the answer file of the solution does not pass: why is missing."});
}

TEST_CASE("page_faults: a name that there is not, with its line and column, once a page",
          "[practice][lint]") {
  Exercise exercise = with_pages();
  exercise.pages.prompt.set("ja", "語\n\n語は {{scors}} と {{scors}}。\n");
  const Strings faults = page_faults(exercise);
  REQUIRE(faults.size() == 1);
  CHECK_THAT(faults[0], Catch::Matchers::StartsWith("prompt.ja.md: line 3, column 4: ") &&
                            ContainsSubstring("scors"));
}
