#include "tokenizer/steps/aligned_text.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("aligned_text: every byte knows what it stands for", "[tokenizer][aligned_text]") {
  const AlignedText given("abc", 10);
  AlignedText text;
  text.add_before("__", given, 0);
  text.add(given, {0, 1});
  text.add_instead("XYZ", given, {1, 3});
  CHECK(text.text() == "__aXYZ");
  CHECK(text.source({0, 2}) == ByteRange{10, 10});
  CHECK(text.source({0, 3}) == ByteRange{10, 11});
  CHECK(text.source({4, 5}) == ByteRange{11, 13});
}

TEST_CASE("aligned_text: a text does not grow without end", "[tokenizer][aligned_text]") {
  const AlignedText given("a", 0);
  const std::string large(10 << 20, 'x');
  AlignedText text;
  text.add_instead(large, given, {0, 1});
  CHECK_THROWS_AS(text.add_instead(large, given, {0, 1}), InputError);
}
