#include "cli/exercise/sitting.hpp"

#include <csignal>

#include "cli/exercise/session.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/practice_exercise.hpp"
#include "support/sitting.hpp"

namespace {

constexpr const char* kWeights = "0.119 0.881; 0.378 0.622\r";

/// From the page of an exercise with two questions to the first of them.
void begin(Sitting& sitting) {
  REQUIRE(sitting.shows("Enter"));
  REQUIRE(sitting.replies("\r", "1 of 2"));
}

TEST_CASE("exercise: one exercise after the other until all are passed") {
  const Learner learner;
  Sitting sitting(learner, "");
  REQUIRE(sitting.shows("Enter: the first question"));
  REQUIRE(sitting.replies("\r", "1 of 1   product"));
  CHECK(sitting.terminal.screen().shows("0 of 3 passed"));
  REQUIRE(sitting.replies("11\r", "Exercise 1 is passed."));
  REQUIRE(sitting.replies("\r", "Two words"));
  REQUIRE(sitting.replies("\r", "1 of 2   scores"));
  CHECK(sitting.terminal.screen().shows("⎡ 1  2  0  1 ⎤"));  // what is given stays in sight
  CHECK(sitting.terminal.screen().shows("1 of 3 passed"));
  REQUIRE(sitting.replies("1 5\r", "row 2 (sat)"));
  REQUIRE(sitting.replies("1 2\r", "2 of 2   weights"));
  CHECK(sitting.terminal.screen().shows("scores   ✓ right"));
  CHECK(sitting.terminal.screen().shows("⎡ 1  2  0  1 ⎤"));
  CHECK(sitting.terminal.screen().shows("scores (yours)"));
  CHECK(sitting.terminal.screen().shows("cat ⎡   1    5 ⎤"));
  REQUIRE(sitting.replies(kWeights, "Exercise 2 is passed."));
  sitting.terminal.type("q\r");
  CHECK(sitting.exit_code() == 0);
  CHECK(sitting.terminal.screen().shows("attn exercise continue"));
  CHECK(sitting.terminal.screen().n_wrapped() == 0);
  CHECK(learner.progress_of("two-words")["attempts"] == 1);
}

TEST_CASE("exercise: goes on where it was left, however that was") {
  const Learner learner;
  const auto leave = GENERATE(0, 1, 2, 3, 4);
  const bool is_told = leave == 0 || leave == 1 || leave == 4;
  {
    Sitting sitting(learner, "continue 2");
    REQUIRE(sitting.shows("Enter: the first question"));
    REQUIRE(sitting.replies("\r", "1 of 2   scores"));
    REQUIRE(sitting.replies("1 5; 1 2\r", "2 of 2   weights"));
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

TEST_CASE("exercise: a line can be edited, and earlier ones come back") {
  const Learner learner;
  Sitting sitting(learner, "continue 1");
  REQUIRE(sitting.shows("Enter"));
  REQUIRE(sitting.replies("\r", "1 of 1"));
  sitting.terminal.type("21\x1b[D\x7f");  // left, backspace
  const bool is_edited = sitting.terminal.wait_for(
      [](const TerminalScreen& screen) { return screen.shows(" > 1") && !screen.shows(" > 21"); });
  INFO(sitting.terminal.screen().text());
  REQUIRE(is_edited);
  REQUIRE(sitting.replies("\r", "not yet"));
  sitting.terminal.type("\x1b[A");  // up
  REQUIRE(sitting.terminal.wait_for(" > 1"));
  CHECK(sitting.replies("1\r", "Exercise 1 is passed"));
}

TEST_CASE("exercise: puts the terminal back, however it ends") {
  const Learner learner;
  const std::string end = GENERATE("q\r", "\x04", "\x03", "\x1c");
  Sitting sitting(learner, "continue 1");
  REQUIRE(sitting.shows("Enter"));
  REQUIRE(sitting.replies("\r", "1 of 1"));
  sitting.terminal.type(end);
  sitting.exit_code();
  CHECK(sitting.terminal.is_set_up_as_before());
}

TEST_CASE("exercise: stops and goes on") {
  const Learner learner;
  Sitting sitting(learner, "continue 1");
  REQUIRE(sitting.shows("Enter"));
  REQUIRE(sitting.replies("\r", "1 of 1"));
  sitting.terminal.type("1");
  REQUIRE(sitting.terminal.wait_for("> 1"));
  sitting.terminal.type("\x1a");
  REQUIRE(sitting.terminal.wait_until_stopped());
  sitting.terminal.send(SIGCONT);
  CHECK(sitting.replies("1\r", "Exercise 1 is passed"));
}

TEST_CASE("exercise: a matrix is pasted whole") {
  const Learner learner;
  Sitting sitting(learner, "continue 2");
  begin(sitting);
  sitting.terminal.type("\x1b[200~1 5\n1 2\n\x1b[201~");
  REQUIRE(sitting.terminal.wait_for("> 1 5 ; 1 2"));
  REQUIRE(sitting.replies("\r", "2 of 2   weights"));
  sitting.terminal.type("0.119 0.881\n0.378 0.622\n");  // a terminal that marks no pastes
  CHECK(sitting.shows("Exercise 2 is passed"));
}

TEST_CASE("exercise: rows are looked at when they come, and can be taken back") {
  const Learner learner;
  Sitting sitting(learner, "continue 2");
  begin(sitting);
  REQUIRE(sitting.replies("1 5 9\r", "Row 1: 2 numbers were expected, and 3 were given."));
  REQUIRE(sitting.replies("1 9\r", "row 2"));
  REQUIRE(sitting.replies("undo\r", "row 1"));
  REQUIRE(sitting.replies("1 5; 1 2\r", "2 of 2"));
  REQUIRE(sitting.replies("u\r", "taken back   scores"));
  CHECK(sitting.terminal.screen().shows("1 of 2   scores"));
}

TEST_CASE("exercise: hints, the page, the help and the solution come back to the question") {
  const Learner learner;
  Sitting sitting(learner, "continue 3");
  REQUIRE(sitting.shows("Enter"));
  REQUIRE(sitting.replies("\r", "1 of 2   kind"));
  REQUIRE(sitting.replies(":hint\r", "hint 1 of 1 for this question"));
  CHECK(sitting.terminal.screen().shows("1 of 2   kind"));
  sitting.terminal.type("h\r");  // an answer here
  REQUIRE(sitting.shows("2 of 2   mask"));
  for (const char* word : {"?", "show"}) {
    REQUIRE(sitting.replies(std::string(word) + "\r", "Enter goes back"));
    REQUIRE(sitting.replies("\r", "2 of 2   mask"));
  }
  REQUIRE(sitting.replies("solution\r", "solution 3 --give-up"));
  sitting.terminal.type("quit\r");
  CHECK(sitting.exit_code() == 0);
  CHECK(learner.progress_of("which-mask")["hints"] == 1);
}

TEST_CASE("exercise: what is left out is asked again, and an exercise can be left") {
  const Learner learner;
  Sitting sitting(learner, "");
  REQUIRE(sitting.shows("Enter"));
  REQUIRE(sitting.replies("\r", "1 of 1"));
  REQUIRE(sitting.replies("skip\r", "Enter: the open questions again"));
  REQUIRE(sitting.replies("\r", "1 of 1"));
  REQUIRE(sitting.replies("next\r", "Two words"));
  sitting.terminal.type("quit\r");
  sitting.exit_code();
  CHECK(learner.progress_of("dot-product")["state"] == "skipped");
}

TEST_CASE("exercise: what was begun and is left for later stays begun") {
  const Learner learner;
  Sitting sitting(learner, "continue 2");
  begin(sitting);
  REQUIRE(sitting.replies("1 5; 1 2\r", "2 of 2"));
  REQUIRE(sitting.replies("next\r", "Which mask"));  // and not the same one again
  sitting.terminal.type("quit\r");
  sitting.exit_code();
  CHECK(learner.progress_of("two-words")["state"] == "started");
  CHECK(learner.json("next")["id"] == "two-words");
}

TEST_CASE("exercise: each wrong answer is an attempt, at the prompt as with a sheet") {
  const Learner learner;
  Sitting sitting(learner, "continue 2");
  begin(sitting);
  for (const char* wrong : {"9 9; 9 9\r", "8 8; 8 8\r"}) {
    REQUIRE(sitting.replies(wrong, "not yet"));
    sitting.terminal.type("p\r");  // so that the next answer is told apart from this one
    REQUIRE(sitting.shows("Enter goes back"));
    REQUIRE(sitting.replies("\r", "1 of 2"));
  }
  REQUIRE(sitting.replies("1 5; 1 2\r", "2 of 2"));
  CHECK(learner.progress_of("two-words")["attempts"] == 2);
  REQUIRE(sitting.replies(kWeights, "Exercise 2 is passed, at attempt 3."));
}

TEST_CASE("exercise: a row that cannot be kept is told at once") {
  const Learner learner;
  Sitting sitting(learner, "continue 2");
  begin(sitting);
  std::filesystem::create_directories(learner.folder.path(".local"));
  std::filesystem::remove_all(learner.folder.path(".local/state"));
  learner.folder.file(".local/state", "a file in the place of the folder");
  REQUIRE(sitting.replies("1 5\r", "not kept"));
  CHECK(sitting.shows("row 2"));
  REQUIRE(sitting.replies("1 2\r", "2 of 2"));
  CHECK(sitting.terminal.screen().shows("not kept"));
  std::filesystem::remove(learner.folder.path(".local/state"));
  sitting.terminal.type("0.119 0.881\r");  // with which the scores are kept, too
  REQUIRE(sitting.shows("row 2"));
  CHECK_FALSE(sitting.terminal.screen().shows("not kept"));
  REQUIRE(sitting.replies("0.378 0.622\r", "Exercise 2 is passed"));
  CHECK(learner.run("check 2").exit_code == 0);
}

TEST_CASE("exercise: fits small terminals, and any size it is given") {
  const Learner learner;
  Sitting sitting(learner, "continue 2", 24, 40);
  begin(sitting);
  sitting.terminal.type("2 2");
  REQUIRE(sitting.terminal.wait_for("> 2 2"));
  sitting.terminal.resize(30, 80);
  REQUIRE(sitting.terminal.wait_for([](const TerminalScreen& screen) {
    return screen.before_cursor().ends_with("> 2 2") && screen.shows("s skip   u undo   q quit");
  }));
  REQUIRE(sitting.replies("\r2 2\r", "not yet"));
  CHECK(sitting.terminal.screen().shows("1 of 2   scores"));
}

TEST_CASE("exercise: a dumb terminal is told everything line by line") {
  const Learner learner;
  Sitting sitting(learner, "continue 2", 100, 80, "TERM=dumb");
  REQUIRE(sitting.shows("Enter"));
  REQUIRE(sitting.replies("\n", "1 of 2   scores"));
  REQUIRE(sitting.replies("1 5\n1 2\n", "2 of 2   weights"));
  sitting.terminal.type("\x03");
  CHECK(sitting.exit_code() == 130);
  CHECK(sitting.terminal.screen().shows("Every answer is kept."));
}

TEST_CASE("exercise: speaks Japanese at the prompt") {
  const Learner learner;
  Sitting sitting(learner, "--lang ja continue 2");
  REQUIRE(sitting.shows("Enter"));
  REQUIRE(sitting.replies("\r", "1 行目 (cat)"));
  sitting.terminal.type("１　５\r1 2\r");  // as a Japanese keyboard writes them
  CHECK(sitting.shows("weights"));
  CHECK(sitting.terminal.screen().n_wrapped() == 0);
}

TEST_CASE("exercise: two sittings at once lose no answer") {
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

TEST_CASE("exercise: a right answer of another sitting is not written over") {
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

TEST_CASE("exercise: where nothing can be kept, it says so and goes on") {
  const Learner learner;
  Sitting sitting(learner, "continue 1", 24, 80, "XDG_STATE_HOME=/proc");
  REQUIRE(sitting.shows("Enter"));
  REQUIRE(sitting.replies("\r", "1 of 1"));
  REQUIRE(sitting.replies("12\r", "not kept"));
  CHECK(sitting.replies("11\r", "Exercise 1 is passed"));
}

TEST_CASE("exercise check: judges what was typed, or the file of start, and says which") {
  const Learner learner;
  CHECK(learner.run("check 2").exit_code == 2);
  {
    Sitting sitting(learner, "check 2");
    begin(sitting);
    REQUIRE(sitting.replies("1 5; 1 2\r", "2 of 2"));
    sitting.terminal.type("q\r");
    sitting.exit_code();
  }
  const CommandResult typed = learner.run("check 2");
  CHECK(typed.exit_code == 1);
  CHECK(contains(typed.out, "typed at the prompt"));
  CHECK(contains(typed.out, "scores    ✓ right"));
  CHECK(learner.json("check 2", 1)["source"].get<std::string>().ends_with("two-words.json"));
  CHECK(learner.run("start 2").exit_code == 0);
  CHECK(contains(learner.run("check 2").out, "typed at the prompt"));  // still blank
  run_command(
      "sed 's/^weights =.*/weights = 0.5 0.5; 0.5 0.5/' two-words.txt > t && mv t two-words.txt",
      learner.folder.path());
  CHECK(contains(learner.run("check 2").out, "the answers in two-words.txt"));
}

TEST_CASE("exercise reset: keeps a copy of what was typed") {
  const Learner learner;
  {
    Sitting sitting(learner, "continue 1");
    REQUIRE(sitting.shows("Enter"));
    REQUIRE(sitting.replies("\r", "1 of 1"));
    REQUIRE(sitting.replies("12\r", "not yet"));
    sitting.terminal.type("q\r");
    sitting.exit_code();
  }
  const nlohmann::json document = learner.json("reset 1");
  CHECK(std::filesystem::exists(document["typed"].get<std::string>()));
  CHECK(learner.run("check 1").exit_code == 2);  // nothing is at hand any more
}

TEST_CASE("order_of: words and keys") {
  const Field& scores = practice_exercise().field("scores");
  for (const char* text : {"h", "hint", ":h", ":hint"})
    CHECK(order_of(text, scores) == Order::hint);
  for (const char* text : {"q", "quit", "exit", ":q"}) CHECK(order_of(text, scores) == Order::quit);
  CHECK(order_of("?", scores) == Order::help);
  CHECK(order_of("undo", scores) == Order::undo);
  for (const char* text : {"ｈ", "ヒント", ":ヒント", "：ｈ"})
    CHECK(order_of(text, scores) == Order::hint);
  CHECK(order_of("？", scores) == Order::help);
  CHECK(order_of("終了", scores) == Order::quit);
  for (const char* text : {"スキップ", "後回し"}) CHECK(order_of(text, scores) == Order::skip);
  CHECK(order_of("次へ", scores) == Order::next);
  CHECK(order_of("y", scores) == Order::answers);
  for (const char* text : {"\033[A", "h\u200b"}) CHECK_FALSE(order_of(text, scores));
  for (const char* text : {"", ":", "1 0", "hints", "x", "H"}) CHECK_FALSE(order_of(text, scores));
}

TEST_CASE("order_of: what could be the answer is none without a colon") {
  Field choice{.name = "kind", .kind = FieldKind::choice};
  choice.options = {{"h", {}, {}}, {"skip", {}, {}}};
  CHECK_FALSE(order_of("h", choice));
  CHECK_FALSE(order_of("skip", choice));
  CHECK(order_of(":h", choice) == Order::hint);
  CHECK(order_of("s", choice) == Order::skip);
  Field formula{.name = "total", .kind = FieldKind::expression};
  formula.variables = {"n", "d"};
  CHECK_FALSE(order_of("n", formula));
  CHECK(order_of("next", formula) == Order::next);
}

TEST_CASE("order_of: where nothing can be answered") {
  CHECK(order_of("n") == Order::next);
  CHECK(order_of(":exit") == Order::quit);
  CHECK_FALSE(order_of(""));
  CHECK_FALSE(order_of("1 0"));
}

TEST_CASE("order_help: every order once") {
  CHECK(order_help().size() == 10);
  for (const OrderHelp& line : order_help()) CHECK_FALSE(line.does.empty());
}

/// Until keys are waited for that turn the pages.
bool shows_part(Sitting& sitting, const std::string& place) {
  return sitting.terminal.wait_for([&place](const TerminalScreen& screen) {
    return screen.shows(place) && screen.shows("q stops");
  });
}

TEST_CASE("sitting: a page that does not fit is turned by keys") {
  const Learner learner;
  Sitting sitting(learner, "continue 2", 5, 80);
  REQUIRE(shows_part(sitting, "1 of 3"));
  for (const char* const further : {"\r", " ", "\x1b[6~"}) {
    sitting.terminal.type(further);
    REQUIRE(shows_part(sitting, "2 of 3"));
    sitting.terminal.type("b");
    REQUIRE(shows_part(sitting, "1 of 3"));
  }
  sitting.terminal.type("\x1b[F");  // its end, where the page says what comes next
  REQUIRE(sitting.shows("Enter: the first question"));
  CHECK(sitting.terminal.screen().shows("3 of 3   b back"));
  sitting.terminal.type("b\r");
  REQUIRE(shows_part(sitting, "2 of 3"));
  REQUIRE(sitting.replies(" ", "Enter: the first question"));
  REQUIRE(sitting.replies("what\r", "That does nothing here."));
  REQUIRE(sitting.replies("\r", "row 1"));
  CHECK(sitting.terminal.screen().n_wrapped() == 0);
}

TEST_CASE("sitting: q stops on every page") {
  const Learner learner;
  Sitting sitting(learner, "continue 2", 5, 80);
  REQUIRE(shows_part(sitting, "1 of 3"));
  sitting.terminal.type("q");
  CHECK(sitting.exit_code() == 0);
  CHECK(sitting.terminal.screen().shows("attn exercise continue"));
}

TEST_CASE("sitting: a page follows the size of the terminal") {
  const Learner learner;
  Sitting sitting(learner, "continue 2", 5, 80);
  REQUIRE(shows_part(sitting, "1 of 3"));
  sitting.terminal.resize(40, 80);
  REQUIRE(sitting.shows("Enter: the first question"));
  CHECK(sitting.terminal.screen().shows("Two words"));
  sitting.terminal.resize(5, 80);
  REQUIRE(shows_part(sitting, "1 of 3"));
  sitting.terminal.type("\r");
  CHECK(shows_part(sitting, "2 of 3"));  // what was not seen yet is not passed over
}

TEST_CASE("sitting: no outside pager waits for a key of its own") {
  const Learner learner;
  Sitting sitting(learner, "continue 2", 5, 80, "ATTN_PAGER='less -R'");
  REQUIRE(shows_part(sitting, "1 of 3"));
  sitting.terminal.type("\x04");  // the end of the input
  CHECK(sitting.exit_code() == 0);
  CHECK(sitting.terminal.screen().shows("attn exercise continue"));
}

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

TEST_CASE("sitting: rows that were begun survive hints, pages and the help") {
  const Learner learner;
  AtQuestion sitting(learner, "3", GENERATE("", "TERM=dumb"));
  REQUIRE(sitting.replies("h\r", "2 of 2   mask"));
  REQUIRE(sitting.replies("1 0 0\r", "row 2 "));
  REQUIRE(sitting.replies("1 1 0\r", "row 3 "));
  for (const std::string word : {"?", "p", "m"}) {
    INFO(word);
    REQUIRE(sitting.replies(word + "\r", "Enter goes back"));
    REQUIRE(sitting.replies("\r", "row 3 "));
    CHECK(sitting.terminal.screen().shows("row 1 > 1 0 0\n row 2 > 1 1 0\n row 3 >"));
  }
  REQUIRE(sitting.replies("h\r", "hint 1 of 1 for this question"));
  CHECK(sitting.terminal.screen().shows("row 1 > 1 0 0\n row 2 > 1 1 0\n row 3 >"));
  REQUIRE(sitting.replies("u\r", "row 2 >"));
  REQUIRE(sitting.replies("u\r", "row 1 >"));
  CHECK(sitting.replies("1 0 0; 1 1 0; 1 1 1\r", "Exercise 3 is passed."));
}

TEST_CASE("sitting: a short row is told alike in every row") {
  const Learner learner;
  AtQuestion sitting(learner, "2");
  REQUIRE(sitting.replies("1\r", "Row 1: 2 numbers were expected, and 1 were given."));
  REQUIRE(sitting.replies("1 5\r", "row 2"));
  CHECK(sitting.replies("1\r", "Row 2: 2 numbers were expected, and 1 were given."));
}

TEST_CASE("sitting: after a pass only Enter goes on") {
  const Learner learner;
  AtQuestion sitting(learner, "1");
  REQUIRE(sitting.replies("11\r", "w shows the worked solution, q stops."));
  for (const std::string word : {"u", "what"}) {
    REQUIRE(sitting.replies(word + "\r", "That does nothing here."));
  }
  REQUIRE(sitting.replies("?\r", "Enter goes back"));
  CHECK(sitting.terminal.screen().shows("h, hint"));
  REQUIRE(sitting.replies("\r", "Exercise 1 is passed."));
  REQUIRE(sitting.replies("w\r", "Enter goes back"));
  CHECK_FALSE(sitting.terminal.screen().shows("Exercise 1 is passed."));
  REQUIRE(sitting.replies("\r", "Exercise 1 is passed."));
  CHECK(sitting.replies("\r", "Two words"));
}

TEST_CASE("sitting: what was said of an exercise does not stand above the next") {
  const Learner learner;
  AtQuestion sitting(learner, "1");
  REQUIRE(sitting.replies("11\r", "Exercise 1 is passed."));
  REQUIRE(sitting.replies("\r", "Two words"));
  REQUIRE(sitting.replies("\r", "1 of 2   scores"));
  CHECK_FALSE(sitting.terminal.screen().shows("right"));
}

TEST_CASE("sitting: says which hint it is, and when there is no further one") {
  const Learner learner;
  AtQuestion sitting(learner, "2");
  REQUIRE(sitting.replies("h\r", "hint 1 of "));
  CHECK_FALSE(sitting.terminal.screen().shows("There is no further hint for this question."));
  CHECK(sitting.replies("h\rh\rh\r", "There is no further hint for this question."));
}

TEST_CASE("sitting: the help obeys what it names") {
  const Learner learner;
  AtQuestion sitting(learner, "2");
  REQUIRE(sitting.replies("?\r", "Enter goes back, q stops"));
  REQUIRE(sitting.replies("nonsense\r", "That does nothing here."));
  REQUIRE(sitting.replies("h\r", "hint 1 of "));
  CHECK(sitting.terminal.screen().shows("1 of 2   scores"));
  REQUIRE(sitting.replies("?\r", "Enter goes back, q stops"));
  sitting.type("q");
  CHECK(sitting.exit_code() == 0);
  CHECK(sitting.terminal.screen().shows("Every answer is kept."));
}

TEST_CASE("sitting: at the end of a round the last answer can be taken back") {
  const Learner learner;
  AtQuestion sitting(learner, "2");
  REQUIRE(sitting.replies("s\r", "2 of 2   weights"));
  REQUIRE(sitting.replies("0.119 0.881; 0.378 0.622\r", "Enter: the open questions again"));
  REQUIRE(sitting.replies("u\r", "taken back   weights"));
  CHECK(sitting.terminal.screen().shows("2 of 2   weights"));
}

TEST_CASE("sitting: keys beside the arrows type nothing") {
  const Learner learner;
  AtQuestion sitting(learner, "1");
  // "19", Page Up, Page Down, Insert, F5, Home, Delete, End, "1".
  sitting.terminal.type("19\x1b[5~\x1b[6~\x1b[2~\x1b[15~\x1b[1~\x1b[3~\x1b[4~1");
  CHECK(sitting.terminal.wait_for(
      [](const TerminalScreen& screen) { return screen.before_cursor() == " > 91"; }));
}

TEST_CASE("sitting: where nothing can be kept, Ctrl-C promises nothing") {
  const Learner learner;
  AtQuestion sitting(learner, "1", "XDG_STATE_HOME=/proc");
  REQUIRE(sitting.replies("12\r", "not kept"));
  sitting.terminal.type("\x03");
  CHECK(sitting.exit_code() == 130);
  CHECK_FALSE(sitting.terminal.screen().shows("Every answer is kept."));
}

TEST_CASE("sitting: a skip is taken back before an answer is") {
  const Learner learner;
  AtQuestion sitting(learner, "2");
  REQUIRE(sitting.replies("1 5; 1 2\r", "2 of 2   weights"));
  REQUIRE(sitting.replies("s\r", "Enter: the open questions again."));
  REQUIRE(sitting.replies("u\r", "2 of 2   weights"));
  CHECK(sitting.terminal.screen().shows("cat ⎡   1    5 ⎤"));
  REQUIRE(sitting.replies("y\r", "Enter goes back"));
  CHECK(sitting.terminal.screen().shows("cat ⎡   1    5 ⎤"));
  REQUIRE(sitting.replies("\r", "2 of 2   weights"));
  REQUIRE(sitting.replies("u\r", "1 of 2   scores"));
  CHECK(sitting.terminal.screen().shows("taken back"));
  CHECK(sitting.replies("y\r", "Nothing has been answered rightly yet."));
}

TEST_CASE("sitting: an exercise that is left is named on the next page") {
  const Learner learner;
  AtQuestion sitting(learner, "1");
  REQUIRE(sitting.replies("n\r", "Two words"));
  CHECK(sitting.terminal.screen().shows("Exercise 1 is left for later. Its answers are kept."));
}

TEST_CASE("sitting: typed rows stay when the terminal is resized, and only answers come back") {
  const Learner learner;
  AtQuestion sitting(learner, "3");
  REQUIRE(sitting.replies("?\r", "Enter goes back"));
  sitting.type("");
  REQUIRE(sitting.replies("h\r", "row 1 >"));
  REQUIRE(sitting.replies("1 0 0\r", "row 2 "));
  sitting.terminal.resize(30, 40);
  REQUIRE(sitting.shows("s skip\n"));  // in another place only since it is drawn anew
  CHECK(sitting.terminal.screen().shows("row 1 > 1 0 0\n row 2 >"));
  sitting.terminal.type("\x1b[A");
  CHECK(sitting.terminal.wait_for(
      [](const TerminalScreen& screen) { return screen.shows("row 2 > 1 0 0"); }));
}

TEST_CASE("sitting: each skip is taken back, but none of a round before") {
  const Learner learner;
  AtQuestion sitting(learner, "2");
  REQUIRE(sitting.replies("s\r", "2 of 2   weights"));
  REQUIRE(sitting.replies("s\r", "Enter: the open questions again."));
  REQUIRE(sitting.replies("u\r", "2 of 2   weights"));
  REQUIRE(sitting.replies("u\r", "1 of 2   scores"));
  REQUIRE(sitting.replies("s\r", "2 of 2   weights"));
  REQUIRE(sitting.replies("s\r", "Enter: the open questions again."));
  REQUIRE(sitting.replies("\r", "1 of 2   scores"));
  CHECK(sitting.replies("u\r", "There is nothing to take back."));
}

TEST_CASE("sitting: lines that cannot be read do not come back") {
  const Learner learner;
  AtQuestion sitting(learner, "2");
  REQUIRE(sitting.replies("[[1, 5],\r", "until ] >"));
  REQUIRE(sitting.replies("[1, x]]\r", "could not read"));
  CHECK_FALSE(sitting.terminal.screen().shows("> [[1, 5],"));
  CHECK(sitting.replies("1 5; 1 2\r", "2 of 2   weights"));
}

TEST_CASE("course_folder: the flag, else the environment, else beside the program") {
  setenv("ATTN_COURSE", "theirs", 1);
  CHECK(course_folder("mine") == "mine");
  CHECK(course_folder("") == "theirs");
  setenv("ATTN_COURSE", "", 1);
  CHECK(course_folder("").ends_with("/share/attn"));
  unsetenv("ATTN_COURSE");
  CHECK(course_folder("").ends_with("/share/attn"));
  CHECK(is_own_course(course_folder("")));
  CHECK_FALSE(is_own_course("/nowhere"));
}

// What a command says of its course, in a folder.
std::string said_in(const std::filesystem::path& folder, const std::string& command,
                    const std::string& before = "") {
  const CommandResult result = run_command(before + " attn exercise " + command, folder);
  INFO(result.err);
  CHECK(result.exit_code == 0);
  return result.out;
}

TEST_CASE("course_folder: the course that one stands in") {
  const TemporaryFolder folder;
  CHECK(said_in(folder.path(), "new mine which-word") != "");
  const std::filesystem::path course = folder.path() / "mine";
  const std::string named = "   course   " + std::filesystem::canonical(course).string() + "\n";
  for (const char* inside : {".", "exercises", "exercises/01-which-word", "solutions"}) {
    INFO(inside);
    const std::string shown = said_in(course / inside, "show 1");
    CHECK_THAT(shown, ContainsSubstring("1 which-word"));
    CHECK_THAT(shown, ContainsSubstring(named));
    CHECK_THAT(shown, !ContainsSubstring("--course"));
  }
  CHECK_THAT(said_in(course, "lint"),
             ContainsSubstring("exercises 1,") && ContainsSubstring(named));
  // What is said counts more than where one is.
  CHECK_THAT(said_in(course, "list", "ATTN_COURSE=" ATTN_SOURCE_DIR),
             ContainsSubstring("0 of 31") && !ContainsSubstring("   course "));
  CHECK_THAT(said_in(course, "list --course " ATTN_SOURCE_DIR), ContainsSubstring("0 of 31"));
  CHECK_THAT(said_in(folder.path(), "list"),
             ContainsSubstring("0 of 31") && !ContainsSubstring("   course "));
  CHECK_THAT(said_in(ATTN_SOURCE_DIR "/src", "list"), !ContainsSubstring("   course "));
}

}  // namespace
