#include "cli/grade/grade.hpp"

#include "data/files/file.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/json.hpp"
#include "support/lines_of.hpp"
#include "support/parsed_html.hpp"
#include "support/small_course.hpp"
#include "support/small_gradebook.hpp"

namespace fs = std::filesystem;

namespace {

constexpr const char* kProgram = "program-parameter-count";

/// A class of six: right and wrong answers, and a program that is right, one that is wrong, and one
/// that waits.
struct MixedClass {
  MixedClass() {
    const fs::path solutions = fs::path(ATTN_SOURCE_DIR) / "solutions";
    for (const char* student : {"ana", "bob", "chi", "dan", "eva", "fay"}) {
      fs::create_directories(folder.path() / "class" / student);
      fs::copy_file(solutions / "01-softmax-by-hand/answer.txt",
                    folder.path() / "class" / student / "softmax-by-hand.txt");
    }
    const std::string file = std::string("/") + kProgram + ".py";
    fs::copy_file(solutions / "29-program-parameter-count/solution.py",
                  folder.path() / ("class/ana" + file));
    folder.file("class/bob" + file, "print(1, 2, 3, sep='\\n')\n");
    folder.file("class/chi" + file, "import sys\nsys.exit('no')\n");
    folder.file("class/dan/softmax-by-hand.txt", "weights = 1 0 0\n");
  }

  CommandResult run(const std::string& command) const {
    constexpr int kPatience = 300;
    return run_command(command, folder.path(), kPatience);
  }

  // Grades without bubblewrap, which does not work everywhere.
  CommandResult grade(const std::string& out, const std::string& more = "") const {
    return run(
        "attn exercise grade class --isolation limits --format csv,json,junit,gradescope,md "
        "--out " +
        out + " " + more);
  }

  std::string text(const std::string& file) const { return file_bytes(folder.path(file), 1 << 24); }

