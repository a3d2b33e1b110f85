#include "support/small_course.hpp"

using namespace attn;

TEST_CASE("exercise start: writes the template and never over a file", "[cli][exercise]") {
  const Learner learner;
  const CommandResult result = learner.run("start 2");
  CHECK(result.exit_code == 0);
  CHECK(result.out.find("attn exercise check 2 two-words.txt") != std::string::npos);
  CHECK(run_command("grep -c '^scores =' two-words.txt", learner.folder.path()).out == "1\n");
  CHECK(learner.progress_of("two-words")["state"] == "started");
  CHECK(learner.run("start 2").exit_code == 2);
  CHECK(learner.json("start 2 --force")["kept"] == "two-words.txt.old");
  CHECK(run_command("grep -c '^scores =' two-words.txt.old", learner.folder.path()).out == "1\n");
  CHECK(learner.run("start 2 'my answer.txt'").out.find("check 2 'my answer.txt'") !=
        std::string::npos);
  CHECK(learner.run("start 1 --variant 1").exit_code == 2);  // it has none
  CHECK(learner.run("start 1 no/such/folder.txt").exit_code == 2);
  CHECK(learner.progress_of("dot-product")["state"] == "untouched");
}

TEST_CASE("exercise reset: forgets, and keeps what the file held", "[cli][exercise]") {
  const Learner learner;
  learner.run("start 1");
  learner.run("check 1 --set product=11");
  const auto write = [&](const std::string& text) { learner.folder.file("dot-product.txt", text); };
  write("first");
  CHECK(learner.run("reset 1 dot-product.txt").out.find("dot-product.txt.old") !=
        std::string::npos);
  CHECK(learner.progress_of("dot-product")["state"] == "untouched");
  write("second");
  CHECK(learner.json("reset 1 dot-product.txt")["kept"] == "dot-product.txt.old.2");
  const CommandResult kept =
      run_command("cat *.old *.old.2; grep -c '^product =' dot-product.txt", learner.folder.path());
  CHECK(kept.out == "firstsecond1\n");
  CHECK(learner.run("reset 1 dot-prodcut.txt").err ==
        "attn: error: dot-prodcut.txt: there is no such file that could begin anew.\n"
        "  Did you mean dot-product.txt?\n");
  CHECK(learner.run("reset 1 zebra.txt").err.find("attn exercise start 1 zebra.txt") !=
        std::string::npos);
  CHECK_FALSE(std::filesystem::exists(learner.folder.path("zebra.txt")));
  CHECK(learner.run("reset 1 course").exit_code == 2);
}

TEST_CASE("exercise skip: leaves a pass alone", "[cli][exercise]") {
  const Learner learner;
  learner.run("check 1 --set product=11");
  CHECK(learner.json("skip 1")["state"] == "passed");
  CHECK(learner.json("skip 2")["state"] == "skipped");
  CHECK(learner.progress_of("dot-product")["state"] == "passed");
  CHECK(learner.json("progress")["n_skipped"] == 1);
  CHECK(learner.json("progress")["n_passed"] == 1);
  CHECK(learner.run("skip 2", "env -u HOME").exit_code == 3);
}

TEST_CASE("exercise start: the file has what is given and every question", "[cli][exercise]") {
  const Learner learner;
  REQUIRE(learner.run("start 2").exit_code == 0);
  const std::string file = run_command("cat two-words.txt", learner.folder.path()).out;
  CHECK(file.starts_with("exercise = two-words\nvariant = 0\n"));
  for (const char* part : {"1 of 2   scores", "The scores Q Kᵀ.", "2 × 2, whole numbers",
                           "\nscores =\n", "\nweights =\n", "⎡ 1  2  0  1 ⎤"})
    CHECK(file.find(part) != std::string::npos);
  REQUIRE(learner.run("start 3 --lang ja").exit_code == 0);
  const std::string japanese = run_command("cat which-mask.txt", learner.folder.path()).out;
  CHECK(japanese.find("どのマスクですか。") != std::string::npos);
  CHECK(japanese.find("which mask") == std::string::npos);
  CHECK(learner.run("check 3 which-mask.txt").out.find("Nothing is filled in") !=
        std::string::npos);
}

TEST_CASE("exercise check: a file says which exercise it answers", "[cli][exercise]") {
  const Learner learner;
  REQUIRE(learner.run("start 2 mine.txt").exit_code == 0);
  CHECK(learner.run("check mine.txt").out.find("weights   not filled in") != std::string::npos);
  run_command("sed -i 1d mine.txt", learner.folder.path());
  const CommandResult refused = learner.run("check mine.txt");
  CHECK(refused.exit_code == 2);
  CHECK(refused.err.find("exercise = ID") != std::string::npos);
  CHECK(learner.run("check missing.txt").exit_code == 2);
}

TEST_CASE("exercise start: alone, it names the next open exercise", "[cli][exercise]") {
  const Learner learner;
  for (const std::string verb : {"start", "show", "hint", "check"}) {
    const CommandResult result = learner.run(verb);
    CHECK(result.exit_code == 2);
    CHECK(result.err.find("The next open one: attn exercise " + verb + " dot-product") !=
          std::string::npos);
  }
  CHECK(learner.run("reset").err.find("dot-product") == std::string::npos);
}
