#include "support/sitting.hpp"

#include <csignal>

using namespace attn;

namespace {

constexpr const char* kWeights = "0.119 0.881; 0.378 0.622\r";

/// From the page of an exercise with two questions to the first of them.
void begin(Sitting& sitting) {
  REQUIRE(sitting.shows("Enter"));
  sitting.terminal.type("\r");
  REQUIRE(sitting.shows("1 of 2"));
}

}  // namespace

TEST_CASE("exercise: one exercise after the other until all are passed", "[cli][exercise]") {
  const Learner learner;
  Sitting sitting(learner, "");
  REQUIRE(sitting.shows("Enter: the first question"));
  sitting.terminal.type("\r");
  REQUIRE(sitting.shows("1 of 1   product"));
  CHECK(sitting.terminal.screen().shows("0 of 3 passed"));
  sitting.terminal.type("11\r");
  REQUIRE(sitting.shows("Exercise 1 is passed."));
  sitting.terminal.type("\r");
  REQUIRE(sitting.shows("Two words"));
  sitting.terminal.type("\r");
  REQUIRE(sitting.shows("1 of 2   scores"));
  CHECK(sitting.terminal.screen().shows("⎡ 1  2  0  1 ⎤"));  // what is given stays in sight
  CHECK(sitting.terminal.screen().shows("1 of 3 passed"));
  sitting.terminal.type("1 5\r");
  REQUIRE(sitting.shows("row 2 (sat)"));
  sitting.terminal.type("1 2\r");
  REQUIRE(sitting.shows("2 of 2   weights"));
  CHECK(sitting.terminal.screen().shows("scores   ✓ right"));
  CHECK(sitting.terminal.screen().shows("⎡ 1  2  0  1 ⎤"));
  CHECK(sitting.terminal.screen().shows("scores (yours)"));
  CHECK(sitting.terminal.screen().shows("cat ⎡   1    5 ⎤"));
  sitting.terminal.type(kWeights);
  REQUIRE(sitting.shows("Exercise 2 is passed."));
  sitting.terminal.type("q\r");
  CHECK(sitting.exit_code() == 0);
  CHECK(sitting.terminal.screen().shows("attn exercise continue"));
  CHECK(sitting.terminal.screen().n_wrapped() == 0);
  CHECK(learner.progress_of("two-words")["attempts"] == 1);
}

TEST_CASE("exercise: goes on where it was left, however that was", "[cli][exercise]") {
  const Learner learner;
  const auto leave = GENERATE(0, 1, 2, 3, 4);
  const bool is_told = leave == 0 || leave == 1 || leave == 4;
  {
    Sitting sitting(learner, "continue 2");
    REQUIRE(sitting.shows("Enter: the first question"));
    sitting.terminal.type("\r");
    REQUIRE(sitting.shows("1 of 2   scores"));
    sitting.terminal.type("1 5; 1 2\r");
    REQUIRE(sitting.shows("2 of 2   weights"));
    sitting.terminal.type("0.119 0.881\r");  // half of the next one
    REQUIRE(sitting.shows("row 2 (sat)"));
    INFO("way " << leave);
    if (leave == 0) sitting.terminal.type("quit\r");
    if (leave == 1) sitting.terminal.type("\x03");
    if (leave == 2) sitting.terminal.send(SIGKILL);
    if (leave == 3) sitting.terminal.hang_up();
    if (leave == 4) sitting.terminal.type("\x04");
    CHECK(sitting.exit_code() == (leave == 0 || leave == 4 ? 0
                                  : leave == 1             ? 130
                                  : leave == 2             ? 137
                                                           : 129));
    CHECK(sitting.terminal.screen().shows("Every answer is kept.") == is_told);
    CHECK(sitting.terminal.screen().shows("attn exercise continue") == is_told);
  }
  Sitting again(learner, "continue 2");
  REQUIRE(again.shows("2 of 2   weights"));
  CHECK(again.terminal.screen().shows("row 1 (cat) > 0.119 0.881"));
  again.terminal.type("0.378 0.622\r");
  CHECK(again.shows("Exercise 2 is passed."));
}

TEST_CASE("exercise: a line can be edited, and earlier ones come back", "[cli][exercise]") {
  const Learner learner;
  Sitting sitting(learner, "continue 1");
  REQUIRE(sitting.shows("Enter"));
  sitting.terminal.type("\r");
  REQUIRE(sitting.shows("1 of 1"));
  sitting.terminal.type("21\x1b[D\x7f");  // left, backspace
  const bool is_edited = sitting.terminal.wait_for(
      [](const TerminalScreen& screen) { return screen.shows(" > 1") && !screen.shows(" > 21"); });
  INFO(sitting.terminal.screen().text());
  REQUIRE(is_edited);
  sitting.terminal.type("\r");
  REQUIRE(sitting.shows("not yet"));
  sitting.terminal.type("\x1b[A");  // up
  REQUIRE(sitting.terminal.wait_for(" > 1"));
  sitting.terminal.type("1\r");
  CHECK(sitting.shows("Exercise 1 is passed"));
}

