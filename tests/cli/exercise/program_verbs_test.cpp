#include <fstream>

#include "cli/exercise/program.hpp"
#include "support/sitting.hpp"

using namespace attn;
namespace fs = std::filesystem;

namespace {

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

TEST_CASE("sit_at_program: from the page to a pass", "[cli][exercise]") {
  const Programmer learner;
  Sitting sitting(learner, "", 40, 80, learner.here());
  REQUIRE(sitting.shows("Enter checks doubling.sh"));
  CHECK(sitting.terminal.screen().shows("twice as large"));
  sitting.terminal.type("\r");
  REQUIRE(sitting.shows("doubling.sh is written."));
  sitting.terminal.type("\r");
  REQUIRE(sitting.shows("Not yet: 0 of 1 checks"));
  sitting.terminal.type("h\r");
  REQUIRE(sitting.shows("Add it to itself."));
  sitting.terminal.type("x\r");
  REQUIRE(sitting.shows("Enter checks the program, h shows a hint"));
  learner.write("doubling.sh", "read n\necho $((n + n))\n");
  sitting.terminal.type("\r");
  REQUIRE(sitting.shows("Exercise 1 is passed, at attempt 2."));
  sitting.terminal.type("\r");
  CHECK(sitting.exit_code() == 0);
  CHECK(learner.progress_of("doubling")["state"] == "passed");
}

TEST_CASE("sit_at_program: left for later, or stopped", "[cli][exercise]") {
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

TEST_CASE("sit_at_program: Ctrl-C ends the program that runs, and the sitting", "[cli][exercise]") {
  const Programmer learner;
  learner.write("doubling.sh", "sleep 1000\n");
  Sitting sitting(learner, "", 40, 80, learner.here());
  REQUIRE(sitting.shows("Enter checks"));
  sitting.terminal.type("\r");
  REQUIRE(sitting.terminal.wait_for("running values"));
  sitting.terminal.type("\x03");
  CHECK(sitting.exit_code() == 130);
}

TEST_CASE("watch: a program is checked whenever it is saved", "[cli][exercise]") {
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

TEST_CASE("check: a program is known by its name, and its solution is shown", "[cli][exercise]") {
  const Programmer learner;
  learner.write("doubling.sh", "read n\necho $((2 * n))\n");
  CHECK(learner.run("check doubling.sh --isolation limits").exit_code == 0);
  CHECK(learner.run("check --isolation limits 1").exit_code == 0);
  const CommandResult solution = learner.run("solution 1");
  CHECK_THAT(solution.out, ContainsSubstring("echo $((2 * n))"));
}

TEST_CASE("reset: the template takes the place of a program, which is kept", "[cli][exercise]") {
  const Programmer learner;
  learner.write("doubling.sh", "mine\n");
  CHECK(learner.run("reset 1 doubling.sh").exit_code == 0);
  CHECK(fs::exists(learner.folder.path() / "doubling.sh.old"));
  const CommandResult shown = run_command("cat doubling.sh doubling.sh.old", learner.folder.path());
  CHECK(shown.out == "read n\necho 0\nmine\n");
}

}  // namespace
