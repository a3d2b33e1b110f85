#include "practice/course/course.hpp"

#include "practice/course/manifest_fields.hpp"
#include "practice/judge/diagnose.hpp"
#include "practice/lint/lint.hpp"
#include "render/text/document.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/practice_exercise.hpp"
#include "support/program_exercise.hpp"
#include "support/temporary_folder.hpp"

using Strings = std::vector<std::string>;

namespace {

std::string manifest_of(const std::string& id) {
  return "format_version = 1\nid = \"" + id + R"("
title = { en = "A title", ja = "題" }
[[field]]
name = "x"
kind = "number"
ask = { en = "?", ja = "？" }
value = "2 + 3"
)";
}

/// A course in a folder of its own.
struct CourseFolder {
  TemporaryFolder folder;

  void write(const std::string& path, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(folder.path(path)).parent_path());
    folder.file(path, text);
  }
  void exercise(const std::string& name, const std::string& id) const {
    write("exercises/" + name + "/exercise.toml", manifest_of(id));
  }
  std::string path() const { return folder.path().string(); }
  Course read() const { return read_course(path()); }
};

std::string refusal(const CourseFolder& course, const std::string& wanted) {
  return attn::refusal([&] { read_exercise(course.path(), wanted); });
}

TEST_CASE("read_course: exercises by number, with their pages") {
  const CourseFolder folder;
  folder.write("exercises/course.toml", "name = \"algebra\"\n");
  folder.exercise("10-later", "later");
  folder.exercise("02-first", "first");
  folder.write("exercises/02-first/prompt.en.md", "Add.\r\n");
  folder.write("exercises/02-first/hints.en.md",
               "Read this.\n\n## One\n\nCount.\n\n## Two\n\nFive.\n");
  folder.write("exercises/02-first/hints.ja.md", "## 一\n\n数えます。\n");
  folder.write("exercises/02-first/answer.txt", "x =\n");
  folder.write("solutions/02-first/answer.txt", "x = 5\n");
  folder.write("solutions/02-first/solution.ja.md", "5 です。\n");

  const Course course = folder.read();
  CHECK(course.name == "algebra");
  CHECK(course.broken.empty());
  REQUIRE(course.exercises.size() == 2);
  const Exercise& first = course.exercises[0];
  CHECK(first.id == "first");
  CHECK(first.number == 2);
  CHECK(first.pages.prompt.in("en") == "Add.\n");
  CHECK(first.pages.prompt.in("ja").empty());
  REQUIRE(first.pages.hints.size() == 2);
  CHECK(first.pages.hints[0].in("en") == "## One\n\nCount.\n");
  CHECK(first.pages.hints[0].in("ja") == "## 一\n\n数えます。\n");
  CHECK(first.pages.hints[1].in("en") == "## Two\n\nFive.\n");
  CHECK(first.pages.hints[1].in("ja").empty());
  CHECK(first.pages.answer_template == "x =\n");
  CHECK(first.pages.answer == "x = 5\n");
  CHECK(first.pages.solution.in("ja") == "5 です。\n");
  CHECK(course.exercises[1].id == "later");
}

TEST_CASE("read_course: without course.toml it is called as its folder") {
  const CourseFolder folder;
  folder.exercise("01-a", "a");
  CHECK(folder.read().name == folder.folder.path().filename().string());
  CHECK(read_course(folder.path() + "/").name == folder.read().name);
}

TEST_CASE("read_course: a broken exercise does not stop the others") {
  const CourseFolder folder;
  folder.exercise("01-good", "good");
  folder.exercise("02-one", "another");
  folder.exercise("three", "three");
  folder.write("exercises/04-bad/exercise.toml", "format_version = 1\nid = \n");
  folder.write("exercises/05-empty/prompt.en.md", "Nothing else.");
  const Course course = folder.read();
  CHECK(course.exercises.size() == 1);
  REQUIRE(course.broken.size() == 4);
  CHECK(course.broken[0].first == "02-one");
  CHECK(course.broken[0].second == folder.folder.path("exercises/02-one/exercise.toml") +
                                       ": line 2, column 6: the id is another, and the folder's "
                                       "name ends in one. They must be the same.");
  CHECK(course.broken[1].first == "04-bad");
  CHECK(course.broken[2].first == "05-empty");
  CHECK(course.broken[3].second ==
        "three: a folder of an exercise is called by its number and its id: 01-two-words.");
}

