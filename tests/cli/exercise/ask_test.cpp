#include "support/pseudo_terminal.hpp"
#include "support/small_course.hpp"

using namespace attn;

namespace {

/// A learner before a terminal.
struct Conversation {
  explicit Conversation(const std::string& arguments)
      : terminal("env HOME=" + learner.folder.path().string() + " ATTN_COURSE=" +
                     learner.folder.path("course") + " attn exercise check " + arguments,
                 100, 80) {}

  bool shows(const std::string& part) {
    return terminal.wait_for([&part](const TerminalScreen& screen) {
      return screen.shows(part) && screen.before_cursor() == " > ";
    });
  }

  int exit_code() {
    REQUIRE(terminal.wait_until_ended());
    return terminal.exit_code();
  }

  Learner learner;
  PseudoTerminal terminal;
};

}  // namespace

TEST_CASE("exercise check: asks question by question, and rows one by one", "[cli][exercise]") {
  Conversation talk("2");
  REQUIRE(talk.shows("1 of 2   scores"));
  talk.terminal.type("1 5\n");
  REQUIRE(talk.shows(" > 1 5"));
  talk.terminal.type("1 2\n");
  REQUIRE(talk.shows("2 of 2   weights"));
  talk.terminal.type("0.119 0.881; 0.378 0.622\n");  // or all at once
  CHECK(talk.exit_code() == 0);
  CHECK(talk.terminal.screen().shows("Exercise 2 is passed."));
  CHECK(talk.terminal.screen().n_wrapped() == 0);
  CHECK(talk.learner.progress_of("two-words")["state"] == "passed");
}

TEST_CASE("exercise check: a wrong answer may be tried again or left", "[cli][exercise]") {
  Conversation talk("2");
  REQUIRE(talk.shows("1 of 2"));
  talk.terminal.type("1 5; 1 3\n");
  REQUIRE(talk.shows("Try again, or s"));
  talk.terminal.type("1 5; 1 x\n");
  REQUIRE(talk.shows("x"));
  talk.terminal.type("s\n");
  REQUIRE(talk.shows("2 of 2"));
  talk.terminal.type("0.119 0.881; 0.269 0.731\n");  // right for the slip
  CHECK(talk.exit_code() == 1);
  CHECK(talk.learner.progress_of("two-words")["attempts"] == 1);
}

TEST_CASE("exercise check: a letter that can be the answer is no order", "[cli][exercise]") {
  Conversation talk("3");
  REQUIRE(talk.shows("1 of 2   kind"));
  talk.terminal.type(":h\n");
  REQUIRE(talk.shows("hint 1 of 1"));
  talk.terminal.type("h\n");
  REQUIRE(talk.shows("2 of 2   mask"));
  talk.terminal.type("?\n");
  REQUIRE(talk.shows("an empty line"));
  talk.terminal.type("w\n");
  REQUIRE(talk.shows("solution 3 --give-up"));
  talk.terminal.type("q\n");
  CHECK(talk.exit_code() == 1);
  CHECK(talk.learner.progress_of("which-mask")["hints"] == 1);
}

TEST_CASE("exercise check: the end of the input ends it with what there is", "[cli][exercise]") {
  Conversation talk("2");
  REQUIRE(talk.shows("1 of 2"));
  talk.terminal.type("1 5; 1 2\n");
  REQUIRE(talk.shows("2 of 2"));
  talk.terminal.type("\x04");
  CHECK(talk.exit_code() == 1);
  CHECK(talk.learner.progress_of("two-words")["attempts"] == 1);
}

TEST_CASE("exercise check: Ctrl-C ends the conversation", "[cli][exercise]") {
  Conversation talk("1");
  REQUIRE(talk.shows("1 of 1"));
  talk.terminal.type("\x03");
  CHECK(talk.exit_code() == 130);
  CHECK(talk.learner.progress_of("dot-product")["attempts"] == 0);
}
