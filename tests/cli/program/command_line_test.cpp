#include "cli/program/command_line.hpp"

#include "support/catch.hpp"

using namespace attn;

namespace {

std::string value_typed_in(std::vector<std::string> words, std::string_view flag) {
  words.insert(words.begin(), "attn");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  keep_command_line(static_cast<int>(arguments.size()), arguments.data());
  std::string value(typed_value(flag));
  keep_command_line(0, nullptr);
  return value;
}

}  // namespace

TEST_CASE("typed_value: the last value of a flag, in both spellings", "[cli][command_line]") {
  CHECK(value_typed_in({"attend", "--width", "40", "cat"}, "--width") == "40");
  CHECK(value_typed_in({"attend", "--width=40"}, "--width") == "40");
  CHECK(value_typed_in({"--width=40", "--width", "60"}, "--width") == "60");
  CHECK(value_typed_in({"attend", "cat"}, "--width").empty());
  CHECK(value_typed_in({"attend", "--width"}, "--width").empty());
  CHECK(value_typed_in({"attend", "--widthless=3"}, "--width").empty());
  CHECK(value_typed_in({"attend", "--", "--width", "40"}, "--width").empty());
}
