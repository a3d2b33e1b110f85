#include "practice/lint/exercise_faults.hpp"

#include "practice/course/manifest.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

// The question stands in line 6, its mistake in line 11.
Exercise one_question() {
  return read_manifest(
      "format_version = 1\nid = \"sum\"\ntitle = \"A sum\"\n[given]\na = 2\n"
      "[[field]]\nname = \"total\"\nkind = \"number\"\nask = \"a + 1\"\nvalue = \"a + 1\"\n"
      "[[misconception]]\nname = \"less\"\nsay = \"Less.\"\nchange = { total = \"a - 1\" }\n",
      "x.toml", {"en"});
}

std::vector<std::string> texts_in(const LintReport& report) {
  std::vector<std::string> texts;
  for (const LintFault& fault : report.faults) texts.push_back(fault.exercise + ": " + fault.text);
  return texts;
}

}  // namespace

TEST_CASE("ExerciseFaults: a fault is told once, with its place", "[practice][lint]") {
  const Exercise exercise = one_question();
  LintReport report;
  ExerciseFaults faults(report, exercise);
  faults.add("It is odd.");
  faults.add("It is odd.");
  faults.add(faults.place_of(exercise.fields.front()), "Its question is odd.");
  const std::vector<std::string> texts = texts_in(report);
  REQUIRE(texts.size() == 2);
  CHECK(texts[0] == "sum: It is odd.");
  CHECK_THAT(texts[1], ContainsSubstring("exercise.toml") && ContainsSubstring("line 10") &&
                           ContainsSubstring("Its question is odd."));
}

TEST_CASE("ExerciseFaults: a mistake beside the manifest is found in its file",
          "[practice][lint]") {
  const Exercise exercise = one_question();
  Alternative less = exercise.alternatives.front();
  less.place.file = "mistakes/1-total.toml";
  LintReport report;
  ExerciseFaults(report, exercise).add(less, "It cannot be told.");
  REQUIRE(report.faults.size() == 1);
  CHECK_THAT(report.faults.front().text,
             Catch::Matchers::StartsWith("mistakes/1-total.toml: line 11, column 1: It cannot"));
}

TEST_CASE("ExerciseFaults: of a mistake, the first fault alone", "[practice][lint]") {
  const Exercise exercise = one_question();
  const Alternative& less = exercise.alternatives.front();
  LintReport report;
  ExerciseFaults faults(report, exercise);
  CHECK_FALSE(faults.is_marked(less));
  faults.add(less, "It cannot be told.");
  faults.add(less, "It has no text.");
  CHECK(faults.is_marked(less));
  REQUIRE(report.faults.size() == 1);
  CHECK_THAT(report.faults.front().text, ContainsSubstring("line 11"));
}
