#include <sys/inotify.h>
#include <unistd.h>

#include "base/text.hpp"
#include "cli/exercise/answers.hpp"
#include "cli/exercise/program.hpp"
#include "practice/progress/progress.hpp"
#include "support/catch.hpp"
#include "support/sitting.hpp"
#include "support/small_course.hpp"
#include "support/temporary_folder.hpp"

namespace {

std::string error_of(const Learner& learner, const std::string& arguments) {
  const CommandResult result = learner.run(arguments);
  INFO(arguments << "\n" << result.out);
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  return result.err;
}

TEST_CASE("exercise: without a verb it says where one is") {
  const Learner learner;
  const CommandResult first = learner.run("");
  CHECK(first.exit_code == 0);
  CHECK(contains(first.out, "Exercise 1, A dot product, is next."));
  CHECK(contains(first.out, "attn exercise show 1"));
  learner.run("start 2");
  CHECK(contains(learner.run("").out, "Exercise 2, Two words, is begun."));
  learner.run("check 2 " + std::string(kRightWords));
  CHECK(contains(learner.run("").out, "Exercise 3, Which mask, is next."));
  learner.run("skip 3");
  learner.run("skip 1");
  CHECK(contains(learner.run("").out, "Exercise 1, A dot product, was skipped."));
  CHECK(contains(learner.run("").out, "1 of 3 passed, 2 skipped"));
}

TEST_CASE("exercise: an exercise without a verb is shown") {
  const Learner learner;
  const std::string shown = learner.run("show two-words").out;
  CHECK(contains(shown, "Two words"));
  for (const char* const name : {"2", "02", "two-words", "two"})
    CHECK(learner.run(name).out == shown);
}

TEST_CASE("exercise: what is neither verb nor exercise gets a suggestion") {
  const Learner learner;
  CHECK(error_of(learner, "chekc 1") ==
        "attn: error: there is no verb and no exercise chekc.\n  Did you mean check?\n");
  CHECK(error_of(learner, "two-wrods") ==
        "attn: error: there is no verb and no exercise two-wrods.\n  Did you mean two-words?\n");
  CHECK(error_of(learner, "1 hint") == "attn: error: the verb comes first: attn exercise hint 1\n");
  CHECK(error_of(learner, "frobnicate") ==
        "attn: error: there is no verb and no exercise frobnicate.\n"
        "  The verbs: attn exercise --help\n"
        "  The exercises: attn exercise list\n");
}

TEST_CASE("exercise: a flag that does nothing for the verb is refused") {
  const Learner learner;
  CHECK(error_of(learner, "list --set a=1") ==
        "attn: error: --set belongs to: check. It does nothing for list.\n");
  CHECK(error_of(learner, "--variant 2").starts_with("attn: error: --variant belongs to: show,"));
  CHECK(error_of(learner, "show 1 --give-up") ==
        "attn: error: --give-up belongs to: solution. It does nothing for show.\n");
  CHECK(error_of(learner, "reset 1 --force") ==
        "attn: error: --force belongs to: start, print. It does nothing for reset.\n");
  CHECK(error_of(learner, "3 --seed 4") ==
        "attn: error: --seed belongs to: simulate, grade. It does nothing for show.\n");
}

TEST_CASE("exercise: every verb has its document") {
  const Learner learner;
  CHECK(learner.json("")["schema"] == "attn.progress/1");
  CHECK(learner.json("progress")["next"] == "dot-product");
  const nlohmann::json list = learner.json("list");
  CHECK(list["schema"] == "attn.exercises/1");
  CHECK(list["course"] == "small");
  CHECK(list["exercises"].size() == 3);
  CHECK(list["exercises"][2]["kinds"] == nlohmann::json::array({"choice", "mask"}));
  CHECK(list["exercises"][2]["state"] == "untouched");
  CHECK(learner.json("show 1")["schema"] == "attn.exercise/1");
  CHECK(learner.json("check 1 --set product=11")["schema"] == "attn.check/1");
  const nlohmann::json hint = learner.json("hint 1");
  CHECK(hint["schema"] == "attn.hint/1");
  CHECK(hint["stage"] == 1);
  CHECK(hint["of"] == 2);
  CHECK(contains(hint["text"].get<std::string>(), "same place"));
  CHECK(learner.json("solution 1")["schema"] == "attn.solution/1");
  CHECK(learner.json("simulate 3")["schema"] == "attn.simulation/2");
  CHECK(learner.json("start 2")["file"] == "two-words.txt");
  CHECK(learner.json("skip 3")["state"] == "skipped");
  CHECK(learner.json("reset 3")["exercise"] == "which-mask");
  CHECK(learner.json("doctor")["schema"] == "attn.doctor/1");
  CHECK(learner.json("lint")["schema"] == "attn.lint/1");
}

TEST_CASE("exercise: the small course has no faults") {
  const Learner learner;
  CHECK(learner.json("lint course")["faults"] == nlohmann::json::array());
}

TEST_CASE("exercise: hints come one by one, and are counted") {
  const Learner learner;
  const std::string first = learner.run("hint 1").out, second = learner.run("hint 1").out;
  CHECK(contains(first, "hint 1 of 2"));
  CHECK(contains(second, "hint 2 of 2"));
  CHECK(learner.run("hint 1").out == second);
  CHECK(learner.progress_of("dot-product")["hints"] == 2);
  CHECK(learner.progress_of("dot-product")["state"] == "started");
  const std::string all = learner.run("hint 1 --all").out;
  CHECK(all.find("hint 1 of 2") < all.find("hint 2 of 2"));
}

TEST_CASE("exercise: the solution comes after a pass, or when one gives up") {
  const Learner learner;
  const std::string refusal = error_of(learner, "solution 1");
  CHECK(contains(refusal, "attn exercise solution 1 --give-up"));
  CHECK(learner.progress_of("dot-product")["state"] == "untouched");
  CHECK(learner.run("solution 1 --give-up").exit_code == 0);
  CHECK(learner.progress_of("dot-product")["gave_up"] == true);
  CHECK(learner.run("solution 1").exit_code == 0);
  learner.run("check 2 " + std::string(kRightWords));
  CHECK(learner.run("solution 2").exit_code == 0);
  CHECK(learner.progress_of("two-words")["gave_up"] == false);
}

TEST_CASE("exercise: a simulation is repeated by its seed") {
  const Learner learner;
  const std::string one = learner.run("simulate 3").out;
  CHECK(learner.run("simulate 3 --seed 1").out == one);
  CHECK(learner.run("simulate 3 --seed 2").out != one);
  CHECK(error_of(learner, "simulate 1") == "attn: error: exercise 1 has nothing to simulate.\n");
}

TEST_CASE("exercise: --course chooses the exercises, and what to type says so") {
  const Learner learner;
  const CommandResult result = run_command(
      "mv course 'my course'; attn exercise show 1 --course 'my course'", learner.folder.path());
  CHECK(result.exit_code == 0);
  CHECK(contains(result.out, "attn exercise start 1 --course 'my course'"));
  CHECK(contains(error_of(learner, "list --course nowhere"), "nowhere"));
}

TEST_CASE("exercise: the program finds its own exercises") {
  const CommandResult result = run_command("attn exercise list --json");
  CHECK(result.exit_code == 0);
  CHECK(json_of(result.out)["course"] == "attn");
}

TEST_CASE("exercise: damage is told each time it matters, until it is mended") {
  const Learner learner;
  learner.run("check 1 --set product=12");
  const std::string state = ".local/state/attn/", answers = state + "answers/small/two-words.json";
  const auto notes_of = [&learner](const char* words) {
    return joined(spaced_words(learner.run(words).err), " ");
  };
  std::filesystem::create_directories(learner.folder.path(state + "answers/small"));
  learner.folder.file(answers, "");
  learner.folder.file(state + "progress.json", "");
  for (int n = 0; n < 2; ++n)
    for (const char* words : {"progress", "list", ""}) {
      INFO(words);
      CHECK(contains(notes_of(words), "the progress is damaged"));
      CHECK(contains(notes_of(words), "the typed answers are damaged"));
    }
  for (const char* words : {"show 2", "check 2", "show 2"}) {
    INFO(words);
    CHECK(contains(notes_of(words), "the typed answers are damaged"));
  }
  CHECK_FALSE(contains(notes_of("show 1"), "damaged"));
  const auto doctor = learner.json("doctor", 3);
  CHECK_FALSE(doctor["good"]);
  CHECK(contains(doctor.dump(), "the typed answers are damaged"));
  CHECK(contains(doctor.dump(), "two-words.json"));
  std::filesystem::remove(learner.folder.path(answers));
  std::filesystem::remove(learner.folder.path(state + "progress.json"));
  CHECK(notes_of("progress").empty());
}

TEST_CASE("exercise: damaged progress is kept aside by the next change") {
  const Learner learner;
  learner.run("check 1 --set product=11");
  const std::string file = ".local/state/attn/progress.json";
  const CommandResult result =
      run_command("echo damaged > " + file + "; ATTN_COURSE=course attn exercise skip 2; cat " +
                      file + ".damaged; attn exercise list --course course",
                  learner.folder.path());
  CHECK(contains(result.out, "0 of 3 passed, 1 skipped"));
  CHECK(contains(result.out, "\ndamaged\n"));
  const std::size_t first = result.err.find("was damaged");
  CHECK(first != std::string::npos);
  CHECK(result.err.find("was damaged", first + 1) == std::string::npos);
}

TEST_CASE("exercise: doctor says what is wrong") {
  const Learner learner;
  CHECK(learner.run("doctor").exit_code == 0);
  CHECK(learner.run("doctor --course nowhere").exit_code == 3);
  CHECK(learner.run("doctor", "touch plain; XDG_STATE_HOME=$PWD/plain").exit_code == 3);
}

TEST_CASE("exercise next: shows the exercise that is named as the next one") {
  const Learner learner;
  CHECK(learner.run("next").out == learner.run("show 1").out);
  learner.run("skip 1");
  for (const char* const verb : {"next", "continue"})
    CHECK(learner.run(verb).out == learner.run("show 2").out);
  CHECK(learner.json("next")["id"] == "two-words");
  learner.run("check 2 " + std::string(kRightWords));
  learner.run("skip 3");
  CHECK(error_of(learner, "next 3") ==
        "attn: error: next takes no further word, but 3 was given.\n  usage: attn exercise next\n");
}

TEST_CASE("exercise: the largest counts in the progress stay") {
  const Learner learner;
  std::filesystem::create_directories(learner.folder.path(".local/state/attn"));
  const std::string most = "18446744073709551615";
  learner.folder.file(".local/state/attn/progress.json",
                      R"({"format_version": 1, "courses": {"small": {"exercises": {"dot-product":)"
                      R"({"state": "started", "attempts": )" +
                          most + R"(, "hints": )" + most + "}}}}}");
  CHECK(learner.run("check 1 --set product=12").exit_code == 1);
  CHECK(learner.run("hint 1").exit_code == 0);
  CHECK(learner.progress_of("dot-product")["attempts"].dump() == most);
  CHECK(learner.progress_of("dot-product")["hints"].dump() == most);
}

std::size_t times(const std::string& part, const std::string& text) {
  std::size_t n = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++n;
  return n;
}

/// An author with a course of one exercise, just written.
struct Author {
  Author() { CHECK(run("attn exercise new mine which-word").exit_code == 0); }

