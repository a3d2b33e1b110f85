#include "practice/lint/lint.hpp"

#include "practice/course/course.hpp"
#include "practice/lint/faults.hpp"
#include "support/catch.hpp"
#include "support/practice_exercise.hpp"
#include "support/program_exercise.hpp"
#include "support/temporary_folder.hpp"

namespace fs = std::filesystem;

namespace {

const std::string kManifest =
    "format_version = 1\nid = \"six\"\ntitle = { en = \"Six\", ja = \"六\" }\n"
    "[given]\na = 2\nb = 3\n"
    "[[field]]\nname = \"total\"\nkind = \"number\"\nask = { en = \"a b\", ja = \"a b\" }\n"
    "value = \"a * b\"\nabsolute = 0.1\n"
    "[[misconception]]\nname = \"sum\"\nchange = { total = \"a + b\" }\n"
    "say = { en = \"A sum.\", ja = \"和です。\" }\n";

// A sound course of one exercise, some of whose files are then replaced.
class LintedCourse {
 public:
  LintedCourse() {
    write("exercises/01-six/exercise.toml", kManifest);
    write("exercises/01-six/prompt.en.md", "Multiply {{a}} by {{b}}.\n");
    write("exercises/01-six/prompt.ja.md", "{{a}} に {{b}} を掛けます。\n");
    write("exercises/01-six/hints.en.md", "## Add\n\nTwo threes.\n");
    write("exercises/01-six/hints.ja.md", "## 足し算\n\n3 が 2 つです。\n");
    write("exercises/01-six/answer.txt", "total =\n");
    write("solutions/01-six/solution.en.md", "It is {{total}}.\n");
    write("solutions/01-six/solution.ja.md", "{{total}} です。\n");
    write("solutions/01-six/answer.txt", "total = 6\n");
  }

  void write(const std::string& name, const std::string& text) {
    const fs::path path = folder_.path() / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
  }

  // What lint says of it, one fault a line.
  std::string faults() const {
    std::string text;
    for (const LintFault& fault : lint(read_course(folder_.path().string())).faults)
      text += fault.exercise + ": " + fault.text + "\n";
    return text;
  }

