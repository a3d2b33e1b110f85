#include "cli/exercise/watch_screen.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("watch_key: letters, and keys without one", "[cli][exercise]") {
  CHECK(watch_key({.key = Key::left, .letter = 'h'}) == WatchKey::hint);
  CHECK(watch_key({.key = Key::next, .letter = 'n'}) == WatchKey::next);
  CHECK(watch_key({.key = Key::left}) == WatchKey::none);  // an arrow
  CHECK(watch_key({.key = Key::next}) == WatchKey::go_on);
  CHECK(watch_key({.key = Key::quit}) == WatchKey::quit);
  CHECK(watch_key({.key = Key::interrupt}) == WatchKey::interrupt);
  CHECK(watch_key({.key = Key::digit, .digit = 7, .letter = '7'}) == WatchKey::none);
}

TEST_CASE("watch_keys_line: names every key that does something", "[cli][exercise]") {
  const std::string line = watch_keys_line();
  for (const char letter : {'h', 'e', 'p', 'l', 'n', 'r', 'q'}) {
    CHECK(watch_key({.letter = letter}) != WatchKey::none);
    CHECK(line.find(std::string(1, letter) + " ") != std::string::npos);
  }
}
