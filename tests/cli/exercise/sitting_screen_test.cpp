#include "cli/exercise/sitting_screen.hpp"

#include "support/sitting.hpp"

using namespace attn;

namespace {

/// Until keys are waited for that turn the pages.
bool shows_part(Sitting& sitting, const std::string& place) {
  return sitting.terminal.wait_for([&place](const TerminalScreen& screen) {
    return screen.shows(place) && screen.shows("q stops");
  });
}

}  // namespace

TEST_CASE("sitting: a page that does not fit is turned by keys", "[cli][exercise]") {
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
  sitting.terminal.type(" ");
  REQUIRE(sitting.shows("Enter: the first question"));
  sitting.terminal.type("what\r");
  REQUIRE(sitting.shows("That does nothing here."));
  sitting.terminal.type("\r");
  REQUIRE(sitting.shows("row 1"));
  CHECK(sitting.terminal.screen().n_wrapped() == 0);
}

TEST_CASE("sitting: q stops on every page", "[cli][exercise]") {
  const Learner learner;
  Sitting sitting(learner, "continue 2", 5, 80);
  REQUIRE(shows_part(sitting, "1 of 3"));
  sitting.terminal.type("q");
  CHECK(sitting.exit_code() == 0);
  CHECK(sitting.terminal.screen().shows("attn exercise continue"));
}

TEST_CASE("sitting: a page follows the size of the terminal", "[cli][exercise]") {
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

TEST_CASE("sitting: no outside pager waits for a key of its own", "[cli][exercise]") {
  const Learner learner;
  Sitting sitting(learner, "continue 2", 5, 80, "ATTN_PAGER='less -R'");
  REQUIRE(shows_part(sitting, "1 of 3"));
  sitting.terminal.type("\x04");  // the end of the input
  CHECK(sitting.exit_code() == 0);
  CHECK(sitting.terminal.screen().shows("attn exercise continue"));
}