TEST_CASE("read_exercise: with the mistakes beside the manifest, by the names of their files") {
  const CourseFolder folder;
  folder.exercise("01-good", "good");
  const auto mistake = [](const std::string& name) {
    return "[[misconception]]\nname = \"" + name +
           "\"\nchange = { x = \"6\" }\nsay = { en = \"No.\", ja = \"違います。\" }\n";
  };
  folder.write("exercises/01-good/mistakes/2-late.toml", mistake("late"));
  folder.write("exercises/01-good/mistakes/1-early.toml", mistake("early"));
  folder.write("exercises/01-good/mistakes/.1-early.toml", "hidden");
  folder.write("exercises/01-good/mistakes/1-early.toml~", "of an editor");
  const Exercise exercise = read_exercise(folder.path(), "good");
  REQUIRE(exercise.alternatives.size() == 2);
  CHECK(exercise.alternatives[0].name == "early");
  CHECK(exercise.alternatives[1].place ==
        Place{.line = 1, .column = 1, .file = "mistakes/2-late.toml"});
  CHECK(read_course_overview(folder.path()).exercises.front().alternatives.empty());

  folder.write("exercises/01-good/mistakes/3-worse.toml", "[[mistake]]\n");
  CHECK_THAT(refusal(folder, "1"),
             ContainsSubstring(folder.folder.path("exercises/01-good/mistakes/3-worse.toml") +
                               ": line 1, column 3: there is no key mistake here."));
}

TEST_CASE("read_exercise: a folder of mistakes that cannot be read is not none") {
  const CourseFolder folder;
  folder.exercise("01-good", "good");
  folder.write("exercises/01-good/mistakes", "a file");
  CHECK_THAT(refusal(folder, "1"), ContainsSubstring("the folder of mistakes cannot be read: "));
}

TEST_CASE("read_exercise: of one that cannot be used, the reason is told") {
  const CourseFolder folder;
  folder.exercise("01-good", "good");
  folder.write("exercises/04-bad/exercise.toml", "format_version = 1\nid = \n");
  for (const char* wanted : {"4", "04", "bad", "b"}) {
    CHECK_THAT(refusal(folder, wanted), Catch::Matchers::StartsWith("04-bad cannot be used: "));
    CHECK_THAT(refusal(folder, wanted), ContainsSubstring("exercise.toml: line 2"));
  }
  folder.write("exercises/01-good/prompt.en.md", std::string(2 << 20, 'x'));
  CHECK_THAT(refusal(folder, "1"), Catch::Matchers::StartsWith("01-good cannot be used: "));
}

TEST_CASE("read_course: no folder, or nothing in it") {
  const TemporaryFolder folder;
  std::filesystem::create_directory_symlink("nowhere", folder.path("link"));
  CHECK_REFUSED(read_course(folder.path("link")),
                folder.path("link/exercises") + ": the link " + folder.path("link") +
                    " leads to nowhere, and there is nothing. Put the file or folder there, or "
                    "give another.");
  CHECK_REFUSED(read_course(folder.path("none")),
                folder.path("none/exercises") +
                    ": there is no folder of exercises here. A course has a folder exercises, and "
                    "in it one for each exercise.");
  std::filesystem::create_directory(folder.path("exercises"));
  CHECK_REFUSED(read_course(folder.path().string()),
                folder.path().string() + ": there is no exercise here.");
}

TEST_CASE("read_exercise: by number, id, or the beginning of one") {
  const CourseFolder folder;
  folder.exercise("01-attention", "attention");
  folder.exercise("02-attention-cost", "attention-cost");
  folder.exercise("12-keywords", "keywords");
  const auto id_of = [&folder](const char* wanted) {
    return read_exercise(folder.path(), wanted).id;
  };
  CHECK(id_of("1") == "attention");
  CHECK(id_of("02") == "attention-cost");
  CHECK(id_of("１２") == "keywords");
  CHECK(id_of("attention") == "attention");
  CHECK(id_of("attention-") == "attention-cost");
  CHECK(id_of("k") == "keywords");
  CHECK(refusal(folder, "atten") ==
        "atten begins several ids: attention, attention-cost. Type more of the one that is meant.");
  CHECK(refusal(folder, "keyword_s") == "there is no exercise 'keyword_s'. Did you mean keywords?");
  CHECK(refusal(folder, "atention-") ==
        "there is no exercise 'atention-'. Did you mean attention?");
  CHECK(refusal(folder, "cost") == "there is no exercise 'cost'. Did you mean attention-cost?");
  CHECK(refusal(folder, "qqqq") ==
        "there is no exercise 'qqqq'. attn exercise list shows them all.");
  CHECK(refusal(folder, "7") == "there is no exercise '7'. attn exercise list shows them all.");
  CHECK(refusal(folder, "") == "there is no exercise ''. attn exercise list shows them all.");
}

