#include <cstdlib>
#include <fstream>
#include <sstream>

#include "support/catch.hpp"
#include "support/pseudo_terminal.hpp"
#include "support/temporary_folder.hpp"

// The first block of docs/exercise.md is what a learner sees in a terminal. With UPDATE_GOLDEN it
// is written anew.
using namespace attn;

TEST_CASE("documentation: a sitting looks as docs/exercise.md shows it",
          "[golden][documentation]") {
  const TemporaryFolder home;
  PseudoTerminal terminal(
      "env HOME=" + home.path().string() + " attn exercise continue attention-by-hand", 24, 80);
  REQUIRE(terminal.wait_for("1 of 2"));
  terminal.type(" ");
  REQUIRE(terminal.wait_for("Enter: the first question"));
  terminal.type("\r");
  REQUIRE(terminal.wait_for("row 1 (q1) >"));
  terminal.type("1 0 1\r");
  REQUIRE(terminal.wait_for("row 2 (q2) >"));
  const std::string screen = terminal.screen().text();
  terminal.type("q\r");
  CHECK(terminal.wait_until_ended());

  const std::string path = ATTN_SOURCE_DIR "/docs/exercise.md", fence = "```\n";
  std::ostringstream stream;
  stream << std::ifstream(path).rdbuf();
  std::string page = stream.str();
  const std::size_t begin = page.find(fence) + fence.size(), end = page.find(fence, begin);
  const bool update = std::getenv("UPDATE_GOLDEN") != nullptr;
  if (update) std::ofstream(path, std::ios::binary) << page.replace(begin, end - begin, screen);
  CHECK((update || page.substr(begin, end - begin) == screen));
}
