#include "cli/exercise/sitting_exercise.hpp"

#include "support/sitting.hpp"

using namespace attn;

namespace {

/// One at the first question of an exercise.
struct AtQuestion : Sitting {
  AtQuestion(const Learner& who, const std::string& exercise, const std::string& before = "")
      : Sitting(who, "continue " + exercise, 40, 80, before) {
    REQUIRE(shows("Enter: the first question"));
    terminal.type("\r");
    REQUIRE(shows("1 of "));
  }

  void type(const std::string& line) { terminal.type(line + "\r"); }
};

}  // namespace

TEST_CASE("sitting: rows that were begun survive hints, pages and the help", "[cli][exercise]") {
  const Learner learner;
  AtQuestion sitting(learner, "3", GENERATE("", "TERM=dumb"));
  sitting.type("h");
  REQUIRE(sitting.shows("2 of 2   mask"));
  sitting.type("1 0 0");
  REQUIRE(sitting.shows("row 2 "));
  sitting.type("1 1 0");
  REQUIRE(sitting.shows("row 3 "));
  for (const char* const word : {"?", "p", "m"}) {
    INFO(word);
    sitting.type(word);
    REQUIRE(sitting.shows("Enter goes back"));
    sitting.type("");
    REQUIRE(sitting.shows("row 3 "));
    CHECK(sitting.terminal.screen().shows("row 1 > 1 0 0\n row 2 > 1 1 0\n row 3 >"));
  }
  sitting.type("h");
  REQUIRE(sitting.shows("hint 1 of 1 for this question"));
  CHECK(sitting.terminal.screen().shows("row 1 > 1 0 0\n row 2 > 1 1 0\n row 3 >"));
  sitting.type("u");
  REQUIRE(sitting.shows("row 2 >"));
  sitting.type("u");
  REQUIRE(sitting.shows("row 1 >"));
  sitting.type("1 0 0; 1 1 0; 1 1 1");
  CHECK(sitting.shows("Exercise 3 is passed."));
}

TEST_CASE("sitting: a short row is told alike in every row", "[cli][exercise]") {
  const Learner learner;
  AtQuestion sitting(learner, "2");
  sitting.type("1");
  REQUIRE(sitting.shows("Row 1: 2 numbers were expected, and 1 were given."));
  sitting.type("1 5");
  REQUIRE(sitting.shows("row 2"));
  sitting.type("1");
  CHECK(sitting.shows("Row 2: 2 numbers were expected, and 1 were given."));
}

TEST_CASE("sitting: after a pass only Enter goes on", "[cli][exercise]") {
  const Learner learner;
  AtQuestion sitting(learner, "1");
  sitting.type("11");
  REQUIRE(sitting.shows("w shows the worked solution, q stops."));
  for (const char* const word : {"u", "what"}) {
    sitting.type(word);
    REQUIRE(sitting.shows("That does nothing here."));
  }
  sitting.type("?");
  REQUIRE(sitting.shows("Enter goes back"));
  CHECK(sitting.terminal.screen().shows("h, hint"));
  sitting.type("");
  REQUIRE(sitting.shows("Exercise 1 is passed."));
  sitting.type("w");
  REQUIRE(sitting.shows("Enter goes back"));
  CHECK_FALSE(sitting.terminal.screen().shows("Exercise 1 is passed."));
  sitting.type("");
  REQUIRE(sitting.shows("Exercise 1 is passed."));
  sitting.type("");
  CHECK(sitting.shows("Two words"));
}

TEST_CASE("sitting: what was said of an exercise does not stand above the next",
          "[cli][exercise]") {
  const Learner learner;
  AtQuestion sitting(learner, "1");
  sitting.type("11");
  REQUIRE(sitting.shows("Exercise 1 is passed."));
  sitting.type("");
  REQUIRE(sitting.shows("Two words"));
  sitting.type("");
  REQUIRE(sitting.shows("1 of 2   scores"));
  CHECK_FALSE(sitting.terminal.screen().shows("right"));
}

TEST_CASE("sitting: says which hint it is, and when there is no further one", "[cli][exercise]") {
  const Learner learner;
  AtQuestion sitting(learner, "2");
  sitting.type("h");
  REQUIRE(sitting.shows("hint 1 of "));
  CHECK_FALSE(sitting.terminal.screen().shows("There is no further hint for this question."));
  for (int i = 0; i < 3; ++i) sitting.type("h");
  CHECK(sitting.shows("There is no further hint for this question."));
}

TEST_CASE("sitting: the help obeys what it names", "[cli][exercise]") {
  const Learner learner;
  AtQuestion sitting(learner, "2");
  sitting.type("?");
  REQUIRE(sitting.shows("Enter goes back, q stops"));
  sitting.type("nonsense");
  REQUIRE(sitting.shows("That does nothing here."));
  sitting.type("h");
  REQUIRE(sitting.shows("hint 1 of "));
  CHECK(sitting.terminal.screen().shows("1 of 2   scores"));
  sitting.type("?");
  REQUIRE(sitting.shows("Enter goes back, q stops"));
  sitting.type("q");
  CHECK(sitting.exit_code() == 0);
  CHECK(sitting.terminal.screen().shows("Every answer is kept."));
}

