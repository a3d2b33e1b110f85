#include "practice/notation/plain_number.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("plain_number: whole numbers in full, others to six digits", "[practice][plain_number]") {
  CHECK(plain_number(1048576) == "1048576");
  CHECK(plain_number(60611.4936) == "60611.5");
  CHECK(plain_number(0.248254953) == "0.248255");
  CHECK(plain_number(-0.0) == "0");
  CHECK(plain_number(-2) == "-2");
  CHECK(plain_number(arma::datum::nan) == "nan");
  CHECK(plain_number(-arma::datum::inf) == "-inf");
}

TEST_CASE("fixed_number: keeps its decimals and never shows minus zero",
          "[practice][plain_number]") {
  CHECK(fixed_number(0.28, 3) == "0.280");
  CHECK(fixed_number(-0.0001, 3) == "0.000");
  CHECK(fixed_number(-0.001, 3) == "-0.001");
  CHECK(fixed_number(7, 0) == "7");
  CHECK(fixed_number(1e300, 2) == "1e+300");
  CHECK(fixed_number(arma::datum::inf, 2) == "inf");
}

TEST_CASE("rough_number: two digits say how large an error is", "[practice][plain_number]") {
  CHECK(rough_number(0.0317449) == "0.032");
  CHECK(rough_number(0.005) == "0.005");
  CHECK(rough_number(3.2e-7) == "3.2e-07");
  CHECK(rough_number(1221) == "1221");
  CHECK(rough_number(0) == "0");
}

TEST_CASE("decimals_of: as many as show every cell as it is", "[practice][plain_number]") {
  CHECK(decimals_of({{1, 2}, {3, -4}}, 6) == 0);
  CHECK(decimals_of({{1, 0.25}}, 6) == 2);
  CHECK(decimals_of(arma::mat{0.1 + 0.2}, 6) == 1);
  CHECK(decimals_of(arma::mat{1.0 / 3}, 6) == 6);
  CHECK(decimals_of(arma::mat{4e-11}, 12) == 11);
  CHECK(decimals_of(arma::mat{0.1 + 0.2 - 0.3}, 6) == 0);
  CHECK(decimals_of(arma::mat{1e15 + 0.5}, 0) == 0);
}