  TemporaryFolder folder;
};

bool are_same(const MixedClass& mixed, const std::string& one, const std::string& other) {
  return mixed.run("diff -r " + one + " " + other).exit_code == 0;
}

TEST_CASE("grade: the same class gives the same bytes, with any number of jobs") {
  const MixedClass mixed;
  const CommandResult one = mixed.grade("one", "--jobs 1");
  INFO(one.err);
  CHECK(one.exit_code == 0);
  CHECK(mixed.grade("four", "--jobs 4").exit_code == 0);
  CHECK(are_same(mixed, "one", "four"));
  CHECK_THAT(mixed.text("one/grades.csv"), ContainsSubstring("ana"));
}

TEST_CASE("grade: four parts by GNU parallel give the bytes of the whole") {
  const MixedClass mixed;
  REQUIRE(mixed.run("command -v parallel").exit_code == 0);
  CHECK(mixed.grade("whole").exit_code == 0);
  const CommandResult parts = mixed.run(
      "parallel attn exercise grade class --isolation limits --out part{} --shard {}/4 "
      "::: 1 2 3 4 && attn exercise grade --merge part4 part1 part2 part3 "
      "--format csv,json,junit,gradescope,md --out merged");
  INFO(parts.err);
  CHECK(parts.exit_code == 0);
  CHECK(are_same(mixed, "whole", "merged"));
}

TEST_CASE("grade: killed, it goes on and names what it was killed on") {
  const MixedClass mixed;
  mixed.folder.file(std::string("class/eva/") + kProgram + ".py",
                    "import os, time\n"
                    "while not os.path.exists('" +
                        mixed.folder.path("go") + "'): time.sleep(0.01)\n");
  const std::string grading = "attn exercise grade class --isolation limits --jobs 1 --out marks ";
  // It waits for a file that comes once the grader is killed.
  mixed.run(grading + "> first 2>&1 & while ! grep -q '\"begun\":\\[\"eva\",\"" + kProgram +
            "\"' marks/journal.jsonl 2> /dev/null; do sleep 0.05; done; kill -9 $!; touch go");
  const CommandResult again = mixed.run(grading + "--resume");
  CHECK_THAT(again.err, ContainsSubstring(std::string("ended in the middle of eva, ") + kProgram));
  CHECK(again.exit_code == 0);
  CHECK(mixed.run(grading.substr(0, grading.find("marks")) + "whole").exit_code == 0);
  CHECK(are_same(mixed, "marks", "whole"));
}

TEST_CASE("grade: stopped by a signal, it leaves nothing behind and goes on") {
  const MixedClass mixed;
  mixed.folder.file(std::string("class/ana/") + kProgram + ".py",
                    "import time\ntime.sleep(1000)\n");
  const std::string grading =
      "attn exercise grade class --isolation limits --jobs 2 --out 'my marks' ";
  const CommandResult stopped =
      mixed.run("mkdir tmp; TMPDIR=$PWD/tmp timeout --preserve-status -s TERM 3 " + grading);
  CHECK(stopped.exit_code == 143);
  CHECK_THAT(stopped.err,
             ContainsSubstring("\nattn exercise grade class --isolation limits --jobs 2 "
                               "--out 'my marks' --resume\n"));
  CHECK(fs::is_empty(mixed.folder.path() / "tmp"));
  fs::remove(mixed.folder.path() / "class/ana" / (std::string(kProgram) + ".py"));
  const CommandResult again = mixed.run(grading + "--resume");
  CHECK(again.exit_code == 0);
  CHECK_FALSE(contains(again.err, "in the middle of"));
}

TEST_CASE("grade: typed answers need no bubblewrap, and programs are not run without") {
  const MixedClass mixed;
  // Where nothing but attn is found; of bubblewrap the one of the system would be.
  const std::string without = "attn=$(command -v attn); PATH=/nowhere $attn exercise grade class ";
  const CommandResult typed = mixed.run(without + "--exercise 1 --out typed");
  CHECK(typed.exit_code == 0);
  const CommandResult programs = mixed.run(without + "--out programs");
  CHECK((programs.exit_code == 0 || programs.exit_code == 3));
  if (programs.exit_code == 3)
    CHECK_THAT(programs.err, ContainsSubstring("--isolation limits"));
  else
    CHECK_THAT(programs.out, ContainsSubstring("bubblewrap"));
}

TEST_CASE("grade: where a system keeps namespaces from users, it is said what helps") {
  const MixedClass mixed;
  fs::create_directory(mixed.folder.path() / "bin");
  mixed.folder.file("bin/bwrap",
                    "#!/bin/sh\n"
                    "echo 'bwrap: setting up uid map: Permission denied' >&2\n"
                    "exit 1\n");
  const std::string there = "chmod +x bin/bwrap; PATH=$PWD/bin:$PATH; attn exercise ";
  const std::string helps =
      "The command sysctl kernel.apparmor_restrict_unprivileged_userns=0, run as root, allows "
      "them.";
  const CommandResult graded = mixed.run(there + "grade class --out marks");
  CHECK(graded.exit_code == 3);
  CHECK_THAT(in_one_line(graded.err), ContainsSubstring(helps));
  CHECK_THAT(in_one_line(graded.err), ContainsSubstring("With --isolation limits"));
  const CommandResult told = mixed.run(there + "doctor");
  CHECK_THAT(in_one_line(told.out + told.err), ContainsSubstring(helps));
}

TEST_CASE("grade: exit codes say whether enough was reached") {
  const MixedClass mixed;
  const std::string typed = "attn exercise grade class --exercise 1 ";
  CHECK(mixed.run(typed + "--out a").exit_code == 0);
  CHECK(mixed.run(typed + "--out b --fail-under 50").exit_code == 1);
  CHECK(mixed.run(typed + "--out c --fail-under 50 --exclude dan").exit_code == 0);
  CHECK(mixed.run(typed + "--out a").exit_code == 2);
}

TEST_CASE("grade: a flag that would do nothing is refused or told") {
  const MixedClass mixed;
  const std::string typed = "attn exercise grade class --exercise 1 ";
  CHECK(mixed.run(typed + "--out a --only ana --exclude bob").err ==
        "attn: error: --only and --exclude cannot be used together.\n");
  const CommandResult graded = mixed.run(typed + "--out b --seed 4 --isolation limits");
  CHECK(graded.exit_code == 0);
  for (const std::string flag : {"--seed", "--isolation"})
    CHECK_THAT(in_one_line(graded.err), ContainsSubstring(flag + " is for programs"));
  CHECK_FALSE(contains(mixed.run(typed + "--out c").err, "is for programs"));
  CHECK(mixed.run("attn exercise grade --merge b ./b/ --out d").err ==
        "attn: error: ./b/ is given twice. Each part is put in once.\n");
}

TEST_CASE("grade: what systems leave in a class is nobody, and told once") {
  const MixedClass mixed;
  for (const std::string name : {".git/HEAD", "__MACOSX/x", "ana/.DS_Store"}) {
    fs::create_directories((mixed.folder.path() / "class" / name).parent_path());
    mixed.folder.file("class/" + name, "");
  }
  const CommandResult graded = mixed.run("attn exercise grade class --exercise 1 --out a");
  const std::string told = in_one_line(graded.err);
  const std::string sentence = "are passed over: .git, __MACOSX, ana/.DS_Store (3 in all)";
  CHECK_THAT(told, ContainsSubstring(sentence));
  CHECK(told.find("are passed over") == told.rfind("are passed over"));
  CHECK(lines_of(mixed.text("a/grades.csv")).size() == 7);
  for (const char* report : {"a/grades.csv", "a/class.md", "a/students/ana/report.md"})
    CHECK_THAT(mixed.text(report), !ContainsSubstring(".DS_Store"));
}

TEST_CASE("grade: a hidden submission is named wherever its points are missing") {
  const MixedClass mixed;
  fs::rename(mixed.folder.path() / "class/eva/softmax-by-hand.txt",
             mixed.folder.path() / "class/eva/.softmax-by-hand.txt");
  CHECK(mixed.grade("marks", "--exercise 1").exit_code == 0);
  for (const char* report : {"grades.csv", "grades.json", "class.md", "junit.xml",
                             "students/eva/report.md", "students/eva/results.json"}) {
    INFO(report);
    CHECK_THAT(mixed.text(std::string("marks/") + report),
               ContainsSubstring(".softmax-by-hand.txt"));
  }
}

TEST_CASE("grade: no format has 0 points for what nobody judged") {
  const MixedClass mixed;
  mixed.folder.file("r.csv", "student,variant\nana,0\nbob,3\n");
  CHECK(mixed.grade("marks", "--exercise 1 --roster r.csv --only ana,bob").exit_code == 0);
  CHECK_THAT(mixed.text("marks/grades.csv"), ContainsSubstring("\"bob\",\"\",,7,,,"));
  const auto json = json_of(mixed.text("marks/grades.json"));
  CHECK(json["students"][0]["points"] == 7);
  CHECK(json["students"][1]["points"].is_null());
  CHECK(json["marks"][1]["points"].is_null());
  const auto results = json_of(mixed.text("marks/students/bob/results.json"));
  for (const auto& test : results["tests"]) {
    CHECK(!test.contains("score"));
    CHECK(!test.contains("status"));
  }
  CHECK_THAT(mixed.text("marks/students/bob/report.md"), ContainsSubstring("so far"));
  const std::string junit = mixed.text("marks/junit.xml");
  CHECK(junit.find("name=\"points\"", junit.find("<testsuite name=\"bob\"")) == junit.npos);
  // Parts that are put together have the same.
  CHECK(mixed.run("attn exercise grade --merge marks --format json --out merged").exit_code == 0);
  CHECK(mixed.text("merged/grades.json") == mixed.text("marks/grades.json"));
}

TEST_CASE("grade: the roster says in which column the students are") {
  const MixedClass mixed;
  mixed.folder.file("r.csv", "student,login\nAna A.,ana\nBob B.,bob\n");
  const std::string typed = "attn exercise grade class --exercise 1 --only ana,bob --out ";
  const CommandResult graded = mixed.run(typed + "a --roster r.csv --roster-column login");
  INFO(graded.err);
  CHECK(graded.exit_code == 0);
  CHECK_THAT(mixed.text("a/grades.csv"), ContainsSubstring("\"bob\",\"Bob B.\""));
  const CommandResult alone = mixed.run(typed + "b --roster-column login");
  CHECK(alone.exit_code == 2);
  CHECK(alone.err == "attn: error: --roster-column only works with --roster.\n");
}

TEST_CASE("grade: what is said of a student's answers does not hang on who else is graded") {
  const MixedClass mixed;
  mixed.folder.file("r.csv", "student,variant\nana,0\nbob,3\nchi,5\n");
  REQUIRE(mixed.run("sed -i /^variant/d class/*/softmax-by-hand.txt").exit_code == 0);
  const std::string typed = "attn exercise grade class --exercise 1 --roster r.csv --out ";
  CHECK(mixed.run(typed + "whole").exit_code == 0);
  CHECK(mixed.run(typed + "alone --only bob").exit_code == 0);
  const std::string report = mixed.text("whole/students/bob/report.md");
  CHECK_THAT(report, ContainsSubstring("those of variant 0"));
  CHECK(report == mixed.text("alone/students/bob/report.md"));
}

TEST_CASE("grade: a course that a student left in the class is not taken") {
  const MixedClass mixed;
  fs::create_directories(mixed.folder.path() / "class/exercises/01-softmax-by-hand");
  mixed.folder.file("class/exercises/course.toml", "name = \"mine\"\n");
  const CommandResult result =
      mixed.run("cd class && attn exercise grade . --out ../marks --exercise 1");
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.err, ContainsSubstring("a student may have put it"));
}