TEST_CASE("exercise: puts the terminal back, however it ends", "[cli][exercise]") {
  const Learner learner;
  const std::string end = GENERATE("q\r", "\x04", "\x03", "\x1c");
  Sitting sitting(learner, "continue 1");
  const termios before = sitting.terminal.settings();
  REQUIRE(sitting.shows("Enter"));
  sitting.terminal.type("\r");
  REQUIRE(sitting.shows("1 of 1"));
  sitting.terminal.type(end);
  sitting.exit_code();
  CHECK(same_settings(before, sitting.terminal.settings()));
}

TEST_CASE("exercise: stops and goes on", "[cli][exercise]") {
  const Learner learner;
  Sitting sitting(learner, "continue 1");
  REQUIRE(sitting.shows("Enter"));
  sitting.terminal.type("\r");
  REQUIRE(sitting.shows("1 of 1"));
  sitting.terminal.type("1");
  REQUIRE(sitting.terminal.wait_for("> 1"));
  sitting.terminal.type("\x1a");
  REQUIRE(sitting.terminal.wait_until_stopped());
  sitting.terminal.send(SIGCONT);
  sitting.terminal.type("1\r");
  CHECK(sitting.shows("Exercise 1 is passed"));
}

TEST_CASE("exercise: a matrix is pasted whole", "[cli][exercise]") {
  const Learner learner;
  Sitting sitting(learner, "continue 2");
  begin(sitting);
  sitting.terminal.type("\x1b[200~1 5\n1 2\n\x1b[201~");
  REQUIRE(sitting.terminal.wait_for("> 1 5 ; 1 2"));
  sitting.terminal.type("\r");
  REQUIRE(sitting.shows("2 of 2   weights"));
  sitting.terminal.type("0.119 0.881\n0.378 0.622\n");  // a terminal that marks no pastes
  CHECK(sitting.shows("Exercise 2 is passed"));
}

TEST_CASE("exercise: rows are looked at when they come, and can be taken back", "[cli][exercise]") {
  const Learner learner;
  Sitting sitting(learner, "continue 2");
  begin(sitting);
  sitting.terminal.type("1 5 9\r");
  REQUIRE(sitting.shows("Row 1: 2 numbers were expected, and 3 were given."));
  sitting.terminal.type("1 9\r");
  REQUIRE(sitting.shows("row 2"));
  sitting.terminal.type("undo\r");
  REQUIRE(sitting.shows("row 1"));
  sitting.terminal.type("1 5; 1 2\r");
  REQUIRE(sitting.shows("2 of 2"));
  sitting.terminal.type("u\r");
  REQUIRE(sitting.shows("taken back   scores"));
  CHECK(sitting.terminal.screen().shows("1 of 2   scores"));
}

TEST_CASE("exercise: hints, the page, the help and the solution come back to the question",
          "[cli][exercise]") {
  const Learner learner;
  Sitting sitting(learner, "continue 3");
  REQUIRE(sitting.shows("Enter"));
  sitting.terminal.type("\r");
  REQUIRE(sitting.shows("1 of 2   kind"));
  sitting.terminal.type(":hint\r");
  REQUIRE(sitting.shows("hint 1 of 1 for this question"));
  CHECK(sitting.terminal.screen().shows("1 of 2   kind"));
  sitting.terminal.type("h\r");  // an answer here
  REQUIRE(sitting.shows("2 of 2   mask"));
  for (const char* word : {"?", "show"}) {
    sitting.terminal.type(std::string(word) + "\r");
    REQUIRE(sitting.shows("Enter goes back"));
    sitting.terminal.type("\r");
    REQUIRE(sitting.shows("2 of 2   mask"));
  }
  sitting.terminal.type("solution\r");
  REQUIRE(sitting.shows("solution 3 --give-up"));
  sitting.terminal.type("quit\r");
  CHECK(sitting.exit_code() == 0);
  CHECK(learner.progress_of("which-mask")["hints"] == 1);
}

