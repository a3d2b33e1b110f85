#include "practice/lint/lint_numbers.hpp"

#include "practice/course/manifest.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

Exercise number_of(const std::string& value, const std::string& more = "") {
  return read_manifest(
      "format_version = 1\nid = \"a\"\ntitle = \"A\"\n[given]\na = 2\nb = 4\n"
      "[variant]\na = \"pick(2, 3)\"\n[[field]]\nname = \"x\"\nkind = \"number\"\nask = \"x\"\n"
      "value = \"" +
          value + "\"\n" + more,
      "x.toml", {"en"});
}

/// What is found with the exercise's own numbers and those of three variants.
struct Found {
  explicit Found(const Exercise& exercise) {
    LintReport report;
    ExerciseFaults faults(report, exercise);
    is_computable = lint_values(exercise, faults);
    if (is_computable) n_variants = lint_numbers(exercise, 3, faults);
    for (const LintFault& fault : report.faults) text += fault.text + "\n";
  }

  bool is_computable = false;
  std::uint64_t n_variants = 0;
  std::string text;
};

}  // namespace

TEST_CASE("lint_numbers: nothing is wrong with a sound exercise", "[practice][lint]") {
  const Found found(number_of("a + b"));
  CHECK(found.text == "");
  CHECK(found.n_variants == 3);
}

TEST_CASE("lint_values: what cannot be computed is told where it stands", "[practice][lint]") {
  const Found found(number_of("1 / (b - 4)"));
  CHECK_FALSE(found.is_computable);
  CHECK_THAT(found.text, ContainsSubstring("line 13") && ContainsSubstring("divides by zero"));
}

TEST_CASE("lint_numbers: an answer that has too many digits", "[practice][lint]") {
  CHECK_THAT(Found(number_of("b / 3")).text, ContainsSubstring("more digits than people write"));
}

TEST_CASE("lint_numbers: a mistake is told where it first shows", "[practice][lint]") {
  const std::string less =
      "[[misconception]]\nname = \"less\"\nsay = \"Less.\"\nchange = { x = \"a - b\" }\n";
  CHECK(Found(number_of("a + b", less)).text == "");
  CHECK_THAT(Found(number_of("a - b", less)).text,
             ContainsSubstring("less gives the right answer everywhere"));
}

TEST_CASE("lint_numbers: a list whose scores are no numbers", "[practice][lint]") {
  const Exercise exercise = read_manifest(
      "format_version = 1\nid = \"a\"\ntitle = \"A\"\n[given]\nwords = [\"a\", \"b\", \"c\"]\n"
      "zeros = [[0, 0, 0]]\n[[field]]\nname = \"best\"\nkind = \"list\"\nask = \"Best.\"\n"
      "items = \"words\"\nby = \"divide(zeros, zeros)\"\ncount = 2\nordered = true\n",
      "x.toml", {"en"});
  const Found found(exercise);
  CHECK_THAT(found.text, ContainsSubstring("the answer to best is not finite"));
  CHECK(found.text.find("more digits") == std::string::npos);
}