TEST_CASE("grade: the autograder of docs/gradescope marks a submission") {
  const MixedClass mixed;
  const std::string scripts = ATTN_SOURCE_DIR "/docs/gradescope";
  // Its folders as Gradescope has them; attn lies where setup.sh puts it.
  REQUIRE(mixed
              .run("mkdir -p auto/source auto/attn && mv class/bob auto/submission && cp " +
                   scripts +
                   "/run_autograder auto/ && ln -s \"$(dirname \"$(command -v attn)\")\" "
                   "auto/attn/bin && sed -i 's/program-half-mask/program-parameter-count/' "
                   "auto/run_autograder")
              .exit_code == 0);
  const CommandResult result =
      mixed.run("AUTOGRADER=$PWD/auto ATTN_ISOLATION=limits auto/run_autograder");
  INFO(result.out << result.err);
  CHECK(result.exit_code == 0);
  const auto results = json_of(mixed.text("auto/results/results.json"));
  double points = 0.0;
  for (const auto& test : results["tests"]) points += test["score"].get<double>();
  CHECK(points == 7.0);
  CHECK(results["tests"].size() == 12);
  CHECK(!results.contains("score"));
  // Without attn the student is told that the grader failed.
  CHECK(mixed.run("rm auto/attn/bin; AUTOGRADER=$PWD/auto auto/run_autograder").exit_code != 0);
  CHECK_THAT(mixed.text("auto/results/results.json"), ContainsSubstring("tell your teacher"));
}

