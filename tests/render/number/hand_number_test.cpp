#include "render/number/hand_number.hpp"

#include "support/catch.hpp"
#include "support/worked_examples.hpp"

using namespace attn;

TEST_CASE("HandNumber: as few decimals as say the same", "[render][hand_number]") {
  const Layout layout;
  HandNumber write(layout);
  CHECK(write(0.5) == "0.5");
  CHECK(write(3.0) == "3");
  CHECK(write(-0.0) == "0");
  CHECK(write(1.6487212707001282) == "1.649");
  CHECK(write(-2.25) == "−2.25");
  CHECK(write(0.0001) == "<.001");
  CHECK(write(-kInfinity) == "−∞");
}

TEST_CASE("HandNumber: ASCII has no minus sign of its own", "[render][hand_number]") {
  Layout layout;
  layout.glyphs = Glyphs::ascii;
  CHECK(HandNumber(layout)(-2.25) == "-2.25");
}

TEST_CASE("HandNumber: knows whether every number so far is what is shown",
          "[render][hand_number]") {
  const Layout layout;
  HandNumber write(layout);
  for (const double exact : {0.5, -3.0, 0.1 + 0.2, 0.0, 1234567.0, kInfinity}) write(exact);
  CHECK(write.significant(-0.03) == "-0.03");
  CHECK(write.sign() == "=");
  for (const double rounded : {1.0 / 3, 0.0004, 0.1234567}) {
    HandNumber fresh(layout);
    fresh(rounded);
    CHECK(fresh.sign() == "≈");
  }
  CHECK(write.significant(0.025119) == "0.02512");
  CHECK(write.sign() == "≈");
  write(2.0);
  CHECK(write.sign() == "≈");
}

TEST_CASE("in_parentheses: what does not stand alone", "[render][hand_number]") {
  CHECK(in_parentheses("2") == "2");
  CHECK(in_parentheses("−2") == "(−2)");
  CHECK(in_parentheses("-2") == "(-2)");
  CHECK(in_parentheses("<.001") == "(<.001)");
}

TEST_CASE("sum_of: the middle of a long sum is left out", "[render][hand_number]") {
  const auto term = [](arma::uword k) { return std::to_string(k); };
  CHECK(sum_of(1, term) == "0");
  CHECK(sum_of(8, term) == "0 + 1 + 2 + 3 + 4 + 5 + 6 + 7");
  CHECK(sum_of(9, term) == "0 + 1 + 2 + 3 + 4 + 5 + .. + 8");
}