  CommandResult run(const std::string& command) const {
    return run_command(command, folder.path());
  }

  TemporaryFolder folder;
};

TEST_CASE("exercise new: writes what lint, show and check can use") {
  const Author author;
  CHECK(author.run("attn exercise lint mine").exit_code == 0);
  CHECK(author.run("attn exercise show 1 --course mine").exit_code == 0);
  const std::string check = "attn exercise check 1 --course mine ";
  CHECK(author.run(check + "mine/solutions/01-which-word/answer.txt").exit_code == 0);
  CHECK(contains(author.run(check + "--set 'scores = 3 4 3'").out, "You added up each key."));

  const CommandResult again = author.run("attn exercise new mine second --json");
  CHECK(again.exit_code == 0);
  const nlohmann::json document = json_of(again.out);
  CHECK(document["schema"] == "attn.exercise-new/1");
  CHECK(document["number"] == 2);
  CHECK(document["files"].size() == 5);
}

TEST_CASE("exercise new: what it needs, and what it refuses") {
  const Author author;
  for (const char* words : {"new", "new mine"}) {
    const CommandResult result = author.run(std::string("attn exercise ") + words);
    CHECK(result.exit_code == 2);
    CHECK(contains(result.err, "new needs a folder for the course, and an id for the exercise."));
    CHECK(contains(result.err, "usage: attn exercise new FOLDER ID"));
  }
  CHECK(author.run("attn exercise new mine which-word").exit_code == 2);
  CHECK(author.run("attn exercise new mine 'Which word'").exit_code == 2);
  CHECK(author.run("attn exercise new mine x --course mine").exit_code == 2);
}

TEST_CASE("exercise lint: shows each mistake with what is said of it") {
  const Author author;
  const CommandResult shown = author.run("attn exercise lint mine --show-mistakes");
  CHECK(shown.exit_code == 0);
  CHECK(times("weights = 0.042 0.844 0.114", shown.out) == 1);
  CHECK(times("The scores were not divided by √d_k.", shown.out) == 1);
  const CommandResult japanese = author.run("attn --lang ja exercise lint mine --show-mistakes");
  CHECK(times("You added up each key.", japanese.out) == 1);  // the course's only language
  CHECK(times("√d_k", japanese.out) > 0);

  const CommandResult machine = author.run("attn exercise lint mine which --show-mistakes --json");
  const nlohmann::json mistakes = json_of(machine.out)["mistakes"];
  REQUIRE(mistakes.size() == 6);
  CHECK(mistakes[0]["name"] == "no_scale");
  CHECK(mistakes[0]["field"] == "weights");
  CHECK(mistakes[0]["diagnosed"] == "no_scale");
  CHECK_FALSE(json_of(author.run("attn exercise lint mine --json").out).contains("mistakes"));
}

TEST_CASE("exercise lint: of one exercise alone") {
  const Author author;
  author.run("attn exercise new mine second && rm mine/exercises/02-second/prompt.en.md");
  CHECK(author.run("attn exercise lint mine").exit_code == 1);
  CHECK(author.run("attn exercise lint mine which").exit_code == 0);
  CHECK(author.run("attn exercise lint mine 2").exit_code == 1);
  CHECK(author.run("attn exercise lint mine third").exit_code == 2);
}

TEST_CASE("exercise lint: again whenever a file is saved, until Ctrl-C") {
  const Author author;
  const CommandResult result = author.run(
      "(cd mine/exercises; sleep 1; echo > .hidden; sleep 1; rm 01-which-word/prompt.en.md; "
      "sleep 1.5; echo 'x $y$' > 01-which-word/prompt.en.md; sleep 1.5; echo = > course.toml; "
      "sleep 1.5; kill -INT $(cat ../../pid)) & "
      "sh -c 'echo $$ > pid; exec attn exercise lint mine --watch'");
  CHECK(result.exit_code == 130);
  CHECK(times(" lint   mine\n", result.out) == 3);
  CHECK(times("Nothing is wrong", result.out) == 1);
  CHECK(times("prompt.en.md is missing", result.out) == 1);
  CHECK(times("line 1, column 3: a formula", result.out) == 1);
  CHECK(times("this is not TOML", result.err) == 1);
}

TEST_CASE("exercise lint: watching for programs is a document a line") {
  const Author author;
  const CommandResult result =
      author.run("timeout --preserve-status -s INT 1 attn exercise lint mine --watch --json");
  CHECK(result.exit_code == 130);
  CHECK(times("\n", result.out) == 1);
  CHECK(json_of(result.out)["faults"].empty());
}

namespace fs = std::filesystem;

const std::string kManifest = R"toml(format_version = 1
id = "doubling"
title = { en = "Doubling", ja = "2 倍" }
[given]
n = 3
[[field]]
name = "doubled"
kind = "number"
ask = { en = "2 n", ja = "2 n" }
value = "2 * n"
[program]
contract = "tokens"
run = { sh = ["sh", "{file}"] }
[[check]]
name = "values"
title = { en = "twice as large", ja = "2 倍" }
cases = [{ n = "pick(3, 4, 5)" }]
)toml";