TEST_CASE("grade: marks of those who are left out are not lost on the way") {
  const MixedClass mixed;
  const std::string typed = "attn exercise grade class --exercise 1 --out marks ";
  CHECK(mixed.run(typed).exit_code == 0);
  const CommandResult some = mixed.run(typed + "--resume --only ana");
  CHECK(some.exit_code == 2);
  CHECK_THAT(some.err, ContainsSubstring("who is left out this time"));
  CHECK(mixed.run(typed + "--resume").exit_code == 0);
}

TEST_CASE("grade: an exercise that somebody adds later does not change what counts") {
  const MixedClass mixed;
  const std::string grading = "attn exercise grade class --isolation limits --out marks ";
  CHECK(mixed.run(grading).exit_code == 0);
  mixed.folder.file("class/fay/program-keywords.py", "print(1)\n");
  CHECK(mixed.run(grading + "--resume").exit_code == 0);
  CHECK_FALSE(contains(mixed.text("marks/grades.csv"), "\"program-keywords\""));
}

TEST_CASE("grade: of hidden checks students read a name and a verdict") {
  const MixedClass mixed;
  fs::create_directories(mixed.folder.path() / "hidden");
  mixed.folder.file(std::string("hidden/") + kProgram + ".toml",
                    "seed = 40961\n[[check]]\nname = \"huge\"\n"
                    "title = { en = \"SECRET\", ja = \"SECRET\" }\n"
                    "cases = [{ d_model = 77784 }]\n");
  // A program that gives away what it was asked.
  mixed.folder.file(std::string("class/bob/") + kProgram + ".py",
                    "import sys\nprint('\\n'.join(sys.stdin.read().split()[:3]))\n");
  CHECK(mixed.grade("marks", "--hidden hidden").exit_code == 0);
  for (const char* file : {"students/bob/report.md", "students/bob/results.json", "junit.xml",
                           "students/ana/report.md"}) {
    INFO(file);
    const std::string text = mixed.text(std::string("marks/") + file);
    CHECK_FALSE(contains(text, "SECRET"));
    CHECK_FALSE(contains(text, "77784"));
    CHECK_FALSE(contains(text, "40961"));
    CHECK_THAT(text, ContainsSubstring("huge"));
  }
  CHECK_THAT(mixed.text("marks/class.md"), ContainsSubstring("SECRET"));
}

TEST_CASE("least_percent: of those of whom everything is judged") {
  Gradebook book = small_gradebook();
  CHECK(least_percent(book) == 0.0);  // somebody handed in nothing
  book.plan.students = {book.plan.students.front(), book.plan.students.back()};
  book.marks = {book.marks[0], book.marks[1], book.marks[6], book.marks[7]};
  CHECK(least_percent(book) == Approx(100.0 * 3.5 / 4.5));  // nobody has judged the guest
  book.plan.students.erase(book.plan.students.begin());
  book.marks.erase(book.marks.begin(), book.marks.begin() + 2);
  CHECK(least_percent(book) == 100.0);
}

