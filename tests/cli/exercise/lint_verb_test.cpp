#include "support/small_course.hpp"

using namespace attn;

namespace {

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

}  // namespace

TEST_CASE("exercise new: writes what lint, show and check can use", "[cli][exercise]") {
  const Author author;
  CHECK(author.run("attn exercise lint mine").exit_code == 0);
  CHECK(author.run("attn exercise show 1 --course mine").exit_code == 0);
  const std::string check = "attn exercise check 1 --course mine ";
  CHECK(author.run(check + "mine/solutions/01-which-word/answer.txt").exit_code == 0);
  CHECK(author.run(check + "--set 'scores = 3 4 3'").out.find("You added up each key.") !=
        std::string::npos);

  const CommandResult again = author.run("attn exercise new mine second --json");
  CHECK(again.exit_code == 0);
  const nlohmann::json document = json_of(again.out);
  CHECK(document["schema"] == "attn.exercise-new/1");
  CHECK(document["number"] == 2);
  CHECK(document["files"].size() == 5);
}

TEST_CASE("exercise new: what it needs, and what it refuses", "[cli][exercise]") {
  const Author author;
  for (const char* words : {"new", "new mine"}) {
    const CommandResult result = author.run(std::string("attn exercise ") + words);
    CHECK(result.exit_code == 2);
    CHECK(result.err.find("new needs a folder for the course, and an id for the exercise.") !=
          std::string::npos);
    CHECK(result.err.find("usage: attn exercise new FOLDER ID") != std::string::npos);
  }
  CHECK(author.run("attn exercise new mine which-word").exit_code == 2);
  CHECK(author.run("attn exercise new mine 'Which word'").exit_code == 2);
  CHECK(author.run("attn exercise new mine x --course mine").exit_code == 2);
}

TEST_CASE("exercise lint: shows each mistake with what is said of it", "[cli][exercise]") {
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

TEST_CASE("exercise lint: of one exercise alone", "[cli][exercise]") {
  const Author author;
  author.run("attn exercise new mine second && rm mine/exercises/02-second/prompt.en.md");
  CHECK(author.run("attn exercise lint mine").exit_code == 1);
  CHECK(author.run("attn exercise lint mine which").exit_code == 0);
  CHECK(author.run("attn exercise lint mine 2").exit_code == 1);
  CHECK(author.run("attn exercise lint mine third").exit_code == 2);
}

TEST_CASE("exercise lint: again whenever a file is saved, until Ctrl-C", "[cli][exercise]") {
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

TEST_CASE("exercise lint: watching for programs is a document a line", "[cli][exercise]") {
  const Author author;
  const CommandResult result =
      author.run("timeout --preserve-status -s INT 1 attn exercise lint mine --watch --json");
  CHECK(result.exit_code == 130);
  CHECK(times("\n", result.out) == 1);
  CHECK(json_of(result.out)["faults"].empty());
}
