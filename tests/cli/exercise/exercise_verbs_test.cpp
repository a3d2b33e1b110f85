#include "base/text.hpp"
#include "support/small_course.hpp"

using namespace attn;

namespace {

std::string error_of(const Learner& learner, const std::string& arguments) {
  const CommandResult result = learner.run(arguments);
  INFO(arguments << "\n" << result.out);
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  return result.err;
}

}  // namespace

TEST_CASE("exercise: without a verb it says where one is", "[cli][exercise]") {
  const Learner learner;
  const CommandResult first = learner.run("");
  CHECK(first.exit_code == 0);
  CHECK(first.out.find("Exercise 1, A dot product, is next.") != std::string::npos);
  CHECK(first.out.find("attn exercise show 1") != std::string::npos);
  learner.run("start 2");
  CHECK(learner.run("").out.find("Exercise 2, Two words, is begun.") != std::string::npos);
  learner.run("check 2 " + std::string(kRightWords));
  CHECK(learner.run("").out.find("Exercise 3, Which mask, is next.") != std::string::npos);
  learner.run("skip 3");
  learner.run("skip 1");
  CHECK(learner.run("").out.find("Exercise 1, A dot product, was skipped.") != std::string::npos);
  CHECK(learner.run("").out.find("1 of 3 passed, 2 skipped") != std::string::npos);
}

TEST_CASE("exercise: an exercise without a verb is shown", "[cli][exercise]") {
  const Learner learner;
  const std::string shown = learner.run("show two-words").out;
  CHECK(shown.find("Two words") != std::string::npos);
  for (const char* const name : {"2", "02", "two-words", "two"})
    CHECK(learner.run(name).out == shown);
}

