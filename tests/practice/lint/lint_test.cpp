#include "practice/lint/lint.hpp"

#include <algorithm>
#include <fstream>

#include "practice/course/course.hpp"
#include "support/catch.hpp"
#include "support/practice_exercise.hpp"
#include "support/temporary_folder.hpp"

using namespace attn;
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

}  // namespace

TEST_CASE("lint: a sound course has no faults", "[practice][lint]") {
  CHECK(LintedCourse().faults() == "");
}

TEST_CASE("lint: the exercises that come with attn have no faults", "[practice][lint]") {
  const LintReport report = lint(read_course(ATTN_SOURCE_DIR));
  std::string faults;
  for (const LintFault& fault : report.faults) faults += fault.exercise + ": " + fault.text + "\n";
  CHECK(faults == "");
  CHECK(report.counts.exercises == 31);
  CHECK(report.counts.variants > 0);
}

TEST_CASE("lint: an answer file that does not pass", "[practice][lint]") {
  CHECK(faults_with("solutions/01-six/answer.txt", "total = 7\n") ==
        "six: the answer file of the solution does not pass: total is wrong.\n");
  CHECK_THAT(faults_with("solutions/01-six/answer.txt", "totle = 6\n"),
             ContainsSubstring("answer.txt: line 1: the exercise six does not ask for totle."));
  CHECK_THAT(faults_with("solutions/01-six/answer.txt", ""), ContainsSubstring("missing or empty"));
}

TEST_CASE("lint: a template that answers something, or forgets a field", "[practice][lint]") {
  CHECK(faults_with("exercises/01-six/answer.txt", "total = 5\n") ==
        "six: the untouched template answer.txt already answers something.\n");
  CHECK(faults_with("exercises/01-six/answer.txt", "# nothing\n") ==
        "six: the template answer.txt has no line for total.\n");
}

TEST_CASE("lint: pages that are missing or name what there is not", "[practice][lint]") {
  CHECK(faults_with("exercises/01-six/prompt.ja.md", "") ==
        "six: prompt.ja.md is missing or empty.\n");
  CHECK_THAT(faults_with("solutions/01-six/solution.en.md", "It is {{sum}}.\n"),
             ContainsSubstring("solution.en.md: ") && ContainsSubstring("sum"));
  CHECK_THAT(faults_with("exercises/01-six/hints.ja.md", ""), ContainsSubstring("hints.ja.md"));
}

TEST_CASE("lint: mistakes that cannot be told apart", "[practice][lint]") {
  CHECK(faults_with("exercises/01-six/exercise.toml", manifest_with("a + b", "b + a + 1")) ==
        "six: exercise.toml: line 13, column 1: sum gives the right answer everywhere.\n");
}

TEST_CASE("lint: a misconception without words", "[practice][lint]") {
  const std::string say = "say = { en = \"A sum.\", ja = \"和です。\" }\n";
  CHECK_THAT(faults_with("exercises/01-six/exercise.toml", manifest_with(say, "")),
             ContainsSubstring("sum has no text in English.") &&
                 ContainsSubstring("sum has no text in Japanese."));
}

TEST_CASE("lint: case 17, a relative tolerance where 0 is expected", "[practice][lint]") {
  std::string manifest = manifest_with("value = \"a * b\"", "value = \"a * b - 6\"");
  manifest.replace(manifest.find("absolute = 0.1"), 14, "relative = 0.1");
  CHECK_THAT(faults_with("exercises/01-six/exercise.toml", manifest),
             ContainsSubstring("only a relative tolerance"));
}

TEST_CASE("lint: an exact answer with endless digits", "[practice][lint]") {
  std::string manifest = manifest_with("value = \"a * b\"", "value = \"a / b\"");
  manifest.replace(manifest.find("absolute = 0.1"), 14, "");
  CHECK_THAT(faults_with("exercises/01-six/exercise.toml", manifest),
             ContainsSubstring("more digits than people write"));
}

TEST_CASE("lint: a folder that cannot be read is a fault of its own", "[practice][lint]") {
  LintedCourse course;
  course.write("exercises/02-broken/exercise.toml", "id = ");
  CHECK_THAT(course.faults(), ContainsSubstring("02-broken"));
}

TEST_CASE("lint: a mistake that is the truth is not also told of the variants",
          "[practice][lint]") {
  std::string manifest = manifest_with("a + b", "b * a");
  manifest.insert(manifest.find("[[field]]"), "[variant]\na = \"pick(2, 3, 4)\"\n");
  CHECK(faults_with("exercises/01-six/exercise.toml", manifest) ==
        "six: exercise.toml: line 15, column 1: sum gives the right answer everywhere.\n");
}

TEST_CASE("lint: two mistakes that may coincide and always do", "[practice][lint]") {
  const std::string again =
      "[[misconception]]\nname = \"added\"\nmay_coincide = true\nchange = { total = \"b + a\" }\n"
      "say = { en = \"Added.\", ja = \"足しています。\" }\n";
  CHECK(faults_with("exercises/01-six/exercise.toml", kManifest + again) ==
        "six: exercise.toml: line 13, column 1: sum and added give the same answer to total in all "
        "variants: make them one, whose sentence names both.\n");
}

TEST_CASE("lint: what cannot be computed is told once, where it stands", "[practice][lint]") {
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

TEST_CASE("lint: an id or a number that is there twice", "[practice][lint]") {
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

namespace {

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

}  // namespace

TEST_CASE("shown_mistakes: where a mistake first shows, and what is said of it",
          "[practice][lint]") {
  const ShownMistake sum = only_mistake(mistake("product = \"x + y\""));
  CHECK(sum.exercise == "a");
  CHECK(sum.name == "m");
  CHECK(sum.kind == ShownMistake::Kind::misconception);
  CHECK(sum.field == "product");
  CHECK(sum.answer == "7");
  CHECK(sum.text == "You did m.");
  CHECK(sum.diagnosed == "m");
}

TEST_CASE("shown_mistakes: answers of every kind as they are typed", "[practice][lint]") {
  CHECK(only_mistake(mistake("half = \"product / 7\"")).answer == "1.7");
  CHECK(only_mistake(mistake("cost = \"2 n\"")).answer == "2 n");
  CHECK(only_mistake(mistake("why = \"bad\"")).answer == "a  Bad.");
}

TEST_CASE("shown_mistakes: readings and printed keys are named as such", "[practice][lint]") {
  const ShownMistake accepted = only_mistake(mistake("product = \"x + y\"", "accept"));
  CHECK(accepted.kind == ShownMistake::Kind::accept);
  CHECK(accepted.text == "You did m.");
  CHECK(only_mistake(mistake("product = 13", "printed")).kind == ShownMistake::Kind::printed);
}

TEST_CASE("shown_mistakes: one that shows nowhere", "[practice][lint]") {
  const ShownMistake nowhere = only_mistake(mistake("product = \"12\""));
  CHECK(nowhere.field.empty());
  CHECK(nowhere.answer.empty());
  CHECK(nowhere.diagnosed.empty());
}

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