/// A learner in a folder of their own, whose course has one exercise, which asks for a program.
struct Programmer : Learner {
  Programmer() {
    fs::remove(folder.path() / "course");
    const std::string id = "/01-doubling/";
    write("course/exercises" + id + "exercise.toml", kManifest);
    write("course/exercises" + id + "prompt.en.md", "Double it.\n");
    write("course/exercises" + id + "hints.en.md", "## Twice\n\nAdd it to itself.\n");
    write("course/exercises" + id + "template.sh", "read n\necho 0\n");
    write("course/solutions" + id + "solution.en.md", "Read, and print.\n");
    write("course/solutions" + id + "solution.sh", "read n\necho $((2 * n))\n");
  }

  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder.path() / name).parent_path());
    std::ofstream(folder.path() / name) << text;
  }

  /// Programs lie where somebody stands.
  std::string here() const { return "sh -c 'cd " + folder.path().string() + " && exec \"$@\"' sh"; }
};

TEST_CASE("sit_at_program: from the page to a pass") {
  const Programmer learner;
  Sitting sitting(learner, "", 40, 80, learner.here());
  REQUIRE(sitting.shows("Enter checks doubling.sh"));
  CHECK(sitting.terminal.screen().shows("twice as large"));
  REQUIRE(sitting.replies("\r", "doubling.sh is written."));
  REQUIRE(sitting.replies("\r", "Not yet: 0 of 1 checks"));
  REQUIRE(sitting.replies("h\r", "Add it to itself."));
  REQUIRE(sitting.replies("x\r", "Enter checks the program, h shows a hint"));
  learner.write("doubling.sh", "read n\necho $((n + n))\n");
  REQUIRE(sitting.replies("\r", "Exercise 1 is passed, at attempt 2."));
  sitting.terminal.type("\r");
  CHECK(sitting.exit_code() == 0);
  CHECK(learner.progress_of("doubling")["state"] == "passed");
}