TEST_CASE("sitting: at the end of a round the last answer can be taken back", "[cli][exercise]") {
  const Learner learner;
  AtQuestion sitting(learner, "2");
  sitting.type("s");
  REQUIRE(sitting.shows("2 of 2   weights"));
  sitting.type("0.119 0.881; 0.378 0.622");
  REQUIRE(sitting.shows("Enter: the open questions again"));
  sitting.type("u");
  REQUIRE(sitting.shows("taken back   weights"));
  CHECK(sitting.terminal.screen().shows("2 of 2   weights"));
}

TEST_CASE("sitting: keys beside the arrows type nothing", "[cli][exercise]") {
  const Learner learner;
  AtQuestion sitting(learner, "1");
  // "19", Page Up, Page Down, Insert, F5, Home, Delete, End, "1".
  sitting.terminal.type("19\x1b[5~\x1b[6~\x1b[2~\x1b[15~\x1b[1~\x1b[3~\x1b[4~1");
  CHECK(sitting.terminal.wait_for(
      [](const TerminalScreen& screen) { return screen.before_cursor() == " > 91"; }));
}

TEST_CASE("sitting: where nothing can be kept, Ctrl-C promises nothing", "[cli][exercise]") {
  const Learner learner;
  AtQuestion sitting(learner, "1", "XDG_STATE_HOME=/proc");
  sitting.type("12");
  REQUIRE(sitting.shows("not kept"));
  sitting.terminal.type("\x03");
  CHECK(sitting.exit_code() == 130);
  CHECK_FALSE(sitting.terminal.screen().shows("Every answer is kept."));
}

TEST_CASE("sitting: a skip is taken back before an answer is", "[cli][exercise]") {
  const Learner learner;
  AtQuestion sitting(learner, "2");
  sitting.type("1 5; 1 2");
  REQUIRE(sitting.shows("2 of 2   weights"));
  sitting.type("s");
  REQUIRE(sitting.shows("Enter: the open questions again."));
  sitting.type("u");
  REQUIRE(sitting.shows("2 of 2   weights"));
  CHECK(sitting.terminal.screen().shows("cat ⎡   1    5 ⎤"));
  sitting.type("y");
  REQUIRE(sitting.shows("Enter goes back"));
  CHECK(sitting.terminal.screen().shows("cat ⎡   1    5 ⎤"));
  sitting.type("");
  REQUIRE(sitting.shows("2 of 2   weights"));
  sitting.type("u");
  REQUIRE(sitting.shows("1 of 2   scores"));
  CHECK(sitting.terminal.screen().shows("taken back"));
  sitting.type("y");
  CHECK(sitting.shows("Nothing has been answered rightly yet."));
}

TEST_CASE("sitting: an exercise that is left is named on the next page", "[cli][exercise]") {
  const Learner learner;
  AtQuestion sitting(learner, "1");
  sitting.type("n");
  REQUIRE(sitting.shows("Two words"));
  CHECK(sitting.terminal.screen().shows("Exercise 1 is left for later. Its answers are kept."));
}

TEST_CASE("sitting: typed rows stay when the terminal is resized, and only answers come back",
          "[cli][exercise]") {
  const Learner learner;
  AtQuestion sitting(learner, "3");
  sitting.type("?");
  REQUIRE(sitting.shows("Enter goes back"));
  sitting.type("");
  sitting.type("h");
  REQUIRE(sitting.shows("row 1 >"));
  sitting.type("1 0 0");
  REQUIRE(sitting.shows("row 2 "));
  sitting.terminal.resize(30, 40);
  REQUIRE(sitting.shows("s skip\n"));  // in another place only since it is drawn anew
  CHECK(sitting.terminal.screen().shows("row 1 > 1 0 0\n row 2 >"));
  sitting.terminal.type("\x1b[A");
  CHECK(sitting.terminal.wait_for(
      [](const TerminalScreen& screen) { return screen.shows("row 2 > 1 0 0"); }));
}

TEST_CASE("sitting: each skip is taken back, but none of a round before", "[cli][exercise]") {
  const Learner learner;
  AtQuestion sitting(learner, "2");
  sitting.type("s");
  REQUIRE(sitting.shows("2 of 2   weights"));
  sitting.type("s");
  REQUIRE(sitting.shows("Enter: the open questions again."));
  sitting.type("u");
  REQUIRE(sitting.shows("2 of 2   weights"));
  sitting.type("u");
  REQUIRE(sitting.shows("1 of 2   scores"));
  sitting.type("s");
  REQUIRE(sitting.shows("2 of 2   weights"));
  sitting.type("s");
  REQUIRE(sitting.shows("Enter: the open questions again."));
  sitting.type("");
  REQUIRE(sitting.shows("1 of 2   scores"));
  sitting.type("u");
  CHECK(sitting.shows("There is nothing to take back."));
}

TEST_CASE("sitting: lines that cannot be read do not come back", "[cli][exercise]") {
  const Learner learner;
  AtQuestion sitting(learner, "2");
  sitting.type("[[1, 5],");
  REQUIRE(sitting.shows("until ] >"));
  sitting.type("[1, x]]");
  REQUIRE(sitting.shows("could not read"));
  CHECK_FALSE(sitting.terminal.screen().shows("> [[1, 5],"));
  sitting.type("1 5; 1 2");
  CHECK(sitting.shows("2 of 2   weights"));
}