TEST_CASE("read_exercise: the same as among the whole course") {
  const CourseFolder folder;
  folder.exercise("01-attention", "attention");
  folder.write("exercises/01-attention/prompt.en.md", "Add.\n");
  const Course course = folder.read();
  const Exercise one = read_exercise(folder.path(), "attention");
  CHECK(one.number == 1);
  CHECK(one.pages.prompt.in("en") == course.exercises[0].pages.prompt.in("en"));
  CHECK(one.fields.size() == course.exercises[0].fields.size());
  CHECK(read_course_settings(folder.path()).name == course.name);
}

TEST_CASE("read_course_overview: everything but the pages") {
  const CourseFolder folder;
  folder.exercise("02-later", "later");
  folder.exercise("01-first", "first");
  folder.exercise("03-broken", "another-id");
  folder.write("exercises/01-first/prompt.en.md", "Add.\n");
  const Course course = read_course_overview(folder.path());
  CHECK(course.name == folder.read().name);
  REQUIRE(course.exercises.size() == 2);
  CHECK(course.exercises[0].id == "first");
  CHECK(course.exercises[0].title.in("en") == "A title");
  CHECK(course.exercises[0].pages.prompt.in("en").empty());
  CHECK(course.broken.size() == 1);
}

TEST_CASE("exercise_names: by number, from what the folders are called") {
  const CourseFolder folder;
  folder.exercise("10-later", "later");
  folder.exercise("2-first", "first");
  folder.write("exercises/03-empty/prompt.en.md", "");
  folder.write("exercises/three/prompt.en.md", "");
  const std::vector<ExerciseName> names = exercise_names(folder.path());
  REQUIRE(names.size() == 3);
  CHECK(names[0].id == "first");
  CHECK(names[1].id == "empty");
  CHECK(names[2].number == 10);
  CHECK(names[2].folder == "10-later");
}

CourseSettings settings_of(const std::string& toml) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "exercises");
  folder.file("exercises/course.toml", toml);
  return read_course_settings(folder.path().string());
}

TEST_CASE("read_course_settings: the name and the languages") {
  const CourseSettings usual = settings_of("name = \"algebra\"\n");
  CHECK(usual.name == "algebra");
  CHECK(usual.languages == Strings{"en", "ja"});
  CHECK(settings_of("name = \"a\"\nlanguages = [\"fr\", \"pt-BR\"]\n").languages ==
        Strings{"fr", "pt-BR"});
}

TEST_CASE("read_course_settings: without a file, the folder's name") {
  const TemporaryFolder folder;
  CHECK(read_course_settings(folder.path().string()).name == folder.path().filename().string());
}

TEST_CASE("read_course_settings: what is refused, and where") {
  const auto refused = [](const std::string& toml, const std::string& part) {
    INFO(toml);
    CHECK_THROWS_WITH(settings_of(toml), ContainsSubstring(part));
  };
  refused("nam = \"a\"\n", "line 1, column 1: there is no key nam here. Did you mean name?");
  refused("name = \"\"\n", "line 1, column 8: name: the text is empty.");
  refused("name = \"a\"\nlanguages = []\n", "line 2, column 13: languages: the list is empty.");
  refused("name = \"a\"\nlanguages = \"en\"\n", "languages: a list was expected");
  refused("name = \"a\"\nlanguages = [\"en\", \"en\"]\n", "there twice");
  refused("name = \"a\"\nlanguages = [\"en\", \"../x\"]\n",
          "line 2, column 20: languages: ../x is not the code of a language, such as \"en\"");
}

TEST_CASE("is_language_code: two or three small letters, and what may follow") {
  for (const char* code : {"en", "ja", "pt-BR", "zh-Hant-TW", "gsw"}) CHECK(is_language_code(code));
  for (const char* code : {"", "e", "English", "EN", "en_US", "en-", "en.", "en/..", "日本"})
    CHECK_FALSE(is_language_code(code));
}

using Catch::Matchers::StartsWith;

const std::string kManifest = R"toml(format_version = 1
id = "two-words"
title = { en = "Two words", ja = "2 つの単語" }
[given]
words = ["cat", "sat"]
Q = [[1, 2], [0, 1]]
[define]
d_k = "width(Q)"
[variant]
Q = "whole_numbers(2, 2, -2, 2)"
[[field]]
name = "scores"
kind = "matrix"
ask = { en = "?", ja = "？" }
value = "attention_scores(Q, Q)"
[[misconception]]
name = "no_scale"
change = { scores = "divide(attention_scores(Q, Q), d_k)" }
)toml";

std::string replaced(const std::string& old_text, const std::string& new_text) {
  std::string manifest = kManifest;
  return manifest.replace(manifest.find(old_text), old_text.size(), new_text);
}

std::string refusal(const std::string& manifest) {
  return attn::refusal([&] { read_manifest(manifest, "x.toml"); });
}

