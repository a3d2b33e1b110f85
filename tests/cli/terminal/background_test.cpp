#include "cli/terminal/background.hpp"

#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/pseudo_terminal.hpp"

using namespace attn;

namespace {

const std::string kAsked = "env -u COLORFGBG attn attend 'The cat' --stage weights";

}  // namespace

TEST_CASE("is_light_by_numbers: as terminals set COLORFGBG", "[cli][background]") {
  CHECK(is_light_by_numbers("0;15") == true);
  CHECK(is_light_by_numbers("0;default;15") == true);
  CHECK(is_light_by_numbers("0;7") == true);
  CHECK(is_light_by_numbers("15;0") == false);
  CHECK(is_light_by_numbers("7;8") == false);
  for (const char* text : {"", "15", "15;", "0;default", "0;99", "0;-1", "0;7x"})
    CHECK_FALSE(is_light_by_numbers(text).has_value());
}

TEST_CASE("is_light_by_answer: as terminals answer", "[cli][background]") {
  CHECK(is_light_by_answer("\033]11;rgb:ffff/ffff/ffff\033\\\033[?62c") == true);
  CHECK(is_light_by_answer("\033]11;rgb:fd/f6/e3\a") == true);
  CHECK(is_light_by_answer("\033]11;rgb:0000/2b2b/3636\a") == false);
  for (const char* text : {"", "\033[?62c", "rgb:", "rgb:1/2", "rgb:x/y/z", "rgb:fffff/0/0"})
    CHECK_FALSE(is_light_by_answer(text).has_value());
}

TEST_CASE("background_is_light: a choice outweighs everything", "[cli][background]") {
  CHECK(background_is_light(BackgroundChoice::light));
  CHECK_FALSE(background_is_light(BackgroundChoice::dark));
}

TEST_CASE("background_is_light: the terminal is asked, and answers before anything is drawn",
          "[cli][background]") {
  PseudoTerminal terminal(kAsked, 40, 80);
  const termios before = terminal.settings();
  terminal.answer_background("\033]11;rgb:ffff/ffff/ffff\033\\\033[?62c");
  REQUIRE(terminal.wait_until_ended());
  CHECK(terminal.screen().shows("softmax"));
  CHECK_FALSE(terminal.screen().shows("rgb"));
  CHECK(same_settings(terminal.settings(), before));
}

TEST_CASE("background_is_light: a terminal that says nothing holds nobody up",
          "[cli][background]") {
  PseudoTerminal terminal(kAsked, 40, 80);
  REQUIRE(terminal.wait_until_ended());
  CHECK(terminal.exit_code() == 0);
  CHECK(terminal.screen().shows("softmax"));
}

TEST_CASE("background_is_light: nothing is asked in a pipe", "[cli][background]") {
  const TemporaryFolder folder;
  CHECK(run_command(kAsked + " --color always", folder.path()).out.find("\033]") ==
        std::string::npos);
}

TEST_CASE("--background: the smallest weights are pale on light ground", "[cli][background]") {
  const TemporaryFolder folder;
  const std::string weights = "attn attend 'The cat' --causal --stage weights --color always ";
  const std::string dark = run_command(weights + "--background dark", folder.path()).out;
  const std::string light = run_command(weights + "--background light", folder.path()).out;
  CHECK(dark != light);
  CHECK(dark.find("\033[48;5;221;38;5;16m 1.000") != std::string::npos);
  CHECK(light.find("\033[48;5;17;38;5;231m 1.000") != std::string::npos);
  CHECK(light.find("colours   \033[48;5;231;38;5;16m ") != std::string::npos);
  const std::string any = run_command("COLORTERM=truecolor " + weights, folder.path()).out;
  CHECK(any.find("\033[48;2;255;234;70;38;2;0;0;0m 1.000") != std::string::npos);
}
