#include <csignal>

#include "cli/exercise/watch_screen.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/pseudo_terminal.hpp"
#include "support/small_course.hpp"

namespace {

// What the shell does beside the watch, with time for a look or two between its steps.
CommandResult watched(const Learner& learner, const std::string& meanwhile,
                      const std::string& flags = "") {
  return run_command("(" + meanwhile +
                         ") & ATTN_COURSE=course timeout -s INT 15 attn exercise watch 1 a.txt " +
                         flags,
                     learner.folder.path());
}

std::size_t count_of(const std::string& part, const std::string& text) {
  std::size_t n = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++n;
  return n;
}

/// A learner before a terminal, in which attn exercise watch runs.
struct Watching {
  Watching(const Learner& who, const std::string& arguments, unsigned rows = 24,
           unsigned columns = 80, const std::string& before = "")
      : terminal("env -C " + who.folder.path().string() + " HOME=" + who.folder.path().string() +
                     " ATTN_COURSE=course " + before + " attn exercise watch " + arguments,
                 rows, columns) {}

  bool shows(const std::string& part) { return terminal.wait_for(part); }

  // Only on a screen that is drawn to its end.
  bool shows_above_keys(const std::string& part) {
    return terminal.wait_for([&part](const TerminalScreen& screen) {
      return screen.shows(part) && screen.before_cursor().ends_with("q quit");
    });
  }

  int exit_code() { return terminal.exit_code(); }

