#include "practice/lint/faults.hpp"

#include "practice/course/course.hpp"
#include "support/catch.hpp"
#include "support/practice_exercise.hpp"
#include "support/program_exercise.hpp"

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

namespace {

std::string faults_of(const Exercise& exercise) {
  LintReport report;
  ExerciseFaults faults(report, exercise);
  lint_requests(exercise, faults);
  std::string text;
  for (const LintFault& fault : report.faults) text += fault.text + "\n";
  return text;
}

Exercise with_programs() {
  Exercise exercise = doubling_exercise();
  exercise.pages.program_templates = exercise.pages.program_solutions = {{"sh", "x"}, {"py", "x"}};
  return exercise;
}

Recipe recipe(const std::string& text) { return Recipe(text); }

TEST_CASE("lint_requests: a sound exercise has no fault") {
  CHECK(faults_of(with_programs()) == "");
}

TEST_CASE("lint_requests: a language without a template or a solution") {
  Exercise exercise = with_programs();
  exercise.pages.program_templates.erase("py");
  exercise.pages.program_solutions.erase("sh");
  CHECK(faults_of(exercise) ==
        "solutions/.../solution.sh is missing or empty.\ntemplate.py is missing or empty.\n");
}

TEST_CASE("lint_requests: a mistake that no request shows") {
  Exercise exercise = with_programs();
  exercise.alternatives.push_back(
      {.name = "unseen", .change = {{"doubled", recipe("add(X, X)")}}, .formulas = {}, .say = {}});
  CHECK_THAT(faults_of(exercise), ContainsSubstring("unseen gives the right reply"));
}

TEST_CASE("lint_requests: two mistakes with the same replies") {
  Exercise exercise = with_programs();
  exercise.alternatives.push_back({.name = "other_half",
                                   .change = {{"doubled", recipe("multiply(X, 0.5)")}},
                                   .formulas = {},
                                   .say = {}});
  CHECK_THAT(faults_of(exercise), ContainsSubstring("halved and other_half give the same"));
}

TEST_CASE("lint_requests: a right reply that is no number, or cannot be computed") {
  Exercise exercise = with_programs();
  exercise.program->checks[1].cases[0]["X"] = recipe("zeros(2, 2)");
  exercise.definitions.at("sum") = recipe("1 / sum(X)");
  CHECK_THAT(faults_of(exercise), ContainsSubstring("values.1: "));
}

TEST_CASE("lint_requests: what must stay is as large as the reply") {
  Exercise exercise = with_programs();
  exercise.program->checks[2].same = {{"doubled", "last"}};
  CHECK_THAT(faults_of(exercise), ContainsSubstring("first_row.1: last is 3 x 1"));
}

}  // namespace

namespace {

// a · b, with variants in which a is 2 or 3 and b is 5.
Exercise product(const std::string& more, const std::string& fields = "") {
  return read_manifest(
      "format_version = 1\nid = \"a\"\ntitle = \"A\"\n[given]\na = 2\nb = 5\n"
      "[variant]\na = \"pick(2, 3)\"\n"
      "[[field]]\nname = \"product\"\nkind = \"number\"\nask = \"a b\"\nvalue = \"a * b\"\n" +
          fields + more,
      "x.toml", {"en"});
}

std::string coinciding(const std::string& name, const std::string& recipe,
                       const std::string& field = "product") {
  return "[[misconception]]\nname = \"" + name + "\"\nmay_coincide = true\nsay = \"" + name +
         ".\"\nchange = { " + field + " = \"" + recipe + "\" }\n";
}

// What cannot be proven with the exercise's own numbers and those of some variants.
std::string unproven(const Exercise& exercise, std::uint64_t n_variants = 8) {
  ToldApart told_apart(exercise);
  for (std::uint64_t variant = 0; variant <= n_variants; ++variant)
    told_apart.try_with(Worksheet(exercise, variant));
  std::string text;
  for (const AlternativeFault& fault : told_apart.faults())
    text += std::to_string(fault.alternative->place.line) + ": " + fault.text + "\n";
  CHECK(told_apart.is_complete() == text.empty());
  return text;
}

}  // namespace

TEST_CASE("ToldApart: each has an answer of its own", "[practice][lint]") {
  CHECK(unproven(product(coinciding("sum", "a + b") + coinciding("less", "a - b")), 0) == "");
}

TEST_CASE("ToldApart: one that never differs from the truth", "[practice][lint]") {
  CHECK(unproven(product(coinciding("swapped", "b * a"))) ==
        "14: swapped gives the right answer everywhere, whatever the numbers. Leave it out; one of "
        "a [[stage]] is named under except.\n");
}

TEST_CASE("ToldApart: one that shows with some numbers only", "[practice][lint]") {
  const Exercise exercise = product(coinciding("doubled", "2 * b"));  // right where a is 2
  CHECK_THAT(unproven(exercise, 0), ContainsSubstring("doubled gives the right answer everywhere"));
  CHECK(unproven(exercise) == "");
}