TEST_CASE("sit_at_program: left for later, or stopped") {
  const Programmer learner;
  {
    Sitting sitting(learner, "", 40, 80, learner.here());
    REQUIRE(sitting.shows("Enter checks"));
    sitting.terminal.type("q\r");
    CHECK(sitting.exit_code() == 0);
  }
  CHECK(learner.progress_of("doubling")["state"] == "untouched");
  CHECK_FALSE(fs::exists(learner.folder.path() / "doubling.sh"));
}

TEST_CASE("sit_at_program: Ctrl-C ends the program that runs, and the sitting") {
  const Programmer learner;
  learner.write("doubling.sh", "sleep 1000\n");
  Sitting sitting(learner, "", 40, 80, learner.here());
  REQUIRE(sitting.shows("Enter checks"));
  sitting.terminal.type("\r");
  REQUIRE(sitting.terminal.wait_for("running values"));
  sitting.terminal.type("\x03");
  CHECK(sitting.exit_code() == 130);
}

TEST_CASE("watch: a program is checked whenever it is saved") {
  const Programmer learner;
  learner.write("doubling.sh", "read n\necho 0\n");
  const CommandResult result = learner.run(
      "watch 1 doubling.sh --isolation limits & sleep 2; printf 'read n\\necho $((2 * n))\\n' > "
      "doubling.sh; wait",
      "");
  CHECK_THAT(result.out, ContainsSubstring("check 1"));
  CHECK_THAT(result.out, ContainsSubstring("Not yet: 0 of 1"));
  CHECK_THAT(result.out, ContainsSubstring("Exercise 1 is passed"));
}

