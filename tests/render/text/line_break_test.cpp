#include "render/text/line_break.hpp"

#include "support/catch.hpp"

using namespace attn;

namespace {

constexpr unsigned kRoom = 60, kThird = 21;

unsigned cost(std::string_view before, std::string_view after, bool is_spaced = false) {
  return break_cost(before, after, is_spaced, kRoom);
}

}  // namespace

TEST_CASE("break_cost: nothing where a phrase begins", "[render][wrap]") {
  CHECK(cost("、", "各") == 0);
  CHECK(cost("を", "す") == 0);
  CHECK(cost("は", "影") == 0);
  CHECK(cost("は", "マ") == 0);
  CHECK(cost("は", "d_k", true) == 0);
  CHECK(cost("the", "word", true) == 0);
  CHECK(cost("は", "「") == 0);
}

TEST_CASE("break_cost: more than a third of the line inside a phrase", "[render][wrap]") {
  for (const auto& [before, after] : {std::pair("示", "す"),
                                      {"段", "階"},
                                      {"ク", "を"},
                                      {"」", "を"},
                                      {"め", "込"},
                                      {"り", "出"},
                                      {"り", "除"},
                                      {"き", "取"},
                                      {"て", "く"}})
    CHECK(cost(before, after) == kThird);
  CHECK(cost("Q", "を", true) == kThird);
  CHECK(cost("だ", "さ") > kThird);
  CHECK(cost("Q、", "を", true) == 0);
}

TEST_CASE("break_cost: most inside katakana words and before counters", "[render][wrap]") {
  const unsigned inside = cost("マ", "ス");
  CHECK(inside > cost("だ", "さ"));
  CHECK(cost("2", "つ", true) == inside);
  CHECK(cost("第", "2", true) == inside);
  CHECK(cost("ー", "ド") == inside);
  CHECK(cost("せ", "ん") == inside);
}

TEST_CASE("break_cost: a third of the line within a formula", "[render][wrap]") {
  for (const auto& [before, after] : {std::pair("d", "="),
                                      {"=", "512"},
                                      {"p", "×"},
                                      {"√d_k", "≤"},
                                      {"5", "x"},
                                      {"x", "3"},
                                      {"2", "FLOP"},
                                      {"291.6", "GFLOP、"},
                                      {"12", "GiB."},
                                      {"3.6", "%"},
                                      {"Q", "Kᵀ"},
                                      {"2", "d_k,"},
                                      {"ln", "2"},
                                      {"Σ", "A⋅dA"},
                                      {"A", "∘"},
                                      {"S[sat,", "cat]"},
                                      {"--tokens", "\"a"},
                                      {"attn", "mha"},
                                      {"n", "個"}})
    CHECK(cost(before, after, true) == kThird);
  for (const auto& [before, after] : {std::pair("Q,", "K"),
                                      {"a", "key"},
                                      {"2", "heads"},
                                      {"a", "x"},
                                      {"(the", "mask)"},
                                      {"attn", "本"}})
    CHECK(cost(before, after, true) == 0);
}