TEST_CASE("ToldApart: two that give the same each time are named once", "[practice][lint]") {
  CHECK(unproven(product(coinciding("sum", "a + b") + coinciding("added", "b + a"))) ==
        "14: sum and added give the same answer to product in all variants: make them one, whose "
        "sentence names both.\n");
}

TEST_CASE("ToldApart: two that coincide now and then", "[practice][lint]") {
  const Exercise exercise = product(coinciding("sum", "a + b") + coinciding("two_more", "b + 2"));
  CHECK_THAT(unproven(exercise, 0), ContainsSubstring("sum and two_more give the same"));
  CHECK(unproven(exercise) == "");
}

TEST_CASE("ToldApart: those of one sentence count as one", "[practice][lint]") {
  std::string again = coinciding("added", "b + a");
  again.replace(again.find("added."), 6, "sum.");
  CHECK(unproven(product(coinciding("sum", "a + b") + again)) == "");
}

TEST_CASE("ToldApart: one that is taken for something else", "[practice][lint]") {
  // Whatever is the truth with too few digits is told so.
  const std::string third =
      "[[field]]\nname = \"third\"\nkind = \"number\"\nask = \"a / 3\"\nvalue = \"a / 3\"\n"
      "decimals = 3\n";
  CHECK_THAT(unproven(product(coinciding("rounded", "0.67", "third"), third), 0),
             ContainsSubstring("the answer of rounded to third is never recognised"));
}

TEST_CASE("ToldApart: one of those who answered in another reading before", "[practice][lint]") {
  const std::string doubled =
      "[[field]]\nname = \"twice\"\nkind = \"number\"\nask = \"2 a b\"\nvalue = \"2 * product\"\n";
  const std::string reading =
      "[[accept]]\nname = \"one_more\"\nsay = \"One more.\"\nchange = { product = \"a * b + 1\" "
      "}\n";
  const std::string kept = coinciding("kept", "2 * a * b", "twice");
  CHECK_THAT(unproven(product(kept, doubled)), ContainsSubstring("kept gives the right answer"));
  CHECK(unproven(product(reading + kept, doubled)) == "");
}

TEST_CASE("ToldApart: of a stage's recipes for one mistake, one is enough", "[practice][lint]") {
  const auto scaled = [](const std::string& scores, const std::string& more) {
    return read_manifest("format_version = 1\nid = \"a\"\ntitle = \"A\"\n[given]\nS = " + scores +
                             "\n[[field]]\nname = \"scaled\"\nkind = \"matrix\"\nask = \"S / 2\"\n"
                             "value = \"divide(S, 2)\"\ndecimals = 3\n"
                             "[[stage]]\nname = \"scaled\"\ngives = \"scaled\"\nof = { scores = "
                             "\"S\", d_k = \"4\" }\n" +
                             more,
                         "x.toml", {"en"});
  };
  // The root of 4 has no decimals to round, and 2 S is not told from what is multiplied by it.
  const std::string faults = unproven(scaled("[[1, 2], [3, 5]]", ""), 0);
  CHECK_THAT(faults, ContainsSubstring("12: rounded_too_early gives the right answer everywhere"));
  CHECK_THAT(faults, !ContainsSubstring("root_of_scores"));
  CHECK(unproven(scaled("[[1, 2], [3, 5]]", "except = [\"rounded_too_early\"]\n"), 0) == "");
}

TEST_CASE("written: rounded to the digits that the tolerance leaves room for", "[practice][lint]") {
  Field field{.name = "x", .kind = FieldKind::number};
  field.tolerance = {.absolute = 0.0005};
  CHECK(written(field, arma::mat{1.0 / 3.0})(0) == Approx(0.333).margin(1e-12));
  field.tolerance = {.relative = 0.005};
  CHECK(written(field, arma::mat{1234.0})(0) == Approx(1230.0).margin(1e-9));
  field.kind = FieldKind::choice;
  CHECK(written(field, arma::mat{1.0})(0) == 1.0);
}

TEST_CASE("tried_answers: the truth passes, up to the last field that is asked for",
          "[practice][lint]") {
  const Exercise& exercise = practice_exercise();
  const Worksheet worksheet(exercise);
  const Field& weights = exercise.field("weights");
  const auto results = tried_answers(exercise, worksheet, nullptr, weights, true);
  CHECK(results.back().field == &weights);
  for (const FieldResult& result : results) CHECK(result.verdict == FieldVerdict::pass);
}

TEST_CASE("tried_answers: an alternative is judged where it shows", "[practice][lint]") {
  const Exercise& exercise = practice_exercise();
  const Worksheet worksheet(exercise);
  for (const Alternative& alternative : exercise.alternatives) {
    if (alternative.name != "no_scale") continue;
    const FieldResult result =
        tried_answers(exercise, worksheet, &alternative, exercise.field("weights"), true).back();
    CHECK(result.verdict == FieldVerdict::wrong);
    CHECK(result.alternative == "no_scale");
  }
}