// The examples of the documentation, in which they stand as TOML.
std::string documented_manifest() {
  const std::string page = content(ATTN_SOURCE_DIR "/docs/writing-exercises.md");
  const std::string fence = "```toml\n";
  std::string blocks;
  for (std::size_t at = page.find(fence); at != std::string::npos; at = page.find(fence, at)) {
    at += fence.size();
    blocks += page.substr(at, page.find("```", at) - at);
  }
  return blocks;
}

TEST_CASE("read_manifest: the example of the documentation") {
  const Exercise exercise = read_manifest(documented_manifest(), "writing-exercises.md");
  CHECK(exercise.id == "two-words");
  CHECK(exercise.given == Strings{"words", "Q", "K"});
  CHECK(exercise.fields.size() == 2);
  CHECK(exercise.fields[0].row_labels == Strings{"cat", "sat"});
  REQUIRE(exercise.alternatives.size() == 4);
  CHECK(exercise.alternatives[2].accepted);
  CHECK(exercise.alternatives[3].printed);
  REQUIRE(exercise.simulation.has_value());
  CHECK(exercise.simulation->values == std::vector<double>{8, 32, 128});

  Worksheet worksheet(exercise);
  CHECK(difference(worksheet.numbers("scores"), {{1, 5}, {1, 2}}) == "");
  const auto alike = indistinguishable(exercise, worksheet);
  CHECK(alike.empty());
  CHECK_NOTHROW(Worksheet(exercise, 1));
}

TEST_CASE("read_manifest: every part is where it belongs") {
  const Exercise exercise = read_manifest(kManifest, "x.toml");
  CHECK(exercise.title.in("ja") == "2 つの単語");
  CHECK(exercise.reveal == Reveal::values);
  CHECK(exercise.definitions.size() == 4);
  CHECK(exercise.variant.contains("Q"));
  CHECK(exercise.alternatives.at(0).change.contains("scores"));
  CHECK(exercise.field("scores").value_text == "attention_scores(Q, Q)");
}

TEST_CASE("read_manifest: keys that are missing, unknown or wrong") {
  CHECK(refusal(replaced("format_version = 1", "")) ==
        "x.toml: line 1, column 1: format_version is missing.");
  CHECK(refusal(replaced("format_version = 1", "format_version = 2")) ==
        "x.toml: line 1, column 18: format_version: a whole number from 1 to 1 was expected, but "
        "there is 2.");
  CHECK(refusal(replaced("[variant]", "[variants]")) ==
        "x.toml: line 9, column 2: there is no key variants here. Did you mean variant?");
  // What is missing because of it is not what is wrong.
  CHECK(refusal(replaced("[define]", "[defines]")) ==
        "x.toml: line 7, column 2: there is no key defines here. Did you mean define?");
  CHECK(refusal(replaced("\"two-words\"", "\"Two words\"")) ==
        "x.toml: line 2, column 6: id: an id has at most 64 small letters, digits and -, and Two "
        "words is not one.");
  CHECK(refusal("format_version = 1\nid = \"a\"\ntitle = { en = \"A\", ja = \"ア\" }") ==
        "x.toml: line 1, column 1: [[field]] is missing.");
}

TEST_CASE("read_manifest: names that are there twice, or nowhere") {
  CHECK(refusal(replaced("d_k =", "Q =")) ==
        "x.toml: line 8, column 5: define.Q: the name Q is there twice.");
  CHECK(refusal(replaced("width(Q)", "width(W)")) ==
        "x.toml: line 8, column 7: define.d_k: There is no W in the exercise.");
  CHECK(refusal(replaced("change = { scores", "change = { score")) ==
        "x.toml: line 18, column 20: misconception.change.score: There is no score in the "
        "exercise. Did you mean scores?");
  CHECK(refusal(replaced("\"no_scale\"", "\"no scale\"")) ==
        "x.toml: line 17, column 8: misconception.name: no scale cannot be the name of an answer: "
        "use letters, digits and _.");
}

TEST_CASE("read_manifest: nothing depends on itself, not even by a change") {
  CHECK(refusal(replaced("\"width(Q)\"", "\"sum(scores) + d_k\"")) ==
        "x.toml: line 8, column 7: define.d_k: d_k depends on itself: d_k -> d_k.");
  CHECK(refusal(replaced("\"divide(attention_scores(Q, Q), d_k)\"", "\"divide(scores, d_k)\"")) ==
        "x.toml: line 18, column 10: misconception.change: scores depends on itself: scores -> "
        "scores.");
  CHECK(refusal(replaced("{ scores = \"divide(attention_scores(Q, Q), d_k)\" }", "{}")) ==
        "x.toml: line 18, column 10: misconception.change: it changes nothing.");
}