  PseudoTerminal terminal;
};

// As an editor saves it: a new file takes the name of the old one.
void save(const Learner& learner, const std::string& name, const std::string& text) {
  learner.folder.file("new." + name, text);
  std::filesystem::rename(learner.folder.path("new." + name), learner.folder.path(name));
}

TEST_CASE("exercise watch: checks each version until one passes") {
  const Learner learner;
  const CommandResult result = watched(
      learner,
      "sleep 1; echo 'product = 12' > a.txt; sleep 2; touch a.txt; sleep 2; echo 'product = 11' > "
      "b.txt; mv b.txt a.txt");
  CHECK(result.exit_code == 0);
  CHECK(count_of("is not there yet", result.err) == 1);
  CHECK(count_of("check 1\n", result.out) == 1);
  CHECK(count_of("check 2\n", result.out) == 1);
  CHECK(count_of("check 3\n", result.out) == 0);  // what was touched only is no new answer
  CHECK(contains(result.out, "Exercise 1 is passed, at attempt 2."));
  CHECK(learner.progress_of("dot-product")["attempts"] == 2);
}

TEST_CASE("exercise watch: a file that cannot be used is told, and waited for") {
  const Learner learner;
  learner.folder.file("a.txt", "no text \xff at all");
  const CommandResult result = watched(
      learner, "sleep 1; rm a.txt; mkdir a.txt; sleep 1; rmdir a.txt; echo 'product = 11' > a.txt",
      "--json");
  CHECK(result.exit_code == 0);
  CHECK(count_of("attn: error: ", result.err) == 2);
  CHECK(count_of("\n", result.out) == 1);  // a line a check
  CHECK(json_of(result.out)["verdict"] == "pass");
}

TEST_CASE("exercise watch: Ctrl-C ends it") {
  const Learner learner;
  learner.folder.file("a.txt", "product = 12\n");
  const CommandResult result = run_command(
      "ATTN_COURSE=course timeout --preserve-status -s INT 1 attn exercise watch 1 a.txt",
      learner.folder.path());
  CHECK(result.exit_code == 130);
  CHECK(count_of("check 1\n", result.out) == 1);
}

TEST_CASE("exercise watch: without a terminal it has to know which file") {
  const Learner learner;
  const CommandResult result = learner.run("watch");
  CHECK(result.exit_code == 2);
  CHECK(contains(result.err, "watch needs to know which exercise."));
  CHECK(contains(learner.run("watch 1").err, "watch needs to know which file."));
  CHECK_FALSE(std::filesystem::exists(learner.folder.path() / "dot-product.txt"));
}

TEST_CASE("exercise watch: writes the file and goes from exercise to exercise") {
  const Learner learner;
  Watching watching(learner, "");
  REQUIRE(watching.shows_above_keys("dot-product.txt is new."));
  CHECK(watching.terminal.screen().shows("0 of 3 passed"));
  CHECK(watching.terminal.screen().shows("open      product"));
  CHECK_FALSE(watching.terminal.screen().cursor_is_visible());
  save(learner, "dot-product.txt", "product = 12\n");
  REQUIRE(watching.shows_above_keys("not yet"));
  watching.terminal.type("\r");  // goes on after a pass only
  save(learner, "dot-product.txt", "product = 11\n");
  REQUIRE(watching.shows_above_keys("Exercise 1 is passed, at attempt 2."));
  CHECK(watching.terminal.screen().shows("next       2 two-words — Two words"));
  CHECK(watching.terminal.screen().shows("1 of 3 passed"));
  watching.terminal.type("\r");
  REQUIRE(watching.shows_above_keys("open      scores, weights"));
  save(learner, "two-words.txt", "scores = 1 5; 1 2\nweights = 0.119 0.881; 0.378 0.622\n");
  REQUIRE(watching.shows_above_keys("Exercise 2 is passed."));
  watching.terminal.type("n");
  REQUIRE(watching.shows_above_keys("open      kind, mask"));
  save(learner, "which-mask.txt", "kind = h\nmask = 1 0 0; 1 1 0; 1 1 1\n");
  REQUIRE(watching.shows_above_keys("All exercises are passed."));
  watching.terminal.type("n");
  REQUIRE(watching.shows_above_keys("No other exercise is open."));
  watching.terminal.type("q");
  CHECK(watching.exit_code() == 0);
  CHECK(watching.terminal.screen().shows("go on   attn exercise watch 3 which-mask.txt"));
  CHECK(watching.terminal.screen().n_wrapped() == 0);
  CHECK(learner.progress_of("dot-product")["attempts"] == 2);
}

TEST_CASE("exercise watch: an attempt is a new text") {
  const Learner learner;
  learner.folder.file("a.txt", "product = 12\n");
  Watching watching(learner, "1 a.txt");
  REQUIRE(watching.shows_above_keys("check 1"));
  watching.terminal.type("r");
  save(learner, "a.txt", "product = 12\n");
  std::filesystem::remove(learner.folder.path() / "a.txt");
  REQUIRE(watching.shows_above_keys("a.txt is not there."));
  save(learner, "a.txt", "product = 12\n");
  REQUIRE(watching.shows_above_keys("not yet"));
  save(learner, "a.txt", "product = 13\n");
  REQUIRE(watching.shows_above_keys("check 2"));
  watching.terminal.type("q");
  watching.exit_code();
  CHECK(learner.progress_of("dot-product")["attempts"] == 2);
}

TEST_CASE("exercise watch: hints and pages come at a key") {
  const Learner learner;
  Watching watching(learner, "2");
  REQUIRE(watching.shows_above_keys("open      scores, weights"));
  watching.terminal.type("x7\x1b[A");  // nothing
  watching.terminal.type("h");
  REQUIRE(watching.shows_above_keys("hint 1 of 1 for this question"));
  watching.terminal.type("h");
  REQUIRE(watching.shows_above_keys("There is no further hint for this question."));
  watching.terminal.type("p");
  REQUIRE(watching.shows("q goes back."));
  CHECK(watching.terminal.screen().shows("⎡ 1  2  0  1 ⎤"));
  watching.terminal.type("q");
  REQUIRE(watching.shows_above_keys("hint 1 of"));
  watching.terminal.type("l");
  REQUIRE(watching.shows("q goes back."));
  CHECK(watching.terminal.screen().shows("Which mask"));
  save(learner, "two-words.txt", "scores = 1 5; 1 2\n");  // what was saved goes first
  REQUIRE(watching.shows_above_keys("open      weights"));
  CHECK(watching.terminal.screen().shows("scores    ✓ right"));
  CHECK_FALSE(watching.terminal.screen().shows("hint 1 of"));
  watching.terminal.type("\x03");
  CHECK(watching.exit_code() == 130);
  CHECK(learner.progress_of("two-words")["hints"] == 1);
}

TEST_CASE("exercise watch: a mistake in the file is told with its line") {
  const Learner learner;
  learner.folder.file("a.txt", "scores =\n  1 5\n  1 2\nwieghts = 1\n");
  Watching watching(learner, "2 a.txt");
  REQUIRE(watching.shows_above_keys("line 4: the exercise two-words does not ask for wieghts."));
  CHECK(watching.terminal.screen().shows("Did you mean"));
  watching.terminal.type("h");  // helps with the first question then
  REQUIRE(watching.shows_above_keys("hint 1 of"));
}

TEST_CASE("exercise watch: the editor gets the terminal and gives it back") {
  const Learner learner;
  learner.folder.file("ed.sh", "stty -a | grep -o '[-]*icanon' > seen; echo 'product = 11' > $2\n");
  Watching watching(learner, "1", 24, 80, "EDITOR=nothing VISUAL='sh ed.sh \"an option\"'");
  REQUIRE(watching.shows_above_keys("open      product"));
  watching.terminal.type("e");
  REQUIRE(watching.shows_above_keys("Exercise 1 is passed"));
  CHECK(content(learner.folder.path("seen")) == "icanon\n");
  CHECK_FALSE(watching.terminal.screen().cursor_is_visible());
}

TEST_CASE("exercise watch: an editor that is not there is told") {
  const Learner learner;
  Watching watching(learner, "1", 24, 80, "EDITOR=no-such-editor");
  REQUIRE(watching.shows_above_keys("open      product"));
  watching.terminal.type("e");
  CHECK(watching.shows_above_keys("The editor no-such-editor cannot be started."));
}

TEST_CASE("exercise watch: a file of something else is left alone") {
  const Learner learner;
  const auto [text, takes] = GENERATE(table<std::string, std::string>({
      {"exercise = two-words\nscores = 1\n", "dot-product-2.txt"},
      {"variant = 3\nproduct = 1\n", "dot-product-2.txt"},
      {"my notes\n", "dot-product-2.txt"},
      {"exercise = dot-product\nin the middle of: something\n", "dot-product.txt"},
      {"product = 1\n", "dot-product.txt"},
      {"exercise = 1\nproduct = 1\n", "dot-product.txt"},
      {"exercise = 2\nproduct = 1\n", "dot-product-2.txt"},
      {"Taro Yamada\nproduct = 1\n", "dot-product.txt"},
      {"Taro Yamada\nscores = 1\n", "dot-product-2.txt"},
  }));
  INFO(text);
  learner.folder.file("dot-product.txt", text);
  Watching watching(learner, "1");
  CHECK(watching.shows_above_keys(" " + takes + "\n"));
  CHECK(content(learner.folder.path("dot-product.txt")) == text);
}

TEST_CASE("exercise watch: puts the terminal back, however it ends") {
  const Learner learner;
  const auto [signal, key] = GENERATE(table<int, std::string>(
      {{0, "q"}, {0, "\x03"}, {0, "\x04"}, {SIGINT, ""}, {SIGTERM, ""}, {SIGHUP, ""}}));
  Watching watching(learner, "1");
  REQUIRE(watching.shows_above_keys("open      product"));
  CHECK_FALSE(watching.terminal.is_set_up_as_before());
  if (signal != 0)
    watching.terminal.send(signal);
  else
    watching.terminal.type(key);
  watching.exit_code();
  CHECK(watching.terminal.is_set_up_as_before());
  CHECK(watching.terminal.screen().cursor_is_visible());
}

TEST_CASE("exercise watch: stops and goes on") {
  const Learner learner;
  Watching watching(learner, "1");
  REQUIRE(watching.shows_above_keys("open      product"));
  watching.terminal.type("\x1a");
  REQUIRE(watching.terminal.wait_until_stopped());
  save(learner, "dot-product.txt", "product = 11\n");
  watching.terminal.send(SIGCONT);
  CHECK(watching.shows_above_keys("Exercise 1 is passed"));
}

TEST_CASE("exercise watch: fits small terminals, and any size it is given") {
  const Learner learner;
  learner.folder.file("a.txt", "scores = 1 5; 1 2\nweights = 2 2; 2 2\n");
  Watching watching(learner, "2 a.txt", 12, 40);
  REQUIRE(watching.shows_above_keys("..."));
  CHECK(watching.terminal.screen().shows("Two words"));
  CHECK(watching.terminal.screen().shows(" weights"));  // the first one that is wrong
  CHECK(watching.terminal.screen().shows("attn exercise check 2 a.txt"));
  CHECK(watching.terminal.screen().n_wrapped() == 0);
  CHECK(watching.terminal.screen().n_scrolled() == 0);
  watching.terminal.resize(40, 80);
  CHECK(watching.shows_above_keys("scores    ✓ right"));
}

TEST_CASE("exercise watch: speaks Japanese") {
  const Learner learner;
  learner.folder.file("a.txt", "scores = 1 5; 1 2\n");
  Watching watching(learner, "2 a.txt --lang ja", 24, GENERATE(40U, 80U));
  REQUIRE(watching.shows("q 終了"));
  CHECK(watching.terminal.screen().shows("残り     weights"));
  CHECK(watching.terminal.screen().n_wrapped() == 0);
}

TEST_CASE("exercise watch: a dumb terminal is told line by line") {
  const Learner learner;
  Watching watching(learner, "", 100, 80, "TERM=dumb");
  REQUIRE(watching.shows("watching dot-product.txt"));
  REQUIRE(watching.shows("check 1"));
  save(learner, "dot-product.txt", "product = 11\n");
  REQUIRE(watching.shows("Exercise 1 is passed."));
  CHECK(watching.exit_code() == 0);
}

TEST_CASE("exercise watch: where all is passed, it says so") {
  const Learner learner;
  for (const char* exercise : {"1 course/solutions/01-dot-product/answer.txt",
                               "2 course/solutions/02-two-words/answer.txt",
                               "3 course/solutions/03-which-mask/answer.txt"})
    REQUIRE(learner.run(std::string("check ") + exercise).exit_code == 0);
  Watching watching(learner, "");
  CHECK(watching.shows("All exercises are passed."));
  CHECK(watching.exit_code() == 0);
}

TEST_CASE("exercise watch: where nothing can be remembered, it says so once") {
  const Learner learner;
  Watching watching(learner, "1", 24, 80, "XDG_STATE_HOME=/proc");
  REQUIRE(watching.shows_above_keys("open      product"));
  save(learner, "dot-product.txt", "product = 12\n");
  REQUIRE(watching.shows_above_keys("/proc/attn"));
  watching.terminal.type("r");
  CHECK(watching.terminal.wait_for([](const TerminalScreen& screen) {
    return screen.before_cursor().ends_with("q quit") && !screen.shows("/proc/attn");
  }));
}

TEST_CASE("watch_key: letters, and keys without one") {
  CHECK(watch_key({.key = Key::left, .letter = 'h'}) == WatchKey::hint);
  CHECK(watch_key({.key = Key::next, .letter = 'n'}) == WatchKey::next);
  CHECK(watch_key({.key = Key::left}) == WatchKey::none);  // an arrow
  CHECK(watch_key({.key = Key::next}) == WatchKey::go_on);
  CHECK(watch_key({.key = Key::quit}) == WatchKey::quit);
  CHECK(watch_key({.key = Key::interrupt}) == WatchKey::interrupt);
  CHECK(watch_key({.key = Key::digit, .digit = 7, .letter = '7'}) == WatchKey::none);
}

TEST_CASE("watch_keys_line: names every key that does something") {
  const std::string line = watch_keys_line();
  for (const char letter : {'h', 'e', 'p', 'l', 'n', 'r', 'q'}) {
    CHECK(watch_key({.letter = letter}) != WatchKey::none);
    CHECK(contains(line, std::string(1, letter) + " "));
  }
}

namespace fs = std::filesystem;

// A program that waits, and leaves another one behind that has a session of its own.
constexpr const char* kSlow =
    "printf 'setsid sleep 1000 & echo $! >> %s/daemons\\nsleep 1000\\n' \"$PWD\" > slow.sh; "
    "mkdir scratch; ";

TEST_CASE("check: asked to end, it ends the program and takes its folder away") {
  const auto [signal, exit_code] =
      GENERATE(table<std::string, int>({{"INT", 130}, {"TERM", 143}, {"HUP", 129}, {"QUIT", 131}}));
  INFO(signal);
  const TemporaryFolder folder;
  const CommandResult result = run_command(
      kSlow + ("TMPDIR=$PWD/scratch timeout --preserve-status -s " + signal +
               " 2 attn exercise check 24 slow.sh --run 'sh {file}' --isolation limits"),
      folder.path());
  CHECK(result.exit_code == exit_code);
  CHECK(result.out == "");
  CHECK(result.err == "");
  CHECK(fs::is_empty(folder.path() / "scratch"));
  CHECK(run_command("kill -0 $(cat daemons)", folder.path()).exit_code != 0);
  CHECK(fs::file_size(folder.path() / "daemons") > 0);
}

TEST_CASE("check: what a killed one left behind is removed by the next") {
  const TemporaryFolder folder;
  run_command(kSlow + std::string("TMPDIR=$PWD/scratch timeout -s KILL 2 attn exercise check 24 "
                                  "slow.sh --run 'sh {file}' --isolation limits; "
                                  "kill -9 $(cat daemons)"),
              folder.path());
  CHECK_FALSE(fs::is_empty(folder.path() / "scratch"));
  run_command(
      "echo echo > slow.sh; TMPDIR=$PWD/scratch attn exercise check 24 slow.sh --run "
      "'sh {file}' --isolation limits",
      folder.path());
  CHECK(fs::is_empty(folder.path() / "scratch"));
}

}  // namespace