TEST_CASE("check: a program is known by its name, and its solution is shown") {
  const Programmer learner;
  learner.write("doubling.sh", "read n\necho $((2 * n))\n");
  CHECK(learner.run("check doubling.sh --isolation limits").exit_code == 0);
  CHECK(learner.run("check --isolation limits 1").exit_code == 0);
  const CommandResult solution = learner.run("solution 1");
  CHECK_THAT(solution.out, ContainsSubstring("echo $((2 * n))"));
}

TEST_CASE("reset: the template takes the place of a program, which is kept") {
  const Programmer learner;
  learner.write("doubling.sh", "mine\n");
  CHECK(learner.run("reset 1 doubling.sh").exit_code == 0);
  CHECK(fs::exists(learner.folder.path() / "doubling.sh.old"));
  const CommandResult shown = run_command("cat doubling.sh doubling.sh.old", learner.folder.path());
  CHECK(shown.out == "read n\necho 0\nmine\n");
}

TEST_CASE("exercise start: writes the template and never over a file") {
  const Learner learner;
  const CommandResult result = learner.run("start 2");
  CHECK(result.exit_code == 0);
  CHECK(contains(result.out, "attn exercise check 2 two-words.txt"));
  CHECK(run_command("grep -c '^scores =' two-words.txt", learner.folder.path()).out == "1\n");
  CHECK(learner.progress_of("two-words")["state"] == "started");
  CHECK(learner.run("start 2").exit_code == 2);
  CHECK(learner.json("start 2 --force")["kept"] == "two-words.txt.old");
  CHECK(run_command("grep -c '^scores =' two-words.txt.old", learner.folder.path()).out == "1\n");
  CHECK(contains(learner.run("start 2 'my answer.txt'").out, "check 2 'my answer.txt'"));
  CHECK(learner.run("start 1 --variant 1").exit_code == 2);  // it has none
  CHECK(learner.run("start 1 no/such/folder.txt").exit_code == 2);
  CHECK(learner.progress_of("dot-product")["state"] == "untouched");
}

TEST_CASE("exercise reset: forgets, and keeps what the file held") {
  const Learner learner;
  learner.run("start 1");
  learner.run("check 1 --set product=11");
  const auto write = [&](const std::string& text) { learner.folder.file("dot-product.txt", text); };
  write("first");
  CHECK(contains(learner.run("reset 1 dot-product.txt").out, "dot-product.txt.old"));
  CHECK(learner.progress_of("dot-product")["state"] == "untouched");
  write("second");
  CHECK(learner.json("reset 1 dot-product.txt")["kept"] == "dot-product.txt.old.2");
  const CommandResult kept =
      run_command("cat *.old *.old.2; grep -c '^product =' dot-product.txt", learner.folder.path());
  CHECK(kept.out == "firstsecond1\n");
  CHECK(learner.run("reset 1 dot-prodcut.txt").err ==
        "attn: error: dot-prodcut.txt: there is no such file that could begin anew.\n"
        "  Did you mean dot-product.txt?\n");
  CHECK(contains(learner.run("reset 1 zebra.txt").err, "attn exercise start 1 zebra.txt"));
  CHECK_FALSE(std::filesystem::exists(learner.folder.path("zebra.txt")));
  CHECK(learner.run("reset 1 course").exit_code == 2);
}

TEST_CASE("exercise skip: leaves a pass alone") {
  const Learner learner;
  learner.run("check 1 --set product=11");
  CHECK(learner.json("skip 1")["state"] == "passed");
  CHECK(learner.json("skip 2")["state"] == "skipped");
  CHECK(learner.progress_of("dot-product")["state"] == "passed");
  CHECK(learner.json("progress")["n_skipped"] == 1);
  CHECK(learner.json("progress")["n_passed"] == 1);
  CHECK(learner.run("skip 2", "env -u HOME").exit_code == 3);
}

TEST_CASE("exercise start: the file has what is given and every question") {
  const Learner learner;
  REQUIRE(learner.run("start 2").exit_code == 0);
  const std::string file = run_command("cat two-words.txt", learner.folder.path()).out;
  CHECK(file.starts_with("exercise = two-words\nvariant = 0\n"));
  for (const char* part : {"1 of 2   scores", "The scores Q Kᵀ.", "2 × 2, whole numbers",
                           "\nscores =\n", "\nweights =\n", "⎡ 1  2  0  1 ⎤"})
    CHECK(contains(file, part));
  REQUIRE(learner.run("start 3 --lang ja").exit_code == 0);
  const std::string japanese = run_command("cat which-mask.txt", learner.folder.path()).out;
  CHECK(contains(japanese, "どのマスクですか。"));
  CHECK_FALSE(contains(japanese, "which mask"));
  CHECK(contains(learner.run("check 3 which-mask.txt").out, "Nothing is filled in"));
}