TEST_CASE("read_manifest: numbers are drawn for variants only") {
  CHECK(refusal(replaced("\"width(Q)\"", "\"pick(1, 2)\"")) ==
        "x.toml: line 8, column 7: define.d_k: random numbers are drawn under [variant] and in a "
        "[simulation] only.");
  CHECK(refusal(replaced("[[1, 2], [0, 1]]", "\"normals(2, 2)\"")) ==
        "x.toml: line 6, column 5: given.Q: numbers or words are given; recipes stand under "
        "[define].");
  CHECK(refusal(replaced("Q = \"whole", "scores = \"whole")) ==
        "x.toml: line 10, column 10: variant.scores: a variant draws what is given or defined, not "
        "what is asked for.");
}

TEST_CASE("read_manifest: a long one is not read") {
  CHECK(refusal(std::string(kManifestLimit + 1, '#')) ==
        "x.toml: a manifest has at most 1048576 bytes, and this one has 1048577.");
}

TEST_CASE("read_manifest: a mistake in further places has the same name and text") {
  const Exercise exercise = read_manifest(
      kManifest +
          "may_coincide = false\nalso = [{ scores = \"multiply(attention_scores(Q, Q), d_k)\" }]\n",
      "x.toml");
  REQUIRE(exercise.alternatives.size() == 2);
  CHECK_FALSE(exercise.alternatives[0].may_coincide);
  CHECK(exercise.alternatives[1].name == "no_scale");
  CHECK(exercise.alternatives[1].may_coincide);
}

TEST_CASE("read_manifest: a circle through what follows is told where it stands") {
  const std::string value = "value = \"attention_scores(Q, Q)\"";
  CHECK(refusal(replaced(value, value + "\nfollows = \"multiply(scores, 2)\"")) ==
        "x.toml: line 16, column 11: field.follows: scores depends on itself: scores -> scores.");
}

TEST_CASE("read_manifest: mistakes in files of their own are read as if they stood at its end") {
  const std::string other =
      "[[misconception]]\nname = \"multiplied_by_scale\"\n"
      "change = { scores = \"multiply(attention_scores(Q, Q), d_k)\" }\n";
  const std::string stage =
      "\n[[stage]]\nname = \"scores\"\ngives = \"scores\"\n"
      "of = { queries = \"Q\", keys = \"Q\" }\n";
  const Exercise whole = read_manifest(kManifest + other + stage, "x.toml");
  const std::vector<MistakeFile> files{{"mistakes/1.toml", "/1.toml", stage + other}};
  const Exercise parted =
      read_manifest(kManifest, "x.toml", kUsualLanguages, ManifestParts::all, files);
  REQUIRE(parted.alternatives.size() == whole.alternatives.size());
  for (std::size_t i = 0; i < whole.alternatives.size(); ++i) {
    CHECK(parted.alternatives[i].name == whole.alternatives[i].name);
    CHECK(parted.alternatives[i].place.file == (i == 0 ? "exercise.toml" : "mistakes/1.toml"));
  }
  CHECK(parted.alternatives.back().place.line == 2);
  CHECK(read_manifest(kManifest, "x.toml", kUsualLanguages, ManifestParts::questions, files)
            .alternatives.empty());
}

