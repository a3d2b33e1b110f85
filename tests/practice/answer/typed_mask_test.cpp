#include "practice/answer/typed_mask.hpp"

#include "data/test_files.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

const arma::mat kCausal{{1, 0, 0}, {1, 1, 0}, {1, 1, 1}};
const AnswerContext kSquare{.n_rows = 3, .n_cols = 3, .is_whole = true, .names = {}};

}  // namespace

TEST_CASE("typed_mask: signs of many kinds", "[practice][typed_mask]") {
  for (const char* text :
       {"1 0 0; 1 1 0; 1 1 1", "T F F; T T F; T T T", "true false false; true true False; 1 1 1",
        "✓ ✗ ✗\n✓ ✓ ✗\n✓ ✓ ✓", "o x x; o o x; o o o", "100;110;111", "100\n110\n111", "100 110 111",
        "TFF;TTF;TTT", "○××;○○×;○○○", "1 . .; 1 1 .; 1 1 1", "1..;11.;111", "#..;##.;###",
        "1. 0. 0.; 1. 1. 0.; 1. 1. 1.", "yes no no; yes yes no; yes yes yes", "1 - -; 1 1 -; 1 1 1",
        "■□□;■■□;■■■"}) {
    CHECK(difference(typed_mask(text, kSquare), kCausal, 0) == "");
    CHECK(difference(typed_mask(text, {}), kCausal, 0) == "");
  }
}

TEST_CASE("typed_mask: rows of signs must be as wide as the mask",
          "[practice][typed_mask][error]") {
  for (const char* text : {"1000;1100;1110", "10;11", "100;11;111", "102;110;111", "1 2; 3 4"})
    CHECK(refusal([&] { typed_mask(text, kSquare); }) != "accepted");
}

TEST_CASE("typed_mask: two signs for a blocked cell leave open which one is meant",
          "[practice][typed_mask][error]") {
  const std::pair<const char*, const char*> kMasks[] = {
      {"x . .; x x .; x x x", "'.' and 'x'"}, {"x..;xx.;xxx", "'.' and 'x'"},
      {"X . .; X X .; X X X", "'.' and 'x'"}, {"x 0 0; x x 0; x x x", "'0' and 'x'"},
      {"x00;xx0;xxx", "'0' and 'x'"},         {"- 0 0; - - 0; - - -", "'-' and '0'"},
      {"× □ □; × × □; × × ×", "'×' and '□'"}, {"✗ 0 0; ✗ ✗ 0; ✗ ✗ ✗", "'0' and '✗'"},
      {"f - -; f f -; f f f", "'-' and 'f'"}};
  for (const auto& mask : kMasks) {
    INFO(mask.first);
    CHECK(refusal([&] { typed_mask(mask.first, kSquare); }) ==
          std::string(mask.second) +
              " both stand for a blocked cell. Write 1 where the query may attend to the key, and "
              "0 where it may not.");
  }
}

TEST_CASE("typed_mask: two signs for an open cell leave open which one is meant to be blocked",
          "[practice][typed_mask][error]") {
  const std::pair<const char*, const char*> kMasks[] = {{"1 o o; 1 1 o; 1 1 1", "'1' and 'o'"},
                                                        {"1OO;11O;111", "'1' and 'o'"},
                                                        {"o # #; o o #; o o o", "'#' and 'o'"},
                                                        {"1 ■ ■; 1 1 ■; 1 1 1", "'1' and '■'"},
                                                        {"○ ■ ■; ○ ○ ■; ○ ○ ○", "'■' and '○'"}};
  for (const auto& mask : kMasks) {
    INFO(mask.first);
    CHECK(refusal([&] { typed_mask(mask.first, kSquare); }) ==
          std::string(mask.second) +
              " both stand for an open cell. Write 1 where the query may attend to the key, and 0 "
              "where it may not.");
  }
}

TEST_CASE("typed_mask: one sign everywhere blocks or opens every cell, and beside another any may",
          "[practice][typed_mask]") {
  for (const char* text : {"1 1; 1 1", "1 1.0; 1. 1", "o o; O o", "○ ○; ○ ○", "##;##"})
    CHECK(difference(typed_mask(text, {}), arma::mat(2, 2, arma::fill::ones), 0) == "");
  for (const char* text : {"0 0; 0 0", "0 0.0; 0. 0", "x x; X x", "× ×; × ×", "..;.."})
    CHECK(difference(typed_mask(text, {}), arma::mat(2, 2, arma::fill::zeros), 0) == "");
  CHECK(difference(typed_mask("1 x .; 1 1 0; 1 1 1", kSquare), kCausal, 0) == "");
}

TEST_CASE("typed_mask: the mask that is added to the scores is told what it is",
          "[practice][typed_mask][error]") {
  for (const char* text : {"0 -inf; 0 0", "0 -∞; 0 0"})
    CHECK(refusal([&] { typed_mask(text, {}); }).find("added to the scores") != std::string::npos);
}
