#include "cli/exercise/answers.hpp"

#include "practice/progress/progress.hpp"
#include "support/catch.hpp"
#include "support/small_course.hpp"
#include "support/temporary_folder.hpp"

using namespace attn;

TEST_CASE("FileWatch: a version counts once it stands still", "[cli][exercise]") {
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

TEST_CASE("FileWatch: a file may come, go and come back", "[cli][exercise]") {
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

TEST_CASE("exercise check: exit codes tell right from wrong from unreadable", "[cli][exercise]") {
  const Learner learner;
  CHECK(learner.run("check 1 --set product=11").exit_code == 0);
  CHECK(learner.run("check 1 --set product=12").exit_code == 1);
  CHECK(learner.run("check 1 --set product=eleventh").exit_code == 2);
  CHECK(learner.run("check 1 --set sum=11").exit_code == 2);
  CHECK(learner.run("check 1 missing.txt").exit_code == 2);
}

TEST_CASE("exercise check: a line that belongs to no question leaves nothing unjudged, and no pass",
          "[cli][exercise]") {
  const Learner learner;
  learner.folder.file("a.txt", "Homework 3\nproduct = 11\n");
  for (const char* words : {"check 1 a.txt", "check 1 - < a.txt"}) {
    const CommandResult result = learner.run(words);
    CHECK(result.exit_code == 1);
    CHECK(result.out.find("product   ✓ right") != std::string::npos);
    CHECK(result.out.find("line 1: 'Homework 3' stands before") != std::string::npos);
    CHECK(result.out.find("not every line of the file could be read") != std::string::npos);
  }
  learner.folder.file("b.txt", "product ≈ 11\n");
  CHECK(learner.run("check 1 b.txt").exit_code == 2);  // the question itself cannot be read
}

TEST_CASE("exercise check: an answer comes from a file, standard input or --set",
          "[cli][exercise]") {
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

TEST_CASE("exercise check: attempts are counted until the pass, unreadable ones never",
          "[cli][exercise]") {
  const Learner learner;
  learner.run("check 1 --set product=eleventh");
  CHECK(learner.progress_of("dot-product")["attempts"] == 0);
  CHECK(learner.progress_of("dot-product")["state"] == "untouched");
  learner.run("check 1 --set product=12");
  learner.run("check 1 --set product=13");
  CHECK(learner.progress_of("dot-product")["attempts"] == 2);
  CHECK(learner.progress_of("dot-product")["state"] == "started");
  const std::string passed = learner.run("check 1 --set product=11").out;
  CHECK(passed.find("Exercise 1 is passed, at attempt 3.") != std::string::npos);
  CHECK(passed.find("hints unread: 2   attn exercise hint 1 --all") != std::string::npos);
  learner.run("check 1 --set product=12");
  CHECK(learner.progress_of("dot-product")["attempts"] == 3);
  CHECK(learner.progress_of("dot-product")["state"] == "passed");
}

TEST_CASE("exercise check: what is right so far is begun, and no attempt", "[cli][exercise]") {
  const Learner learner;
  CHECK(learner.run("check 2 --set 'scores=1 5; 1 2'").exit_code == 1);
  CHECK(learner.progress_of("two-words")["attempts"] == 0);
  CHECK(learner.progress_of("two-words")["state"] == "started");
}

TEST_CASE("exercise check: a sheet with wrong answers is one attempt, whatever cannot be read",
          "[cli][exercise]") {
  const Learner learner;
  CHECK(learner.run("check 2 --set 'scores=9 9; 9 9' --set 'weights=?'").exit_code == 2);
  CHECK(learner.progress_of("two-words")["attempts"] == 1);
  CHECK(learner.progress_of("two-words")["state"] == "started");
  CHECK(learner.run("check 2 --set 'scores=9 9; 9 9' --set 'weights=9 9; 9 9'").exit_code == 1);
  CHECK(learner.progress_of("two-words")["attempts"] == 2);
  CHECK(learner.run("check 2 --set 'scores=1 5; 1 2' --set 'weights=?'").exit_code == 2);
  CHECK(learner.progress_of("two-words")["attempts"] == 2);
}

TEST_CASE("exercise check: the untouched template is no attempt", "[cli][exercise]") {
  const Learner learner;
  CHECK(learner.run("start 2").exit_code == 0);
  CHECK(learner.run("check 2 two-words.txt").exit_code == 2);
  CHECK(learner.run("check 2 /dev/null").exit_code == 2);
  CHECK(learner.run("check 2 empty.txt", ": > empty.txt;").exit_code == 2);
  CHECK(learner.progress_of("two-words")["attempts"] == 0);
}

TEST_CASE("exercise check: a variant is that of the file unless the flag contradicts",
          "[cli][exercise]") {
  const Learner learner;
  learner.run("start 2 --variant 3");
  const nlohmann::json empty = learner.json("check 2 two-words.txt", 2);
  CHECK(empty["variant"] == 3);
  CHECK(learner.run("check 2 two-words.txt --variant 4").exit_code == 2);
  CHECK(learner.json("check 2 --variant 4 --set 'scores=1 2; 3 4'", 1)["variant"] == 4);
  CHECK(learner.run("check 1 --variant 1 --set product=11").exit_code == 2);  // it has none
}

TEST_CASE("exercise check: programs get a document even for what cannot be judged",
          "[cli][exercise]") {
  const Learner learner;
  learner.folder.file("other.txt", "exercise = dot-product\nscores = 1\n");
  const nlohmann::json document = learner.json("check 2 other.txt", 2);
  CHECK(document["verdict"] == "unreadable");
  CHECK(document["exercise"] == "two-words");
  CHECK(document["message"].get<std::string>().find("dot-product") != std::string::npos);
}

TEST_CASE("exercise check: where progress cannot be kept the verdict stands", "[cli][exercise]") {
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

TEST_CASE("exercise check: a lock that is held for good costs seconds, no verdict and no riddle",
          "[cli][exercise]") {
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

TEST_CASE("exercise check: what is left out of the verdict can be had", "[cli][exercise]") {
  const Learner learner;
  learner.folder.file("a.txt", "scores = 1 1; 1 1\nweights = 1 0; 0 1\n");
  const std::string out = learner.run("check 2 a.txt").out;
  CHECK(out.find("   in full   attn exercise check 2 a.txt --all\n") != std::string::npos);
  CHECK(out.find("\n and also\n   weights   ") != std::string::npos);
  const std::string all = learner.run("check 2 a.txt --all").out;
  CHECK(all.find("\n weights\n") != std::string::npos);
  CHECK(all.find("in full") == std::string::npos);
  CHECK(learner.run("check 2 --set 'scores=1 1; 1 1' --set 'weights=1 0; 0 1'")
            .out.find("With --all, every wrong cell") != std::string::npos);
  CHECK(learner.run("check 2 - < a.txt").out.find("With --all, every wrong cell") !=
        std::string::npos);
}

TEST_CASE("squeezed: no blank line is left", "[cli][exercise]") {
  CHECK(squeezed("a\n\n\nb\n") == "a\nb\n");
  CHECK(squeezed("\na") == "a");
  CHECK(squeezed("").empty());
  CHECK(squeezed("a\n\n\nb\n", 1) == "a\n\nb\n");
  CHECK(squeezed("a\n\nb\n", 0) == "a\n\nb\n");
}

TEST_CASE("screenfuls: all lines, in their order", "[cli][exercise]") {
  using Parts = std::vector<std::string>;
  CHECK(screenfuls("a\nb\nc\n", 2) == Parts{"a\nb\n", "c\n"});
  CHECK(screenfuls("a\nb\n", 2) == Parts{"a\nb\n"});
  CHECK(screenfuls("a\nb\n", 0) == Parts{"a\n", "b\n"});
  CHECK(screenfuls("", 3) == Parts{""});
}