std::string page(const Learner& learner, const std::string& file = "h.html") {
  return file_bytes(learner.folder.path(file), 1 << 24);
}

// What is printed with these words and flags.
ParsedHtml printed_page(const std::string& arguments) {
  const Learner learner;
  const CommandResult result = learner.run("print " + arguments + " -o h.html");
  INFO(arguments << ": " << result.err);
  REQUIRE(result.exit_code == 0);
  return ParsedHtml(page(learner));
}

using Texts = std::vector<std::string>;

TEST_CASE("print: exercises by number, id, beginning and range, each once") {
  CHECK(printed_page("1:3").texts("//h2").size() == 3);
  CHECK(printed_page("2 1").texts("//h2").front().starts_with("2 "));
  CHECK(printed_page("two 2 2:2 two-words").count("//h2") == 1);
  CHECK(printed_page("3 1:9").texts("//h2").size() == 3);
}

TEST_CASE("print: a copy for each variant, in the order typed") {
  CHECK(printed_page("2 --variants 3,1:2").texts("//span[@class='variant']") ==
        Texts{"variant 3", "variant 1", "variant 2"});
  CHECK(printed_page("2 --variant 7").texts("//span[@class='variant']") == Texts{"variant 7"});
  CHECK(printed_page("2").count("//span[@class='variant']") == 0);
}

TEST_CASE("print: the command on paper is one that attn takes") {
  const Texts commands =
      printed_page("1 2 --variants 4 --course course").texts("//p[@class='check']/code");
  CHECK(commands == Texts{"attn exercise continue 1 --course course",
                          "attn exercise continue 2 --variant 4 --course course"});
  const Learner learner;
  for (const std::string& command : commands)
    CHECK(run_command(command, learner.folder.path()).exit_code == 0);
}

TEST_CASE("print: a copy for each student of a roster, in their languages") {
  const Learner learner;
  learner.folder.file("roster.csv",
                      "student,name,lang,variant\nana,Ana <b>,ja,3\nbob,,,\nchi,Chi,en,5\n");
  REQUIRE(learner.run("print 2 --roster roster.csv -o h.html --answers k.html").exit_code == 0);
  const ParsedHtml html(page(learner));
  CHECK(html.texts("//p[@class='student']//b") == Texts{"Ana <b>", "bob", "Chi"});
  CHECK(html.count("//article[@lang='ja']") == 1);
  CHECK(html.count("//article[@lang='en']") == 2);
  CHECK(html.text("//article[@lang='ja']//h2") == "2 2 つの単語");
  CHECK(html.text("//article[3]//span[@class='variant']") == "variant 5");
  CHECK(ParsedHtml(page(learner, "k.html")).count("//h2") == 3);
}

TEST_CASE("print: the answers are in a file of their own") {
  const Learner learner;
  REQUIRE(learner.run("print 2 --variants 1:2 -o h.html").exit_code == 0);
  const std::string alone = page(learner);
  REQUIRE(learner.run("print 2 --variants 1:2 -o h.html --answers k.html --force").exit_code == 0);
  CHECK(page(learner) == alone);
  CHECK(ParsedHtml(page(learner, "k.html")).count("//table[@class='key']") == 2);
  REQUIRE(learner.run("print 2 --answers only.html").exit_code == 0);
}

TEST_CASE("print: nothing is overwritten or half written") {
  const Learner learner;
  learner.folder.file("h.html", "mine");
  CHECK(learner.run("print 2 -o h.html").exit_code == 2);
  CHECK(page(learner) == "mine");
  CHECK(learner.run("print 2 -o new.html --answers h.html").exit_code == 2);
  CHECK_FALSE(std::filesystem::exists(learner.folder.path("new.html")));
  CHECK(learner.run("print 2 -o h.html --force").exit_code == 0);
  CHECK(page(learner) != "mine");
}

TEST_CASE("print: programs are told what was written") {
  const Learner learner;
  const nlohmann::json document = learner.json("print 2 1 --variants 4,6 -o h.html");
  CHECK(document["schema"] == "attn.exercise-print/1");
  CHECK(document["exercises"] == Texts{"two-words", "dot-product"});
  CHECK(document["variants"] == std::vector<int>{4, 6});
  CHECK(document["handout"] == "h.html");
  CHECK_FALSE(document.contains("answers"));
}

TEST_CASE("print: a pipe takes the page as well") {
  const Learner learner;
  const CommandResult result = learner.run("print 2 -o /dev/stdout --json | head -c 15");
  CHECK(result.out == "<!DOCTYPE html>");
}

}  // namespace