TEST_CASE("exercise: what is left out is asked again, and an exercise can be left",
          "[cli][exercise]") {
  const Learner learner;
  Sitting sitting(learner, "");
  REQUIRE(sitting.shows("Enter"));
  sitting.terminal.type("\r");
  REQUIRE(sitting.shows("1 of 1"));
  sitting.terminal.type("skip\r");
  REQUIRE(sitting.shows("Enter: the open questions again"));
  sitting.terminal.type("\r");
  REQUIRE(sitting.shows("1 of 1"));
  sitting.terminal.type("next\r");
  REQUIRE(sitting.shows("Two words"));
  sitting.terminal.type("quit\r");
  sitting.exit_code();
  CHECK(learner.progress_of("dot-product")["state"] == "skipped");
}

TEST_CASE("exercise: what was begun and is left for later stays begun", "[cli][exercise]") {
  const Learner learner;
  Sitting sitting(learner, "continue 2");
  begin(sitting);
  sitting.terminal.type("1 5; 1 2\r");
  REQUIRE(sitting.shows("2 of 2"));
  sitting.terminal.type("next\r");
  REQUIRE(sitting.shows("Which mask"));  // and not the same one again
  sitting.terminal.type("quit\r");
  sitting.exit_code();
  CHECK(learner.progress_of("two-words")["state"] == "started");
  CHECK(learner.json("next")["id"] == "two-words");
}

TEST_CASE("exercise: each wrong answer is an attempt, at the prompt as with a sheet",
          "[cli][exercise]") {
  const Learner learner;
  Sitting sitting(learner, "continue 2");
  begin(sitting);
  for (const char* wrong : {"9 9; 9 9\r", "8 8; 8 8\r"}) {
    sitting.terminal.type(wrong);
    REQUIRE(sitting.shows("not yet"));
    sitting.terminal.type("p\r");  // so that the next answer is told apart from this one
    REQUIRE(sitting.shows("Enter goes back"));
    sitting.terminal.type("\r");
    REQUIRE(sitting.shows("1 of 2"));
  }
  sitting.terminal.type("1 5; 1 2\r");
  REQUIRE(sitting.shows("2 of 2"));
  CHECK(learner.progress_of("two-words")["attempts"] == 2);
  sitting.terminal.type(kWeights);
  REQUIRE(sitting.shows("Exercise 2 is passed, at attempt 3."));
}

TEST_CASE("exercise: a row that cannot be kept is told at once", "[cli][exercise]") {
  const Learner learner;
  Sitting sitting(learner, "continue 2");
  begin(sitting);
  std::filesystem::create_directories(learner.folder.path(".local"));
  std::filesystem::remove_all(learner.folder.path(".local/state"));
  learner.folder.file(".local/state", "a file in the place of the folder");
  sitting.terminal.type("1 5\r");
  REQUIRE(sitting.shows("not kept"));
  CHECK(sitting.shows("row 2"));
  sitting.terminal.type("1 2\r");
  REQUIRE(sitting.shows("2 of 2"));
  CHECK(sitting.terminal.screen().shows("not kept"));
  std::filesystem::remove(learner.folder.path(".local/state"));
  sitting.terminal.type("0.119 0.881\r");  // with which the scores are kept, too
  REQUIRE(sitting.shows("row 2"));
  CHECK_FALSE(sitting.terminal.screen().shows("not kept"));
  sitting.terminal.type("0.378 0.622\r");
  REQUIRE(sitting.shows("Exercise 2 is passed"));
  CHECK(learner.run("check 2").exit_code == 0);
}

TEST_CASE("exercise: fits small terminals, and any size it is given", "[cli][exercise]") {
  const Learner learner;
  Sitting sitting(learner, "continue 2", 24, 40);
  begin(sitting);
  sitting.terminal.type("2 2");
  REQUIRE(sitting.terminal.wait_for("> 2 2"));
  sitting.terminal.resize(30, 80);
  REQUIRE(sitting.terminal.wait_for([](const TerminalScreen& screen) {
    return screen.before_cursor().ends_with("> 2 2") && screen.shows("s skip   u undo   q quit");
  }));
  sitting.terminal.type("\r2 2\r");
  REQUIRE(sitting.shows("not yet"));
  CHECK(sitting.terminal.screen().shows("1 of 2   scores"));
}

TEST_CASE("exercise: a dumb terminal is told everything line by line", "[cli][exercise]") {
  const Learner learner;
  Sitting sitting(learner, "continue 2", 100, 80, "TERM=dumb");
  REQUIRE(sitting.shows("Enter"));
  sitting.terminal.type("\n");
  REQUIRE(sitting.shows("1 of 2   scores"));
  sitting.terminal.type("1 5\n1 2\n");
  REQUIRE(sitting.shows("2 of 2   weights"));
  sitting.terminal.type("\x03");
  CHECK(sitting.exit_code() == 130);
  CHECK(sitting.terminal.screen().shows("Every answer is kept."));
}

