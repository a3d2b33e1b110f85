#include "tokenizer/steps/normal_form.hpp"

#include "support/catch.hpp"

using namespace attn;

namespace {

constexpr NormalForm kNfc{.composed = true, .compatible = false};
constexpr NormalForm kNfd{.composed = false, .compatible = false};
constexpr NormalForm kNfkc{.composed = true, .compatible = true};

std::string formed(const std::string& text, NormalForm form) {
  return in_normal_form(AlignedText(text, 0), form).text();
}

}  // namespace

TEST_CASE("normal_form: composes and decomposes", "[tokenizer][normal_form]") {
  CHECK(formed("cafe\u0301", kNfc) == "caf\u00E9");
  CHECK(formed("caf\u00E9", kNfd) == "cafe\u0301");
  CHECK(formed("が", kNfd) == "か\u3099");
  CHECK(formed("한", kNfd) == "\u1112\u1161\u11AB");
  CHECK(formed("\u1112\u1161\u11AB", kNfc) == "한");
  CHECK(formed("ﬁｶﾞ", kNfkc) == "fiガ");
  CHECK(formed("ﬁ", kNfc) == "ﬁ");
  CHECK(formed("a\u0301\u0323", kNfd) == "a\u0323\u0301");  // marks have an order
}

TEST_CASE("normal_form: what is newer than Unicode 9 stays", "[tokenizer][normal_form]") {
  CHECK(formed("\u32FF", kNfkc) == "\u32FF");  // ㋿ of Unicode 12.1
  CHECK(formed("\U00011938", kNfd) == "\U00011938");
}

TEST_CASE("normal_form: what changes stands for what it came from", "[tokenizer][normal_form]") {
  const AlignedText text = in_normal_form(AlignedText("xe\u0301y", 0), kNfc);
  CHECK(text.text() == "x\u00E9y");
  CHECK(text.source({0, 1}) == ByteRange{0, 1});
  CHECK(text.source({1, 3}) == ByteRange{1, 4});
  CHECK(text.source({3, 4}) == ByteRange{4, 5});
}

TEST_CASE("normal_form: many marks in the wrong order take no quadratic time",
          "[tokenizer][normal_form]") {
  std::string text = "a", sorted = "a";
  constexpr int kMarks = 200'000;
  for (int i = 0; i < kMarks; ++i) text += "\u0301\u0323";
  for (int i = 0; i < kMarks; ++i) sorted += "\u0323";
  for (int i = 0; i < kMarks; ++i) sorted += "\u0301";
  CHECK((formed(text, kNfd) == sorted));
}