TEST_CASE("exercise check: a file says which exercise it answers") {
  const Learner learner;
  REQUIRE(learner.run("start 2 mine.txt").exit_code == 0);
  CHECK(contains(learner.run("check mine.txt").out, "weights   not filled in"));
  run_command("sed -i 1d mine.txt", learner.folder.path());
  const CommandResult refused = learner.run("check mine.txt");
  CHECK(refused.exit_code == 2);
  CHECK(contains(refused.err, "exercise = ID"));
  CHECK(learner.run("check missing.txt").exit_code == 2);
}

TEST_CASE("exercise start: alone, it names the next open exercise") {
  const Learner learner;
  for (const std::string verb : {"start", "show", "hint", "check"}) {
    const CommandResult result = learner.run(verb);
    CHECK(result.exit_code == 2);
    CHECK(contains(result.err, "The next open one: attn exercise " + verb + " dot-product"));
  }
  CHECK_FALSE(contains(learner.run("reset").err, "dot-product"));
}

// What a command opens, counted by the system: no file of progress and no page is read twice.

/// Counts how often the files of a folder are opened, from now on.
class Opened {
 public:
  explicit Opened(const std::filesystem::path& folder)
      : descriptor_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
    REQUIRE(descriptor_ >= 0);
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
      if (entry.is_directory())
        REQUIRE(::inotify_add_watch(descriptor_, entry.path().c_str(), IN_OPEN) >= 0);
  }
  ~Opened() { ::close(descriptor_); }
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;

  /// Of each name, how many since the last call. Folders that are listed have none.
  std::map<std::string, int> since_last() const {
    std::map<std::string, int> counts;
    alignas(inotify_event) char buffer[64 * 1024];
    for (ssize_t size = 0; (size = ::read(descriptor_, buffer, sizeof buffer)) > 0;) {
      for (ssize_t at = 0; at < size;) {
        const auto& event = *reinterpret_cast<const inotify_event*>(buffer + at);
        if (event.len > 0 && (event.mask & IN_ISDIR) == 0) ++counts[event.name];
        at += static_cast<ssize_t>(sizeof event + event.len);
      }
    }
    return counts;
  }

 private:
  int descriptor_;
};

/// A learner with a course of their own, which no other test opens, and with some progress.
struct Reader {
  Reader() {
    std::filesystem::copy(ATTN_SOURCE_DIR "/tests/data/course", folder.path() / "course",
                          std::filesystem::copy_options::recursive);
    const auto mistakes = folder.path() / "course/exercises/02-two-words/mistakes";
    std::filesystem::create_directory(mistakes);
    std::ofstream(mistakes / "1-scores.toml") << "# None so far.\n";
    run("hint 1");
  }

  CommandResult run(const std::string& arguments) const {
    return run_command("ATTN_COURSE=course attn exercise " + arguments, folder.path());
  }

  TemporaryFolder folder;
};

TEST_CASE("exercise: a list reads the progress once, no page and no mistakes") {
  const Reader reader;
  const Opened opened(reader.folder.path());
  for (const char* arguments : {"", "list", "progress", "list --json"}) {
    INFO(arguments);
    CHECK(reader.run(arguments).exit_code == 0);
    CHECK(opened.since_last() == std::map<std::string, int>{{"course.toml", 1},
                                                            {"exercise.toml", 3},
                                                            {"progress.json", 1}});
  }
}

TEST_CASE("exercise: a verb opens the exercise that was named, and no other one") {
  const Reader reader;
  const Opened opened(reader.folder.path());
  CHECK(reader.run("show 2").exit_code == 0);
  const std::map<std::string, int> counts = opened.since_last();
  CHECK(counts.at("exercise.toml") == 1);
  CHECK(counts.at("1-scores.toml") == 1);
  CHECK(counts.at("prompt.en.md") == 1);
  CHECK_FALSE(counts.contains("progress.json"));

  CHECK(reader.run("2").exit_code == 0);  // the same without its verb
  CHECK(opened.since_last() == counts);
}

TEST_CASE("exercise: what is written is read once more, under the lock") {
  const Reader reader;
  const Opened opened(reader.folder.path());
  CHECK(reader.run("hint 2").exit_code == 0);
  CHECK(opened.since_last()["progress.json"] == 2);

  CHECK(reader.run("check 1 --set product=11").exit_code == 0);  // and tells what comes next
  CHECK(opened.since_last()["progress.json"] == 1);
}

TEST_CASE("FileWatch: a version counts once it stands still") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.txt", "1");
  FileWatch watch(path);
  CHECK(watch.look());  // the first time at once
  CHECK_FALSE(watch.look());
  folder.file("a.txt", "22");
  CHECK_FALSE(watch.look());
  folder.file("a.txt", "333");
  CHECK_FALSE(watch.look());
  CHECK(watch.look());
  CHECK_FALSE(watch.look());
}