TEST_CASE("read_manifest: what a file of mistakes may not have names that file") {
  const auto refusal_of = [](const std::string& toml) {
    const std::vector<MistakeFile> files{{"mistakes/1.toml", "/1.toml", toml}};
    try {
      read_manifest(kManifest, "x.toml", kUsualLanguages, ManifestParts::all, files);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  CHECK_THAT(refusal_of("[given]\na = 1\n"), StartsWith("/1.toml: line 1, column 2: there is no"));
  CHECK_THAT(
      refusal_of("[[misconception]]\nname = \"no_scale\"\nchange = { scores = \"Q\" }\n"),
      StartsWith("/1.toml: line 2, column 8: misconception.name: the name no_scale is there"));
  CHECK_THAT(refusal_of("= 1"), StartsWith("/1.toml: line 1, column 1: this is not TOML"));
  CHECK_THAT(refusal_of(std::string(kManifestLimit, '#')), StartsWith("x.toml: a manifest has at"));
}

using Words = std::vector<std::string>;

const std::string kAsked =
    "format_version = 1\nid = \"doubling\"\ntitle = { en = \"x\", ja = \"x\" }\n"
    "[given]\nn = 2\nX = [[1, 2]]\n[define]\nother = \"add(X, 1)\"\n"
    "[[field]]\nname = \"doubled\"\nkind = \"matrix\"\nask = { en = \"?\", ja = \"?\" }\n"
    "value = \"multiply(n, X)\"\n";
const std::string kProgramTable =
    "[program]\ncontract = \"tokens\"\nrun = { sh = [\"sh\", \"{file}\"] }\n";
const std::string kCheckTable =
    "[[check]]\nname = \"all\"\ntitle = { en = \"x\", ja = \"x\" }\ncases = [{ X = \"ones(2, 3)\" "
    "}]\n";

std::string why_program_refused(const std::string& rest) {
  return attn::refusal([&] { read_manifest(kAsked + rest, "x.toml"); });
}

TEST_CASE("read_program: what a manifest says of programs") {
  const Program& program = *doubling_exercise().program;
  CHECK(program.contract == Contract::json);
  CHECK(program.single_numbers == std::set<std::string>{"n"});
  CHECK(program.limits.cpu_seconds == 5.0);
  REQUIRE(program.languages.size() == 2);
  CHECK(program.languages[1].run == Words{"python3", "{file}"});
  REQUIRE(program.checks.size() == 3);
  CHECK(program.checks[0].looks == ProgramCheck::Looks::shape);
  CHECK(program.checks[1].points == 2.0);
  CHECK(program.checks[1].cases.size() == 2);
  CHECK(program.checks[2].looks == ProgramCheck::Looks::unchanged);
  CHECK(program.checks[2].after == Words{"values"});
}

TEST_CASE("read_program: a language that is built first") {
  const Exercise exercise =
      read_manifest(kAsked +
                        "[program]\ncontract = \"tokens\"\nlimits = { memory = 2, output = 0.5 }\n"
                        "run = { cpp = { build = [\"c++\", \"{file}\"], exec = [\"{exe}\"] } }\n" +
                        kCheckTable,
                    "x.toml");
  CHECK(exercise.program->languages[0].build == Words{"c++", "{file}"});
  CHECK(exercise.program->languages[0].run == Words{"{exe}"});
  CHECK(exercise.program->limits.memory_bytes == 2U << 20);
  CHECK(exercise.program->limits.output_bytes == 1U << 19);
  CHECK(exercise.program->language_of("a.cpp") == &exercise.program->languages[0]);
  CHECK(exercise.program->language_of("A.CPP") == &exercise.program->languages[0]);
  CHECK(exercise.program->language_of("a.py") == nullptr);
  CHECK(exercise.program->language_of("cpp") == nullptr);
}

TEST_CASE("read_program: what is wrong is told with its place") {
  const auto refused = [](const std::string& rest, const std::string& part) {
    CHECK_THAT(why_program_refused(rest), ContainsSubstring(part));
  };
  CHECK(why_program_refused(kProgramTable + kCheckTable) == "accepted");
  refused(kProgramTable, "[[check]] is missing");
  refused(kCheckTable, "[program] is missing");
  refused("[program]\ncontract = \"xml\"\nrun = { sh = [\"sh\"] }\n" + kCheckTable,
          "expected one of stdio-json/1, tokens");
  refused("[program]\ncontract = \"tokens\"\nrun = { sh = [\"sh\"] }\nlimits = { cpu = 0 }\n" +
              kCheckTable,
          "a limit is a number above 0");
  refused("[program]\ncontract = \"tokens\"\nrun = { sh = [\"sh\"] }\nlimits = { cup = 1 }\n" +
              kCheckTable,
          "cup");
  refused(kProgramTable + kCheckTable + kCheckTable, "the name all is there twice");
  const std::string next = "[[check]]\nname = \"next\"\ntitle = { en = \"x\", ja = \"x\" }\n";
  refused(kProgramTable + kCheckTable + next + "after = [\"later\"]\ncases = [{}]\n",
          "no check later stands before");
  refused(kProgramTable + kCheckTable + next + "cases = []\n", "the list is empty");
  refused(kProgramTable + kCheckTable + next + "cases = [{ other = 1 }]\n", "other is not given");
  refused(kProgramTable + kCheckTable + next + "cases = [{}]\nchange = { X = \"none\" }\n" +
              "same = { doubled = \"other\" }\n",
          "none");
  refused(kProgramTable + kCheckTable + next + "cases = [{}]\nchange = { X = \"other\" }\n" +
              "same = { tripled = \"other\" }\n",
          "there is no [[field]] tripled");
  refused(kProgramTable + kCheckTable + next + "cases = [{}]\nchange = { X = \"other\" }\n",
          "same");
}

TEST_CASE("add_hidden_checks: checks that only whoever grades knows, and their seed") {
  Exercise exercise = doubling_exercise();
  const std::string check = kCheckTable + "after = [\"values\"]\npoints = 2.5\n";
  CHECK(add_hidden_checks("seed = 3\n" + check, "h.toml", exercise.languages, exercise) == 3);
  REQUIRE(exercise.program->checks.size() == 4);
  CHECK(exercise.program->checks.back().is_hidden);
  CHECK(exercise.program->checks.back().points == 2.5);
  CHECK(!exercise.program->checks.front().is_hidden);
  CHECK(!add_hidden_checks("", "h.toml", exercise.languages, exercise));
  // The name is taken by now.
  CHECK_THROWS_AS(add_hidden_checks(check, "h.toml", exercise.languages, exercise), InputError);
}

TEST_CASE("read_points: a question or a check counts as much as its manifest says") {
  const std::string field =
      "[[field]]\nname = \"more\"\nkind = \"matrix\"\nask = { en = \"?\", ja = \"?\" }\n"
      "value = \"add(X, 2)\"\n";
  const std::string rest = kProgramTable + kCheckTable;
  CHECK(read_manifest(kAsked + field + rest, "x.toml").fields[1].points == 1.0);
  CHECK(read_manifest(kAsked + field + "points = 2.5\n" + rest, "x.toml").fields[1].points == 2.5);
  for (const char* points : {"0", "-1", "1001", "\"2\""}) {
    INFO(points);
    CHECK(why_program_refused(field + "points = " + points + "\n" + rest) != "accepted");
  }
}

namespace fs = std::filesystem;

void write_course_file(const TemporaryFolder& folder, const std::string& toml) {
  fs::create_directory(folder.path() / "exercises");
  folder.file("exercises/course.toml", toml);
}

// A course of one written exercise in these languages, read again.
Course written_course(const TemporaryFolder& folder, const std::string& languages) {
  write_course_file(folder, "name = \"mine\"\nlanguages = [" + languages + "]\n");
  write_new_exercise(folder.path().string(), "which-word");
  return read_course(folder.path().string());
}

TEST_CASE("write_new_exercise: is sound in whatever languages a course has") {
  for (const char* languages :
       {"\"en\"", "\"ja\"", "\"fr\"", "\"en\", \"ja\"", "\"ja\", \"en\", \"pt-BR\""}) {
    INFO(languages);
    const TemporaryFolder folder;
    const Course course = written_course(folder, languages);
    REQUIRE(course.broken.empty());
    REQUIRE(course.exercises.size() == 1);
    const LintReport report = lint(course);
    for (const LintFault& fault : report.faults) FAIL_CHECK(fault.text);
    CHECK(report.remarks.empty());
    CHECK(report.counts.variants == 5);
    for (const ShownMistake& mistake : shown_mistakes(course.exercises[0])) {
      CHECK(mistake.diagnosed == mistake.name);
      CHECK_FALSE(mistake.text.empty());
    }
  }
}

TEST_CASE("write_new_exercise: makes a course in the user's language where there is none") {
  const TemporaryFolder folder;
  const std::string course = folder.path("deep/mine");
  const NewExercise made = write_new_exercise(course, "which-word");
  CHECK(made.number == 1);
  CHECK(made.made_course);
  CHECK(made.languages == Strings{"en"});
  CHECK(made.files.size() == 6);
  for (const std::string& file : made.files) CHECK(fs::exists(file));
  CHECK(read_course(course).name == "mine");

  const NewExercise next = write_new_exercise(course, "second");
  CHECK(next.number == 2);
  CHECK_FALSE(next.made_course);
  CHECK(read_course(course).exercises.at(1).id == "second");
  CHECK(lint(read_course(course)).faults.empty());
}

TEST_CASE("write_new_exercise: a course without course.toml keeps its name and languages") {
  const TemporaryFolder folder;
  fs::create_directories(folder.path() / "exercises/07-old");
  const NewExercise made = write_new_exercise(folder.path().string(), "new");
  CHECK(made.number == 8);
  CHECK(made.languages == Strings{"en", "ja"});
  CHECK(read_course_settings(folder.path().string()).name == folder.path().filename().string());
}

TEST_CASE("write_new_exercise: replaces nothing, and refuses what is no id") {
  const TemporaryFolder folder;
  const std::string course = folder.path().string();
  write_new_exercise(course, "which-word");
  CHECK_THROWS_WITH(write_new_exercise(course, "which-word"),
                    course + ": there is an exercise which-word already: 01-which-word.");
  for (const char* id : {"", "Which", "a b", "../x", "-a", "日本"})
    CHECK_THROWS_WITH(write_new_exercise(course, id),
                      ContainsSubstring("an id has at most 64 small letters, digits and -"));
  try {
    write_new_exercise(course, "5");
    FAIL("a number is no id");
  } catch (const InputError& error) {
    CHECK_THAT(error.what(), Catch::Matchers::StartsWith("5 cannot be the id: "));
    CHECK(error.hints ==
          std::vector<std::string>{"For instance: attn exercise new " + course + " two-words"});
  }
  // A solution that lies there without its exercise.
  fs::create_directories(folder.path() / "solutions/02-other");
  folder.file("solutions/02-other/answer.txt", "mine");
  CHECK_THROWS_AS(write_new_exercise(course, "other"), InputError);
  folder.file("file", "");
  CHECK_THROWS_WITH(write_new_exercise(folder.path("file"), "a"),
                    folder.path("file") + ": this is no folder.");
}

Exercise with_prompt(const std::string& prompt) {
  Exercise exercise = practice_exercise();
  exercise.pages.prompt.set("en", prompt);
  exercise.number = 7;
  exercise.source.set("en", "chapter 3");
  return exercise;
}

std::string prompt_text(const Exercise& exercise, std::uint64_t variant = 0) {
  Worksheet worksheet(exercise, variant);
  return document_text(prompt_page(exercise, worksheet), Layout{});
}

std::string template_of(const std::string& text, std::uint64_t variant = 3) {
  Exercise exercise = practice_exercise();
  exercise.pages.answer_template = text;
  return template_text(exercise, variant);
}

TEST_CASE("prompt_page: title, source, the prompt with its numbers, and the questions") {
  const std::string page = prompt_text(with_prompt("Here d_k = {{d_k}}:\n\n{{Q}} {{K}}\n"));
  CHECK_THAT(page, Catch::Matchers::StartsWith(" 7 two-words — Two words\n"
                                               "   see chapter 3\n\n"
                                               "   Here d_k = 4:\n\n"
                                               "             Q                     K\n"
                                               "   cat ⎡ 1  2  0  1 ⎤    cat ⎡ 1  0  1  1 ⎤\n"
                                               "   sat ⎣ 0  1  1  0 ⎦    sat ⎣ 0  1  1  0 ⎦\n\n"
                                               " What is asked\n"
                                               "   scores      The scores.\n"
                                               "               2 × 2, whole numbers\n"));
  CHECK_THAT(page, ContainsSubstring("   why         Why √d_k?\n"
                                     "               one of a, b, c\n"
                                     "               a  it is faster\n"
                                     "               b  the variance becomes 1\n"));
  CHECK_THAT(page, ContainsSubstring("This one is not graded.\n"));
}

TEST_CASE("prompt_page: a variant is named and has its own numbers") {
  const Exercise exercise = with_prompt("{{Q}}");
  const std::string page = prompt_text(exercise, 2);
  CHECK_THAT(page, ContainsSubstring("   see chapter 3   variant 2\n"));
  CHECK(page == prompt_text(exercise, 2));
  CHECK(page != prompt_text(exercise, 0));
}

TEST_CASE("prompt_page: never shows an answer") {
  CHECK_THROWS_AS(prompt_text(with_prompt("{{weights}}")), InputError);
}

TEST_CASE("own_page: may show answers") {
  Worksheet worksheet(practice_exercise());
  const Document page = own_page({"{{scores}}\n\nOpen: {{open}}.", ""}, worksheet);
  REQUIRE(page.pieces.size() == 2);
  CHECK(std::get<Paragraph>(page.pieces[1]).text == "Open: 3.");
}

TEST_CASE("template_text: begins with the exercise and the variant") {
  CHECK(template_of("# scores\nscores =\n") ==
        "exercise = two-words\nvariant = 3\n\n# scores\nscores =\n");
  CHECK(template_of("") == "exercise = two-words\nvariant = 3\n");
}

TEST_CASE("template_text: entries that are there already are replaced where they stand") {
  CHECK(template_of("# mine\nexercise=old\n variant = 0\nscores =") ==
        "# mine\nexercise = two-words\nvariant = 3\nscores =");
  CHECK(template_of("variant = 0\nscores =\n") ==
        "exercise = two-words\n\nvariant = 3\nscores =\n");
  CHECK(template_of("exercise = a\nexercise = b\nvariant = 1\n") ==
        "exercise = two-words\nvariant = 3\n");
  CHECK(template_of("# exercise = x\nvariants = 2\n") ==
        "exercise = two-words\nvariant = 3\n\n# exercise = x\nvariants = 2\n");
}

TEST_CASE("append_options: letters that stand for themselves are not listed") {
  const Exercise exercise = practice_exercise();
  Field field = *exercise.find_field("why");
  Document page;
  append_options(page, field);
  CHECK(page.pieces.size() == field.options.size());
  const std::vector<std::string> letters = field.option_letters();
  for (std::size_t i = 0; i < letters.size(); ++i) field.options[i].text.set("en", letters[i]);
  Document bare;
  append_options(bare, field);
  CHECK(bare.pieces.empty());
  field.options.back().text.set("en", "none of them");
  append_options(bare, field);
  CHECK(bare.pieces.size() == letters.size());
}

}  // namespace
