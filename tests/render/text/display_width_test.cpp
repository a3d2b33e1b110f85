#include "render/text/display_width.hpp"

#include <utility>

#include "support/catch.hpp"

using namespace attn;

namespace {

const std::string kFamily = "👨‍👩‍👧";  // three people joined by U+200D
const std::string kHeart = "❤️";               // U+2764 with the emoji selector U+FE0F
const std::string kHeartAsText = "❤";
const std::string kGaHalfWidth = "ｶﾞ";       // U+FF76 and U+FF9E, each a column of its own
const std::string kGaCombined = "か\u3099";  // U+3099 takes no column
const std::string kEAcute = "e\u0301";
const std::string kHangulParts = "\u1112\u1161\u11ab";  // three letters that stand in one square
const std::string kThaiAm = "กำ";

// Everything awkward in one text.
const std::vector<std::string> kMixed{"a",    "猫",        kFamily,      kGaHalfWidth, "\xff",
                                      "🇯🇵",   kGaCombined, kHangulParts, kEAcute,      "⣿",
                                      kHeart, "　",        "!"};

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += part;
  return text;
}

}  // namespace

TEST_CASE("display_width: counts terminal columns", "[render][display_width]") {
  const std::pair<std::string, unsigned> cases[] = {
      {"", 0},      {"The cat", 7},   {"猫が魚", 6},           {"「、。」", 8},
      {"ｶﾀｶﾅ", 4},  {kGaCombined, 2}, {kGaHalfWidth, 2},       {"ﾊﾟﾝ", 3},
      {kEAcute, 1}, {"naïve", 5},     {kHeartAsText, 1},       {kHeart, 2},
      {kFamily, 2}, {"👍🏽", 2},  {"1️⃣", 2},          {"🇯🇵", 2},
      {"🇯🇵🇫🇷", 4},  {"　", 2},        {kHangulParts, 2},       {kThaiAm, 2},
      {"⡀⣿", 2},    {"⎡⎤⎢⎥⎣⎦", 6},    {"S = Q Kᵀ / √d_k", 15}, {"−∞⋅×→Σ≤≠“”", 10},
  };
  for (const auto& [text, width] : cases) {
    CAPTURE(text);
    CHECK(display_width(text) == width);
  }
}

TEST_CASE("display_width: a byte that is not UTF-8 takes the column of its replacement",
          "[render][display_width]") {
  CHECK(display_width("\xff") == 1);
  CHECK(display_width("a\x80z") == 3);
  CHECK(display_width("猫\xe7\x8c") == 4);  // a character that was cut off after two bytes
}

TEST_CASE("graphemes_of: a text falls into what a reader calls characters",
          "[render][display_width]") {
  const std::string text = joined(kMixed);  // the graphemes are views of it
  const std::vector<std::string_view> graphemes = graphemes_of(text);
  REQUIRE(graphemes.size() == kMixed.size());
  for (std::size_t i = 0; i < kMixed.size(); ++i) CHECK(graphemes[i] == kMixed[i]);
  CHECK(graphemes_of("").empty());
}

TEST_CASE("cut_to_width: never splits a wide character", "[render][display_width]") {
  CHECK(cut_to_width("猫が魚", 6) == "猫が魚");
  CHECK(cut_to_width("猫が魚", 5) == "猫が");
  CHECK(cut_to_width("猫が魚", 1) == "");
  CHECK(cut_to_width("a猫", 2) == "a");
  CHECK(cut_to_width(kFamily + "x", 1) == "");
  CHECK(cut_to_width(kFamily + "x", 2) == kFamily);
  CHECK(cut_to_width("🇯🇵🇫🇷", 3) == "🇯🇵");
  CHECK(cut_to_width(kGaHalfWidth, 1) == "");
  CHECK(cut_to_width(kEAcute + "t", 1) == kEAcute);
  CHECK(cut_to_width("down", 0) == "");
}

TEST_CASE("cut_to_width: keeps as many whole characters as fit",
          "[render][display_width][property]") {
  const std::string text = joined(kMixed);
  for (unsigned width = 0; width <= display_width(text); ++width) {
    std::string expected;
    for (const std::string& part : kMixed) {
      if (display_width(expected + part) > width) break;
      expected += part;
    }
    CAPTURE(width);
    CHECK(cut_to_width(text, width) == expected);
  }
}

TEST_CASE("display_width: of a text is the sum over its characters",
          "[render][display_width][property]") {
  unsigned sum = 0;
  for (const std::string& part : kMixed) sum += display_width(part);
  CHECK(display_width(joined(kMixed)) == sum);
}

TEST_CASE("pad: fills up with spaces and never cuts", "[render][display_width]") {
  CHECK(pad_left("猫", 5) == "   猫");
  CHECK(pad_right("猫", 5) == "猫   ");
  for (const auto& pad : {pad_left, pad_right}) {
    CHECK(pad("down", 4) == "down");
    CHECK(pad("down", 2) == "down");
    CHECK(pad("", 2) == "  ");
    CHECK(display_width(pad(kGaHalfWidth, 7)) == 7);
  }
}

TEST_CASE("visible_width: colours take no columns", "[render][display_width]") {
  CHECK(visible_width("\033[1;36m食べた\033[0m x") == 8);
  CHECK(visible_width("plain") == 5);
  CHECK(visible_width("\033[") == 0);  // cut off
}
