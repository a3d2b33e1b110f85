#include "tokenizer/model/byte_letters.hpp"

#include <set>

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("byte_letters: every byte has a letter of its own, and back",
          "[tokenizer][byte_letters]") {
  std::set<std::string> letters;
  for (int byte = 0; byte < 256; ++byte) {
    const std::string letter(byte_letter(static_cast<unsigned char>(byte)));
    letters.insert(letter);
    CHECK(bytes_of_letters(letter) == std::string(1, static_cast<char>(byte)));
  }
  CHECK(letters.size() == 256);
  CHECK(byte_letter('a') == "a");
  CHECK(byte_letter(' ') == "Ġ");
  CHECK(byte_letter('\n') == "Ċ");
  CHECK(byte_letter(0xAD) == "Ń");  // the last of those that cannot be seen
}

TEST_CASE("byte_letters: names and texts", "[tokenizer][byte_letters]") {
  CHECK(bytes_of_letters("ĠçĮ«") == " 猫");
  CHECK_FALSE(bytes_of_letters("猫").has_value());
  const AlignedText text("é", 4);
  AlignedText letters;
  add_byte_letters(text, {0, 2}, letters);
  CHECK(letters.text() == "Ã©");
  CHECK(letters.source({2, 4}) == ByteRange{5, 6});
}
