#include "data/files/text_bytes.hpp"

#include <vector>

#include "data/test_files.hpp"
#include "support/catch.hpp"

using namespace attn;
using namespace std::string_literals;

namespace {

// What is read, and what is told of it.
std::vector<std::string> read(const std::string& bytes) {
  static int n_texts = 0;  // a sentence is told once
  const std::string source = "text " + std::to_string(++n_texts);
  std::vector<std::string> result(1);
  tell_readings([&](const std::string& told) { result.push_back(told.substr(source.size() + 2)); });
  result[0] = text_of_bytes(bytes, source);
  tell_readings(nullptr);
  return result;
}

using Result = std::vector<std::string>;

}  // namespace

TEST_CASE("text_of_bytes: UTF-8 is left as it is, but for its mark", "[data][text_bytes]") {
  CHECK(read("猫が\n") == Result{"猫が\n"});
  CHECK(read("\xef\xbb\xbf猫が\r\n") == Result{"猫が\r\n"});
  CHECK(read("") == Result{""});
}

TEST_CASE("text_of_bytes: what is no text is called by its name", "[data][text_bytes]") {
  CHECK(refusal([] { text_of_bytes("{\\rtf1\\ansi 0.5}", "a.txt"); }) ==
        "a.txt: this is RTF and no plain text. Save it as plain text in UTF-8.");
  CHECK(refusal([] { text_of_bytes("%PDF-1.7", "a.txt"); }).starts_with("a.txt: this is PDF"));
}

TEST_CASE("text_of_bytes: a carriage return alone ends a line", "[data][text_bytes]") {
  CHECK(read("1,2\r3,4\r") ==
        Result{"1,2\n3,4\n", "lines that end in a carriage return alone were told apart."});
  CHECK(read("1,2\r") == Result{"1,2\n"});
  CHECK(read("a\rb\nc") == Result{"a\rb\nc"});
}