 private:
  TemporaryFolder folder_;
};

// The faults of a course with one file replaced.
std::string faults_with(const std::string& name, const std::string& text) {
  LintedCourse course;
  course.write(name, text);
  return course.faults();
}

std::string manifest_with(const std::string& part, const std::string& other) {
  std::string text = kManifest;
  return text.replace(text.find(part), part.size(), other);
}

TEST_CASE("lint: a sound course has no faults") { CHECK(LintedCourse().faults() == ""); }

TEST_CASE("lint: the exercises that come with attn have no faults") {
  const LintReport report = lint(read_course(ATTN_SOURCE_DIR));
  std::string faults;
  for (const LintFault& fault : report.faults) faults += fault.exercise + ": " + fault.text + "\n";
  CHECK(faults == "");
  CHECK(report.counts.exercises == 31);
  CHECK(report.counts.variants > 0);
}

TEST_CASE("lint: an answer file that does not pass") {
  CHECK(faults_with("solutions/01-six/answer.txt", "total = 7\n") ==
        "six: the answer file of the solution does not pass: total is wrong.\n");
  CHECK_THAT(faults_with("solutions/01-six/answer.txt", "totle = 6\n"),
             ContainsSubstring("answer.txt: line 1: the exercise six does not ask for totle."));
  CHECK_THAT(faults_with("solutions/01-six/answer.txt", ""), ContainsSubstring("missing or empty"));
}

TEST_CASE("lint: a template that answers something, or forgets a field") {
  CHECK(faults_with("exercises/01-six/answer.txt", "total = 5\n") ==
        "six: the untouched template answer.txt already answers something.\n");
  CHECK(faults_with("exercises/01-six/answer.txt", "# nothing\n") ==
        "six: the template answer.txt has no line for total.\n");
}

TEST_CASE("lint: pages that are missing or name what there is not") {
  CHECK(faults_with("exercises/01-six/prompt.ja.md", "") ==
        "six: prompt.ja.md is missing or empty.\n");
  CHECK_THAT(faults_with("solutions/01-six/solution.en.md", "It is {{sum}}.\n"),
             ContainsSubstring("solution.en.md: ") && ContainsSubstring("sum"));
  CHECK_THAT(faults_with("exercises/01-six/hints.ja.md", ""), ContainsSubstring("hints.ja.md"));
}

TEST_CASE("lint: mistakes that cannot be told apart") {
  CHECK(faults_with("exercises/01-six/exercise.toml", manifest_with("a + b", "b + a + 1")) ==
        "six: exercise.toml: line 13, column 1: sum gives the right answer everywhere.\n");
}

TEST_CASE("lint: a misconception without words") {
  const std::string say = "say = { en = \"A sum.\", ja = \"和です。\" }\n";
  CHECK_THAT(faults_with("exercises/01-six/exercise.toml", manifest_with(say, "")),
             ContainsSubstring("sum has no text in English.") &&
                 ContainsSubstring("sum has no text in Japanese."));
}

TEST_CASE("lint: case 17, a relative tolerance where 0 is expected") {
  std::string manifest = manifest_with("value = \"a * b\"", "value = \"a * b - 6\"");
  manifest.replace(manifest.find("absolute = 0.1"), 14, "relative = 0.1");
  CHECK_THAT(faults_with("exercises/01-six/exercise.toml", manifest),
             ContainsSubstring("only a relative tolerance"));
}

TEST_CASE("lint: an exact answer with endless digits") {
  std::string manifest = manifest_with("value = \"a * b\"", "value = \"a / b\"");
  manifest.replace(manifest.find("absolute = 0.1"), 14, "");
  CHECK_THAT(faults_with("exercises/01-six/exercise.toml", manifest),
             ContainsSubstring("more digits than people write"));
}

TEST_CASE("lint: a folder that cannot be read is a fault of its own") {
  LintedCourse course;
  course.write("exercises/02-broken/exercise.toml", "id = ");
  CHECK_THAT(course.faults(), ContainsSubstring("02-broken"));
}

TEST_CASE("lint: a mistake that is the truth is not also told of the variants") {
  std::string manifest = manifest_with("a + b", "b * a");
  manifest.insert(manifest.find("[[field]]"), "[variant]\na = \"pick(2, 3, 4)\"\n");
  CHECK(faults_with("exercises/01-six/exercise.toml", manifest) ==
        "six: exercise.toml: line 15, column 1: sum gives the right answer everywhere.\n");
}

TEST_CASE("lint: two mistakes that may coincide and always do") {
  const std::string again =
      "[[misconception]]\nname = \"added\"\nmay_coincide = true\nchange = { total = \"b + a\" }\n"
      "say = { en = \"Added.\", ja = \"足しています。\" }\n";
  CHECK(faults_with("exercises/01-six/exercise.toml", kManifest + again) ==
        "six: exercise.toml: line 13, column 1: sum and added give the same answer to total in all "
        "variants: make them one, whose sentence names both.\n");
}

TEST_CASE("lint: what cannot be computed is told once, where it stands") {
  std::string manifest =
      manifest_with("[[field]]", "[define]\nc = \"cell(a, 3, 3)\"\nd = \"c + 1\"\n[[field]]");
  manifest.replace(manifest.find("a * b"), 5, "d * b");
  LintedCourse course;
  course.write("exercises/01-six/exercise.toml", manifest);
  course.write("exercises/01-six/prompt.en.md", "It is {{c}} and {{d}}.\n");
  const std::string faults = course.faults();
  CHECK_THAT(faults, Catch::Matchers::StartsWith("six: exercise.toml: line 8, column 5: c: "));
  CHECK(std::count(faults.begin(), faults.end(), '\n') == 1);
}

TEST_CASE("lint: an id or a number that is there twice") {
  const auto with_another = [](const std::string& folder, const std::string& id) {
    LintedCourse course;
    for (const char* code : {"en", "ja"}) {
      course.write("exercises/" + folder + "/prompt." + code + ".md", "{{a}} {{b}}\n");
      course.write("exercises/" + folder + "/hints." + code + ".md", "## One\n\nTwo.\n");
      course.write("solutions/" + folder + "/solution." + code + ".md", "{{total}}\n");
    }
    course.write("exercises/" + folder + "/exercise.toml", manifest_with("\"six\"", id));
    course.write("exercises/" + folder + "/answer.txt", "total =\n");
    course.write("solutions/" + folder + "/answer.txt", "total = 6\n");
    return course.faults();
  };
  CHECK(with_another("02-six", "\"six\"") ==
        "six: exercise.toml: line 2, column 6: exercise 1 has the id six already, and 2 has it "
        "too.\n");
  CHECK(with_another("01-other", "\"other\"") ==
        "six: other and six both have the number 1, with which their folders' names begin.\n");
}

Exercise exercise_of(const std::string& more) {
  return read_manifest(
      "format_version = 1\nid = \"a\"\ntitle = \"A\"\n[given]\nx = 3\ny = 4\n"
      "[[field]]\nname = \"product\"\nkind = \"number\"\nask = \"x y\"\nvalue = \"x * y\"\n"
      "[[field]]\nname = \"half\"\nkind = \"number\"\nask = \"half\"\nvalue = \"product / 2\"\n"
      "decimals = 1\n"
      "[[field]]\nname = \"cost\"\nkind = \"expression\"\nask = \"cost\"\nvariables = [\"n\"]\n"
      "value = \"n^2\"\n"
      "[[field]]\nname = \"why\"\nkind = \"choice\"\nask = \"Why?\"\nvalue = \"good\"\n"
      "options = [{ id = \"bad\", en = \"Bad.\" }, { id = \"good\", en = \"Good.\" }]\n" +
          more,
      "x.toml", {"en"});
}

std::string mistake(const std::string& change, const std::string& table = "misconception") {
  return "[[" + table + "]]\nname = \"m\"\nsay = \"You did m.\"\nchange = { " + change + " }\n";
}

ShownMistake only_mistake(const std::string& toml) {
  const std::vector<ShownMistake> mistakes = shown_mistakes(exercise_of(toml));
  REQUIRE(mistakes.size() == 1);
  return mistakes.front();
}

TEST_CASE("shown_mistakes: where a mistake first shows, and what is said of it") {
  const ShownMistake sum = only_mistake(mistake("product = \"x + y\""));
  CHECK(sum.exercise == "a");
  CHECK(sum.name == "m");
  CHECK(sum.kind == ShownMistake::Kind::misconception);
  CHECK(sum.field == "product");
  CHECK(sum.answer == "7");
  CHECK(sum.text == "You did m.");
  CHECK(sum.diagnosed == "m");
}

TEST_CASE("shown_mistakes: answers of every kind as they are typed") {
  CHECK(only_mistake(mistake("half = \"product / 7\"")).answer == "1.7");
  CHECK(only_mistake(mistake("cost = \"2 n\"")).answer == "2 n");
  CHECK(only_mistake(mistake("why = \"bad\"")).answer == "a  Bad.");
}

TEST_CASE("shown_mistakes: readings and printed keys are named as such") {
  const ShownMistake accepted = only_mistake(mistake("product = \"x + y\"", "accept"));
  CHECK(accepted.kind == ShownMistake::Kind::accept);
  CHECK(accepted.text == "You did m.");
  CHECK(only_mistake(mistake("product = 13", "printed")).kind == ShownMistake::Kind::printed);
}

TEST_CASE("shown_mistakes: one that shows nowhere") {
  const ShownMistake nowhere = only_mistake(mistake("product = \"12\""));
  CHECK(nowhere.field.empty());
  CHECK(nowhere.answer.empty());
  CHECK(nowhere.diagnosed.empty());
}

using Strings = std::vector<std::string>;

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

TEST_CASE("page_faults: none in an exercise with all its pages") {
  CHECK(page_faults(with_pages()) == Strings{});
}

TEST_CASE("page_faults: each page is looked at in each language") {
  Exercise exercise = with_pages();
  exercise.pages.solution.set("ja", "{{nobody}}");
  exercise.pages.hints[0].set("en", "");
  const Strings faults = page_faults(exercise);
  REQUIRE(faults.size() == 2);
  CHECK_THAT(faults[0], ContainsSubstring("solution.ja.md: ") && ContainsSubstring("nobody"));
  CHECK_THAT(faults[1], ContainsSubstring("hints.en.md"));
}

TEST_CASE("page_faults: hints that are missing in a language are one fault") {
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

TEST_CASE("page_faults: of the languages of the course alone") {
  Exercise exercise = with_pages();
  for (LocalText* text :
       {&exercise.pages.prompt, &exercise.pages.hints[0], &exercise.pages.solution})
    text->set("ja", "");
  CHECK(page_faults(exercise).size() == 3);
  exercise.languages = {"en"};
  CHECK(page_faults(exercise) == Strings{});
}

TEST_CASE("page_faults: a prompt that shows an answer") {
  Exercise exercise = with_pages();
  exercise.pages.prompt.texts[0].second += "\n{{weights}}\n";
  const Strings faults = page_faults(exercise);
  REQUIRE(faults.size() == 1);
  CHECK_THAT(faults[0], ContainsSubstring("prompt.en.md: line 2, column 1: weights is an answer"));
}

TEST_CASE("page_faults: a field that the template forgets, though another begins like it") {
  Exercise exercise = with_pages();
  std::string& sheet = exercise.pages.answer_template;
  sheet.replace(sheet.find("open ="), 6, "opened =");
  CHECK_THAT(page_faults(exercise).front(), ContainsSubstring("has no line for open."));
}

TEST_CASE("page_faults: an answer file that leaves something out") {
  Exercise exercise = with_pages();
  std::string& answer = exercise.pages.answer;
  answer.erase(answer.find("why = b\n"), 8);
  CHECK(page_faults(exercise) ==
        Strings{"the answer file of the solution does not pass: why is missing."});
}

TEST_CASE("page_faults: a name that there is not, with its line and column, once a page") {
  Exercise exercise = with_pages();
  exercise.pages.prompt.set("ja", "語\n\n語は {{scors}} と {{scors}}。\n");
  const Strings faults = page_faults(exercise);
  REQUIRE(faults.size() == 1);
  CHECK_THAT(faults[0], Catch::Matchers::StartsWith("prompt.ja.md: line 3, column 4: ") &&
                            ContainsSubstring("scors"));
}

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

TEST_CASE("ExerciseFaults: a fault is told once, with its place") {
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

TEST_CASE("ExerciseFaults: a mistake beside the manifest is found in its file") {
  const Exercise exercise = one_question();
  Alternative less = exercise.alternatives.front();
  less.place.file = "mistakes/1-total.toml";
  LintReport report;
  ExerciseFaults(report, exercise).add(less, "It cannot be told.");
  REQUIRE(report.faults.size() == 1);
  CHECK_THAT(report.faults.front().text,
             Catch::Matchers::StartsWith("mistakes/1-total.toml: line 11, column 1: It cannot"));
}

TEST_CASE("ExerciseFaults: of a mistake, the first fault alone") {
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

TEST_CASE("lint_numbers: nothing is wrong with a sound exercise") {
  const Found found(number_of("a + b"));
  CHECK(found.text == "");
  CHECK(found.n_variants == 3);
}

TEST_CASE("lint_values: what cannot be computed is told where it stands") {
  const Found found(number_of("1 / (b - 4)"));
  CHECK_FALSE(found.is_computable);
  CHECK_THAT(found.text, ContainsSubstring("line 13") && ContainsSubstring("divides by zero"));
}

TEST_CASE("lint_numbers: an answer that has too many digits") {
  CHECK_THAT(Found(number_of("b / 3")).text, ContainsSubstring("more digits than people write"));
}

TEST_CASE("lint_numbers: a mistake is told where it first shows") {
  const std::string less =
      "[[misconception]]\nname = \"less\"\nsay = \"Less.\"\nchange = { x = \"a - b\" }\n";
  CHECK(Found(number_of("a + b", less)).text == "");
  CHECK_THAT(Found(number_of("a - b", less)).text,
             ContainsSubstring("less gives the right answer everywhere"));
}

TEST_CASE("lint_numbers: a list whose scores are no numbers") {
  const Exercise exercise = read_manifest(
      "format_version = 1\nid = \"a\"\ntitle = \"A\"\n[given]\nwords = [\"a\", \"b\", \"c\"]\n"
      "zeros = [[0, 0, 0]]\n[[field]]\nname = \"best\"\nkind = \"list\"\nask = \"Best.\"\n"
      "items = \"words\"\nby = \"divide(zeros, zeros)\"\ncount = 2\nordered = true\n",
      "x.toml", {"en"});
  const Found found(exercise);
  CHECK_THAT(found.text, ContainsSubstring("the answer to best is not finite"));
  CHECK_FALSE(contains(found.text, "more digits"));
}

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

TEST_CASE("ToldApart: each has an answer of its own") {
  CHECK(unproven(product(coinciding("sum", "a + b") + coinciding("less", "a - b")), 0) == "");
}

TEST_CASE("ToldApart: one that never differs from the truth") {
  CHECK(unproven(product(coinciding("swapped", "b * a"))) ==
        "14: swapped gives the right answer everywhere, whatever the numbers. Leave it out; one of "
        "a [[stage]] is named under except.\n");
}

TEST_CASE("ToldApart: one that shows with some numbers only") {
  const Exercise exercise = product(coinciding("doubled", "2 * b"));  // right where a is 2
  CHECK_THAT(unproven(exercise, 0), ContainsSubstring("doubled gives the right answer everywhere"));
  CHECK(unproven(exercise) == "");
}

TEST_CASE("ToldApart: two that give the same each time are named once") {
  CHECK(unproven(product(coinciding("sum", "a + b") + coinciding("added", "b + a"))) ==
        "14: sum and added give the same answer to product in all variants: make them one, whose "
        "sentence names both.\n");
}

TEST_CASE("ToldApart: two that coincide now and then") {
  const Exercise exercise = product(coinciding("sum", "a + b") + coinciding("two_more", "b + 2"));
  CHECK_THAT(unproven(exercise, 0), ContainsSubstring("sum and two_more give the same"));
  CHECK(unproven(exercise) == "");
}

TEST_CASE("ToldApart: those of one sentence count as one") {
  std::string again = coinciding("added", "b + a");
  again.replace(again.find("added."), 6, "sum.");
  CHECK(unproven(product(coinciding("sum", "a + b") + again)) == "");
}

TEST_CASE("ToldApart: one that is taken for something else") {
  // Whatever is the truth with too few digits is told so.
  const std::string third =
      "[[field]]\nname = \"third\"\nkind = \"number\"\nask = \"a / 3\"\nvalue = \"a / 3\"\n"
      "decimals = 3\n";
  CHECK_THAT(unproven(product(coinciding("rounded", "0.67", "third"), third), 0),
             ContainsSubstring("the answer of rounded to third is never recognised"));
}

TEST_CASE("ToldApart: one of those who answered in another reading before") {
  const std::string doubled =
      "[[field]]\nname = \"twice\"\nkind = \"number\"\nask = \"2 a b\"\nvalue = \"2 * product\"\n";
  const std::string reading =
      "[[accept]]\nname = \"one_more\"\nsay = \"One more.\"\nchange = { product = \"a * b + 1\" "
      "}\n";
  const std::string kept = coinciding("kept", "2 * a * b", "twice");
  CHECK_THAT(unproven(product(kept, doubled)), ContainsSubstring("kept gives the right answer"));
  CHECK(unproven(product(reading + kept, doubled)) == "");
}

TEST_CASE("ToldApart: of a stage's recipes for one mistake, one is enough") {
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

TEST_CASE("written: rounded to the digits that the tolerance leaves room for") {
  Field field{.name = "x", .kind = FieldKind::number};
  field.tolerance = {.absolute = 0.0005};
  CHECK(written(field, arma::mat{1.0 / 3.0})(0) == Approx(0.333).margin(1e-12));
  field.tolerance = {.relative = 0.005};
  CHECK(written(field, arma::mat{1234.0})(0) == Approx(1230.0).margin(1e-9));
  field.kind = FieldKind::choice;
  CHECK(written(field, arma::mat{1.0})(0) == 1.0);
}

TEST_CASE("tried_answers: the truth passes, up to the last field that is asked for") {
  const Exercise& exercise = practice_exercise();
  const Worksheet worksheet(exercise);
  const Field& weights = exercise.field("weights");
  const auto results = tried_answers(exercise, worksheet, nullptr, weights, true);
  CHECK(results.back().field == &weights);
  for (const FieldResult& result : results) CHECK(result.verdict == FieldVerdict::pass);
}

TEST_CASE("tried_answers: an alternative is judged where it shows") {
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

}  // namespace