TEST_CASE("FileWatch: a file may come, go and come back") {
  const TemporaryFolder folder;
  const std::string path = folder.path("a.txt");
  FileWatch watch(path);
  CHECK_FALSE(watch.look());
  CHECK(watch.is_missing());
  folder.file("a.txt", "1");
  CHECK_FALSE(watch.look());
  CHECK(watch.look());
  CHECK_FALSE(watch.is_missing());
  std::filesystem::rename(path, path + ".away");
  CHECK_FALSE(watch.look());
  CHECK(watch.is_missing());
  std::filesystem::rename(path + ".away", path);
  CHECK_FALSE(watch.look());
  CHECK_FALSE(watch.look());  // the same one
  CHECK_FALSE(watch.is_missing());
}

TEST_CASE("exercise check: exit codes tell right from wrong from unreadable") {
  const Learner learner;
  CHECK(learner.run("check 1 --set product=11").exit_code == 0);
  CHECK(learner.run("check 1 --set product=12").exit_code == 1);
  CHECK(learner.run("check 1 --set product=eleventh").exit_code == 2);
  CHECK(learner.run("check 1 --set sum=11").exit_code == 2);
  CHECK(learner.run("check 1 missing.txt").exit_code == 2);
}

TEST_CASE(
    "exercise check: a line that belongs to no question leaves nothing unjudged, and no pass") {
  const Learner learner;
  learner.folder.file("a.txt", "Homework 3\nproduct = 11\n");
  for (const char* words : {"check 1 a.txt", "check 1 - < a.txt"}) {
    const CommandResult result = learner.run(words);
    CHECK(result.exit_code == 1);
    CHECK(contains(result.out, "product   ✓ right"));
    CHECK(contains(result.out, "line 1: 'Homework 3' stands before"));
    CHECK(contains(result.out, "not every line of the file could be read"));
  }
  learner.folder.file("b.txt", "product ≈ 11\n");
  CHECK(learner.run("check 1 b.txt").exit_code == 2);  // the question itself cannot be read
}

TEST_CASE("exercise check: an answer comes from a file, standard input or --set") {
  const Learner learner;
  CHECK(learner.run("check 2 " + std::string(kRightWords)).exit_code == 0);
  CHECK(learner.run("check 2 - < " + std::string(kRightWords)).exit_code == 0);
  CHECK(learner.run("check 2 --set 'scores=1 5; 1 2' --set 'weights=0.119 0.881; 0.378 0.622'")
            .exit_code == 0);
  CHECK(learner.run("check 2").err ==
        "attn: error: no answer was given to exercise 2.\n"
        "  try   attn exercise check 2 FILE\n"
        "  or    attn exercise check 2 -\n"
        "  or    attn exercise check 2 --set NAME=VALUE\n");
  CHECK(learner.run("check 2 a.txt --set scores=1").err ==
        "attn: error: --set and a.txt cannot be used together.\n");
  CHECK(learner.run("check 1 --set product=1 --set product=2").err ==
        "attn: error: --set gives product twice.\n");
  CHECK(learner.run("check 1 course").exit_code == 2);  // a folder
}

TEST_CASE("exercise check: attempts are counted until the pass, unreadable ones never") {
  const Learner learner;
  learner.run("check 1 --set product=eleventh");
  CHECK(learner.progress_of("dot-product")["attempts"] == 0);
  CHECK(learner.progress_of("dot-product")["state"] == "untouched");
  learner.run("check 1 --set product=12");
  learner.run("check 1 --set product=13");
  CHECK(learner.progress_of("dot-product")["attempts"] == 2);
  CHECK(learner.progress_of("dot-product")["state"] == "started");
  const std::string passed = learner.run("check 1 --set product=11").out;
  CHECK(contains(passed, "Exercise 1 is passed, at attempt 3."));
  CHECK(contains(passed, "hints unread: 2   attn exercise hint 1 --all"));
  learner.run("check 1 --set product=12");
  CHECK(learner.progress_of("dot-product")["attempts"] == 3);
  CHECK(learner.progress_of("dot-product")["state"] == "passed");
}

TEST_CASE("exercise check: what is right so far is begun, and no attempt") {
  const Learner learner;
  CHECK(learner.run("check 2 --set 'scores=1 5; 1 2'").exit_code == 1);
  CHECK(learner.progress_of("two-words")["attempts"] == 0);
  CHECK(learner.progress_of("two-words")["state"] == "started");
}

TEST_CASE("exercise check: a sheet with wrong answers is one attempt, whatever cannot be read") {
  const Learner learner;
  CHECK(learner.run("check 2 --set 'scores=9 9; 9 9' --set 'weights=?'").exit_code == 2);
  CHECK(learner.progress_of("two-words")["attempts"] == 1);
  CHECK(learner.progress_of("two-words")["state"] == "started");
  CHECK(learner.run("check 2 --set 'scores=9 9; 9 9' --set 'weights=9 9; 9 9'").exit_code == 1);
  CHECK(learner.progress_of("two-words")["attempts"] == 2);
  CHECK(learner.run("check 2 --set 'scores=1 5; 1 2' --set 'weights=?'").exit_code == 2);
  CHECK(learner.progress_of("two-words")["attempts"] == 2);
}