TEST_CASE("exercise: what is neither verb nor exercise gets a suggestion", "[cli][exercise]") {
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

TEST_CASE("exercise: a flag that does nothing for the verb is refused", "[cli][exercise]") {
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

TEST_CASE("exercise: words that are missing or too many are named", "[cli][exercise]") {
  const Learner learner;
  CHECK(error_of(learner, "hint") ==
        "attn: error: hint needs to know which exercise.\n  usage: attn exercise hint ID\n"
        "  The next open one: attn exercise hint dot-product\n");
  CHECK(error_of(learner, "watch 1") ==
        "attn: error: watch needs to know which file.\n  usage: attn exercise watch ID FILE\n");
  CHECK(error_of(learner, "list 1") ==
        "attn: error: list takes no further word, but 1 was given.\n  usage: attn exercise list\n");
}

TEST_CASE("exercise: every verb has its document", "[cli][exercise]") {
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
  CHECK(hint["text"].get<std::string>().find("same place") != std::string::npos);
  CHECK(learner.json("solution 1")["schema"] == "attn.solution/1");
  CHECK(learner.json("simulate 3")["schema"] == "attn.simulation/2");
  CHECK(learner.json("start 2")["file"] == "two-words.txt");
  CHECK(learner.json("skip 3")["state"] == "skipped");
  CHECK(learner.json("reset 3")["exercise"] == "which-mask");
  CHECK(learner.json("doctor")["schema"] == "attn.doctor/1");
  CHECK(learner.json("lint")["schema"] == "attn.lint/1");
}

TEST_CASE("exercise: the small course has no faults", "[cli][exercise]") {
  const Learner learner;
  CHECK(learner.json("lint course")["faults"] == nlohmann::json::array());
}

TEST_CASE("exercise: hints come one by one, and are counted", "[cli][exercise]") {
  const Learner learner;
  const std::string first = learner.run("hint 1").out, second = learner.run("hint 1").out;
  CHECK(first.find("hint 1 of 2") != std::string::npos);
  CHECK(second.find("hint 2 of 2") != std::string::npos);
  CHECK(learner.run("hint 1").out == second);
  CHECK(learner.progress_of("dot-product")["hints"] == 2);
  CHECK(learner.progress_of("dot-product")["state"] == "started");
  const std::string all = learner.run("hint 1 --all").out;
  CHECK(all.find("hint 1 of 2") < all.find("hint 2 of 2"));
}

TEST_CASE("exercise: the solution comes after a pass, or when one gives up", "[cli][exercise]") {
  const Learner learner;
  const std::string refusal = error_of(learner, "solution 1");
  CHECK(refusal.find("attn exercise solution 1 --give-up") != std::string::npos);
  CHECK(learner.progress_of("dot-product")["state"] == "untouched");
  CHECK(learner.run("solution 1 --give-up").exit_code == 0);
  CHECK(learner.progress_of("dot-product")["gave_up"] == true);
  CHECK(learner.run("solution 1").exit_code == 0);
  learner.run("check 2 " + std::string(kRightWords));
  CHECK(learner.run("solution 2").exit_code == 0);
  CHECK(learner.progress_of("two-words")["gave_up"] == false);
}

TEST_CASE("exercise: a simulation is repeated by its seed", "[cli][exercise]") {
  const Learner learner;
  const std::string one = learner.run("simulate 3").out;
  CHECK(learner.run("simulate 3 --seed 1").out == one);
  CHECK(learner.run("simulate 3 --seed 2").out != one);
  CHECK(error_of(learner, "simulate 1") == "attn: error: exercise 1 has nothing to simulate.\n");
}

TEST_CASE("exercise: --course chooses the exercises, and what to type says so", "[cli][exercise]") {
  const Learner learner;
  const CommandResult result = run_command(
      "mv course 'my course'; attn exercise show 1 --course 'my course'", learner.folder.path());
  CHECK(result.exit_code == 0);
  CHECK(result.out.find("attn exercise start 1 --course 'my course'") != std::string::npos);
  CHECK(error_of(learner, "list --course nowhere").find("nowhere") != std::string::npos);
}

TEST_CASE("exercise: the program finds its own exercises", "[cli][exercise]") {
  const TemporaryFolder folder;
  const CommandResult result = run_command("attn exercise list --json", folder.path());
  CHECK(result.exit_code == 0);
  CHECK(json_of(result.out)["course"] == "attn");
}

TEST_CASE("exercise: damage is told each time it matters, until it is mended", "[cli][exercise]") {
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
      CHECK(notes_of(words).find("the progress is damaged") != std::string::npos);
      CHECK(notes_of(words).find("the typed answers are damaged") != std::string::npos);
    }
  for (const char* words : {"show 2", "check 2", "show 2"}) {
    INFO(words);
    CHECK(notes_of(words).find("the typed answers are damaged") != std::string::npos);
  }
  CHECK(notes_of("show 1").find("damaged") == std::string::npos);
  const auto doctor = learner.json("doctor", 3);
  CHECK_FALSE(doctor["good"]);
  CHECK(doctor.dump().find("the typed answers are damaged") != std::string::npos);
  CHECK(doctor.dump().find("two-words.json") != std::string::npos);
  std::filesystem::remove(learner.folder.path(answers));
  std::filesystem::remove(learner.folder.path(state + "progress.json"));
  CHECK(notes_of("progress").empty());
}

TEST_CASE("exercise: damaged progress is kept aside by the next change", "[cli][exercise]") {
  const Learner learner;
  learner.run("check 1 --set product=11");
  const std::string file = ".local/state/attn/progress.json";
  const CommandResult result =
      run_command("echo damaged > " + file + "; ATTN_COURSE=course attn exercise skip 2; cat " +
                      file + ".damaged; attn exercise list --course course",
                  learner.folder.path());
  CHECK(result.out.find("0 of 3 passed, 1 skipped") != std::string::npos);
  CHECK(result.out.find("\ndamaged\n") != std::string::npos);
  const std::size_t first = result.err.find("was damaged");
  CHECK(first != std::string::npos);
  CHECK(result.err.find("was damaged", first + 1) == std::string::npos);
}

TEST_CASE("exercise: doctor says what is wrong", "[cli][exercise]") {
  const Learner learner;
  CHECK(learner.run("doctor").exit_code == 0);
  CHECK(learner.run("doctor --course nowhere").exit_code == 3);
  CHECK(learner.run("doctor", "touch plain; XDG_STATE_HOME=$PWD/plain").exit_code == 3);
}

TEST_CASE("exercise next: shows the exercise that is named as the next one", "[cli][exercise]") {
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

TEST_CASE("exercise: the largest counts in the progress stay", "[cli][exercise]") {
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
