#include "tokenizer/shown_token.hpp"

#include "support/catch.hpp"

using namespace attn;

namespace {

using Shown = std::vector<std::string>;

std::string shown_alone(const std::string& bytes) {
  return shown_tokens({{.bytes = bytes}}).front();
}

}  // namespace

TEST_CASE("shown_token: as people read it", "[tokenizer][shown_token]") {
  CHECK(shown_alone(" cat") == "␣cat");
  CHECK(shown_alone("\n\t\r") == "\\n\\t\\r");
  CHECK(shown_alone("\\n") == "\\\\n");
  CHECK(shown_alone(std::string(1, '\0')) == "\\u{0}");
  CHECK(shown_alone("\uFEFF\u200B\u3000") == "\\u{FEFF}\\u{200B}\\u{3000}");
  CHECK(shown_alone("\u0301e\u0301") == "\\u{301}e\u0301");  // joins nothing that is not its own
  CHECK(shown_alone("\x1B[2J") == "\\u{1B}[2J");
  CHECK(shown_alone("") == "");
}

TEST_CASE("shown_token: parts of a character", "[tokenizer][shown_token]") {
  CHECK(shown_alone(" \xE7\x8C") == "␣⟨E7 8C⟩");
  CHECK(shown_alone("\xAB") == "⟨AB⟩");
  CHECK(shown_tokens({{.bytes = " \xE7\x8C"}, {.bytes = "\xAB!"}}) ==
        Shown{"␣猫:E7 8C", "猫:⟨AB⟩!"});
  CHECK(shown_tokens({{.bytes = "\xE7"}, {.bytes = "\x8C"}, {.bytes = "\xAB"}}) ==
        Shown{"猫:E7", "猫:8C", "猫:AB"});
  CHECK(shown_tokens(
            {{.bytes = "\xE7\x8C"}, {.bytes = "[SEP]", .goes_on = false}, {.bytes = "\xAB"}}) ==
        Shown{"⟨E7 8C⟩", "[SEP]", "⟨AB⟩"});
  CHECK(shown_tokens({{.bytes = "猫\xE7"}, {.bytes = "\x8C\xABx"}}) ==
        Shown{"猫猫:E7", "猫:⟨8C AB⟩x"});
}

TEST_CASE("shown_token: what a name stands for", "[tokenizer][shown_token]") {
  CHECK(bytes_of_token("ĠçĮ«", NameStyle::byte_letters).bytes == " 猫");
  CHECK(bytes_of_token("猫", NameStyle::byte_letters).bytes == "猫");
  CHECK(bytes_of_token("▁the▁", NameStyle::metaspace).bytes == " the ");
  CHECK(bytes_of_token("<0xE7>", NameStyle::metaspace).bytes == "\xE7");
  CHECK(bytes_of_token("<0xZZ>", NameStyle::metaspace).bytes == "<0xZZ>");
  CHECK(bytes_of_token("##ing", NameStyle::plain).bytes == "##ing");
}
