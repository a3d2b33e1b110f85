#include <numbers>

#include "practice/answer/reading.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

bool no_name(const std::string&) { return false; }

}  // namespace

TEST_CASE("without_units: harmless words are taken off", "[practice][unit_words]") {
  for (const char* text :
       {"4 times", "4x", "4 ×", "4倍", "4 heads", "4 query heads", "4 個", "4 parameters",
        "4 columns", "4 行", "4 radians", "4ラジアン", "4", "4 positions", "4-fold", "4種類",
        "4次元", "4 dimensions", "4 different values"})
    CHECK(without_units(text, no_name).number == "4");
  for (const char* text : {"4 steps", "4 ステップ", "4 batches", "4バッチ", "4 examples", "4 件"})
    CHECK(without_units(text, no_name).number == "4");
  CHECK(without_units("1.609 nats", no_name).number == "1.609");
  CHECK(without_units("2 pi rad", no_name).number == "2 pi");
}

TEST_CASE("without_units: a unit that may be the wrong one stays", "[practice][unit_words]") {
  for (const char* text : {"4 MACs", "4 FLOP", "4 bits"})
    CHECK(without_units(text, no_name).number == text);
}

TEST_CASE("without_units: a share and degrees have a factor", "[practice][unit_words]") {
  for (const char* text : {"40.1%", "40.1 %", "40.1 percent", "40.1パーセント"}) {
    CHECK(without_units(text, no_name).factor == 0.01);
    CHECK(without_units(text, no_name).number == "40.1");
  }
  for (const char* text : {"90°", "90 degrees", "90度", "90 deg"}) {
    CHECK(without_units(text, no_name).factor == std::numbers::pi / 180);
    CHECK(without_units(text, no_name).is_degrees);
  }
}

TEST_CASE("without_units: words for large numbers have a factor", "[practice][unit_words]") {
  CHECK(without_units("1.5 million", no_name).factor == 1e6);
  CHECK(without_units("26.2万", no_name).factor == 1e4);
  CHECK(without_units("26.2万個", no_name).number == "26.2");
  for (const char* text : {"262K", "1M", "3 million %"})
    CHECK(without_units(text, no_name).factor != 1e6 * 0.01);
}

TEST_CASE("without_units: names and other words stay", "[practice][unit_words]") {
  for (const char* text : {"4 widgets", "n_heads", "sqrt(2)", "x", "%", "30 %%", "4 beheads"})
    CHECK(without_units(text, no_name).number != "4");
  CHECK(without_units("n_heads", no_name).number == "n_heads");
  CHECK(without_units("2 x", [](const std::string& word) { return word == "x"; }).number == "2 x");
}

TEST_CASE("ends_in_times_sign: as a word by itself", "[practice][unit_words]") {
  for (const char* text : {"512 ×", "512x", "512 X", "512 times", "(512) ×", "512 \\times"})
    CHECK(ends_in_times_sign(text));
  for (const char* text : {"", "512", "max", "512 sometimes", "4 heads", "4 times smaller"})
    CHECK_FALSE(ends_in_times_sign(text));
}