TEST_CASE("exercise check: the untouched template is no attempt") {
  const Learner learner;
  CHECK(learner.run("start 2").exit_code == 0);
  CHECK(learner.run("check 2 two-words.txt").exit_code == 2);
  CHECK(learner.run("check 2 /dev/null").exit_code == 2);
  CHECK(learner.run("check 2 empty.txt", ": > empty.txt;").exit_code == 2);
  CHECK(learner.progress_of("two-words")["attempts"] == 0);
}

TEST_CASE("exercise check: a variant is that of the file unless the flag contradicts") {
  const Learner learner;
  learner.run("start 2 --variant 3");
  const nlohmann::json empty = learner.json("check 2 two-words.txt", 2);
  CHECK(empty["variant"] == 3);
  CHECK(learner.run("check 2 two-words.txt --variant 4").exit_code == 2);
  CHECK(learner.json("check 2 --variant 4 --set 'scores=1 2; 3 4'", 1)["variant"] == 4);
  CHECK(learner.run("check 1 --variant 1 --set product=11").exit_code == 2);  // it has none
}

TEST_CASE("exercise check: programs get a document even for what cannot be judged") {
  const Learner learner;
  learner.folder.file("other.txt", "exercise = dot-product\nscores = 1\n");
  const nlohmann::json document = learner.json("check 2 other.txt", 2);
  CHECK(document["verdict"] == "unreadable");
  CHECK(document["exercise"] == "two-words");
  CHECK(contains(document["message"].get<std::string>(), "dot-product"));
}

TEST_CASE("exercise check: where progress cannot be kept the verdict stands") {
  const Learner learner;
  const CommandResult nowhere = learner.run("check 1 --set product=11", "env -u HOME");
  CHECK(nowhere.exit_code == 0);
  CHECK(nowhere.err ==
        "attn: note: progress is not kept: neither XDG_STATE_HOME nor HOME names a\n  folder.\n");
  const CommandResult full =
      learner.run("check 1 --set product=12", "touch plain; XDG_STATE_HOME=$PWD/plain");
  CHECK(full.exit_code == 1);
  CHECK(full.err.starts_with("attn: note: "));
}

TEST_CASE("exercise check: a lock that is held for good costs seconds, no verdict and no riddle") {
  const Learner learner;
  const StateLock lock(learner.folder.path(".local/state/attn/progress.json"));
  const CommandResult result = learner.run("check 1 --set product=11");
  CHECK(result.exit_code == 0);
  CHECK(result.out.starts_with("   product   ✓ right"));
  const std::size_t waiting = result.err.find("attn: note: another attn is changing the progress");
  CHECK(waiting == 0);
  CHECK(result.err.find("attn: note: progress could not be saved: ") > waiting);
  CHECK(learner.run("skip 1").exit_code == 3);
}

TEST_CASE("exercise check: what is left out of the verdict can be had") {
  const Learner learner;
  learner.folder.file("a.txt", "scores = 1 1; 1 1\nweights = 1 0; 0 1\n");
  const std::string out = learner.run("check 2 a.txt").out;
  CHECK(contains(out, "   in full   attn exercise check 2 a.txt --all\n"));
  CHECK(contains(out, "\n and also\n   weights   "));
  const std::string all = learner.run("check 2 a.txt --all").out;
  CHECK(contains(all, "\n weights\n"));
  CHECK_FALSE(contains(all, "in full"));
  CHECK(contains(learner.run("check 2 --set 'scores=1 1; 1 1' --set 'weights=1 0; 0 1'").out,
                 "With --all, every wrong cell"));
  CHECK(contains(learner.run("check 2 - < a.txt").out, "With --all, every wrong cell"));
}

TEST_CASE("squeezed: no blank line is left") {
  CHECK(squeezed("a\n\n\nb\n") == "a\nb\n");
  CHECK(squeezed("\na") == "a");
  CHECK(squeezed("").empty());
  CHECK(squeezed("a\n\n\nb\n", 1) == "a\n\nb\n");
  CHECK(squeezed("a\n\nb\n", 0) == "a\n\nb\n");
}

TEST_CASE("screenfuls: all lines, in their order") {
  using Parts = std::vector<std::string>;
  CHECK(screenfuls("a\nb\nc\n", 2) == Parts{"a\nb\n", "c\n"});
  CHECK(screenfuls("a\nb\n", 2) == Parts{"a\nb\n"});
  CHECK(screenfuls("a\nb\n", 0) == Parts{"a\n", "b\n"});
  CHECK(screenfuls("", 3) == Parts{""});
}

}  // namespace