TEST_CASE("exercise: speaks Japanese at the prompt", "[cli][exercise]") {
  const Learner learner;
  Sitting sitting(learner, "--lang ja continue 2");
  REQUIRE(sitting.shows("Enter"));
  sitting.terminal.type("\r");
  REQUIRE(sitting.shows("1 行目 (cat)"));
  sitting.terminal.type("１　５\r1 2\r");  // as a Japanese keyboard writes them
  CHECK(sitting.shows("weights"));
  CHECK(sitting.terminal.screen().n_wrapped() == 0);
}

TEST_CASE("exercise: two sittings at once lose no answer", "[cli][exercise]") {
  const Learner learner;
  Sitting one(learner, "continue 2"), two(learner, "continue 2");
  for (Sitting* sitting : {&one, &two}) begin(*sitting);
  one.terminal.type("1 5; 1 2\r");
  REQUIRE(one.shows("2 of 2"));
  two.terminal.type("skip\r");
  REQUIRE(two.shows("2 of 2"));
  two.terminal.type(kWeights);
  REQUIRE(two.shows("Exercise 2 is passed."));  // with what the other one was told
}

TEST_CASE("exercise: a right answer of another sitting is not written over", "[cli][exercise]") {
  const Learner learner;
  Sitting one(learner, "continue 2"), two(learner, "continue 2");
  for (Sitting* sitting : {&one, &two}) begin(*sitting);
  one.terminal.type("1 5; 1 2\r");
  REQUIRE(one.shows("2 of 2"));
  two.terminal.type("9 9\r");
  REQUIRE(two.shows("row 2"));
  two.terminal.type("9 9\r");
  REQUIRE(two.shows("2 of 2"));
  CHECK(two.terminal.screen().shows("Another sitting has answered this meanwhile."));
  two.terminal.type(kWeights);
  CHECK(two.shows("Exercise 2 is passed."));
}

TEST_CASE("exercise: where nothing can be kept, it says so and goes on", "[cli][exercise]") {
  const Learner learner;
  Sitting sitting(learner, "continue 1", 24, 80, "XDG_STATE_HOME=/proc");
  REQUIRE(sitting.shows("Enter"));
  sitting.terminal.type("\r");
  REQUIRE(sitting.shows("1 of 1"));
  sitting.terminal.type("12\r");
  REQUIRE(sitting.shows("not kept"));
  sitting.terminal.type("11\r");
  CHECK(sitting.shows("Exercise 1 is passed"));
}

TEST_CASE("exercise check: judges what was typed, or the file of start, and says which",
          "[cli][exercise]") {
  const Learner learner;
  CHECK(learner.run("check 2").exit_code == 2);
  {
    Sitting sitting(learner, "check 2");
    begin(sitting);
    sitting.terminal.type("1 5; 1 2\r");
    REQUIRE(sitting.shows("2 of 2"));
    sitting.terminal.type("q\r");
    sitting.exit_code();
  }
  const CommandResult typed = learner.run("check 2");
  CHECK(typed.exit_code == 1);
  CHECK(typed.out.find("typed at the prompt") != std::string::npos);
  CHECK(typed.out.find("scores    ✓ right") != std::string::npos);
  CHECK(learner.json("check 2", 1)["source"].get<std::string>().ends_with("two-words.json"));
  CHECK(learner.run("start 2").exit_code == 0);
  CHECK(learner.run("check 2").out.find("typed at the prompt") !=
        std::string::npos);  // still blank
  run_command(
      "sed 's/^weights =.*/weights = 0.5 0.5; 0.5 0.5/' two-words.txt > t && mv t two-words.txt",
      learner.folder.path());
  CHECK(learner.run("check 2").out.find("the answers in two-words.txt") != std::string::npos);
}

TEST_CASE("exercise reset: keeps a copy of what was typed", "[cli][exercise]") {
  const Learner learner;
  {
    Sitting sitting(learner, "continue 1");
    REQUIRE(sitting.shows("Enter"));
    sitting.terminal.type("\r");
    REQUIRE(sitting.shows("1 of 1"));
    sitting.terminal.type("12\r");
    REQUIRE(sitting.shows("not yet"));
    sitting.terminal.type("q\r");
    sitting.exit_code();
  }
  const nlohmann::json document = learner.json("reset 1");
  CHECK(std::filesystem::exists(document["typed"].get<std::string>()));
  CHECK(learner.run("check 1").exit_code == 2);  // nothing is at hand any more
}
