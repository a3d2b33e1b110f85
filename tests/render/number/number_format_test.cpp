#include "render/number/number_format.hpp"

#include <cmath>
#include <cstring>
#include <random>
#include <utility>

#include "base/number.hpp"
#include "support/catch.hpp"
#include "support/worked_examples.hpp"

using namespace attn;

namespace {

const arma::mat kFractions{{0.5, 2.0}};
const arma::mat kWhole{{1.0, -4.0}};

Layout layout_with(int precision, Glyphs glyphs = Glyphs::ascii) {
  Layout layout;
  layout.precision = precision;
  layout.glyphs = glyphs;
  return layout;
}

NumberFormat plain(int precision) { return {kFractions, layout_with(precision)}; }
NumberFormat shares(int precision) { return {kFractions, layout_with(precision), true}; }

bool reads_as_zero(const std::string& text) {
  return text.find_first_of("123456789") == std::string::npos;
}

}  // namespace

TEST_CASE("NumberFormat: whole numbers are shown bare", "[render][number_format]") {
  const NumberFormat write(kWhole, layout_with(3));
  CHECK(write(5) == "5");
  CHECK(write(-3) == "-3");
  CHECK(write(0) == "0");
  CHECK(write.with_precision(2)(5) == "5");
}

TEST_CASE("NumberFormat: one format for all cells of a matrix", "[render][number_format]") {
  CHECK(plain(3)(0.5) == "0.500");
  CHECK(plain(3)(2) == "2.000");
  CHECK(plain(3)(0) == "0.000");
  // Infinities and NaN among whole numbers change nothing.
  CHECK(NumberFormat({1.0, -kInfinity, kNaN}, layout_with(3))(1) == "1");
}

TEST_CASE("NumberFormat: shares have no leading zero", "[render][number_format]") {
  CHECK(shares(3)(0.881) == ".881");
  CHECK(shares(2)(0.881) == ".88");
  CHECK(shares(3)(1) == "1.000");
  CHECK(shares(3)(0.9999) == "1.000");
  CHECK(shares(3)(0) == "0");
}

TEST_CASE("NumberFormat: zero has no sign", "[render][number_format]") {
  for (const double zero : {0.0, -0.0}) {
    CHECK(NumberFormat(kWhole, layout_with(3))(zero) == "0");
    CHECK(plain(3)(zero) == "0.000");
    CHECK(plain(0)(zero) == "0");
    CHECK(shares(3)(zero) == "0");
    CHECK(exact(zero) == "0");
  }
}

TEST_CASE("NumberFormat: tiny values say that they are not zero", "[render][number_format]") {
  CHECK(plain(3)(0.0004) == "<.001");
  CHECK(plain(3)(-0.0004) == ">-.001");
  CHECK(shares(3)(1e-300) == "<.001");
  CHECK(shares(1)(1e-300) == "<.1");
  CHECK(plain(0)(0.3) == "<1");
  CHECK(plain(0)(-0.3) == ">-1");
  CHECK(plain(3)(0.0006) == "0.001");
  CHECK(NumberFormat(kFractions, layout_with(3, Glyphs::unicode))(-0.0004) == ">−.001");
}

TEST_CASE("NumberFormat: no value that is not zero prints as zero",
          "[render][number_format][property]") {
  std::mt19937 draws(1);
  std::vector<double> values{0.5, 5e-324, 1e300};
  for (int precision = 0; precision <= 13; ++precision) {
    const double half = 0.5 * std::pow(10.0, -precision);
    for (const double edge : {half, std::strtod(("5e-" + std::to_string(precision)).c_str(), {})})
      for (const double near : {edge, std::nextafter(edge, 0.0), std::nextafter(edge, 1.0)})
        values.push_back(near);
  }
  for (int i = 0; i < 200; ++i)
    values.push_back(std::pow(10.0, static_cast<double>(draws() % 3000) / 100.0 - 20.0));

  for (int precision = 0; precision <= 12; ++precision)
    for (const double size : values)
      for (const double value : {size, -size}) {
        CAPTURE(precision, value);
        const std::string text = plain(precision)(value);
        CHECK_FALSE(reads_as_zero(text));
        CHECK((value < 0) == (text.find('-') < text.find_first_of("123456789")));
        if (value > 0 && value <= 1) CHECK_FALSE(reads_as_zero(shares(precision)(value)));
      }
}

TEST_CASE("NumberFormat: what is written is the value to the last digit shown",
          "[render][number_format][property]") {
  std::mt19937 draws(2);
  for (int precision = 0; precision <= 12; ++precision)
    for (int i = 0; i < 100; ++i) {
      const double value = static_cast<double>(draws()) / 0x1p28 - 8.0;
      const std::string text = plain(precision)(value);
      if (text.find_first_of("<>") != std::string::npos) continue;
      CAPTURE(precision, value, text);
      CHECK(std::abs(std::stod(text) - value) <= 0.5000001 * std::pow(10.0, -precision));
      const std::size_t point = text.find('.');
      const int n_decimals =
          point == std::string::npos ? 0 : static_cast<int>(text.size() - point) - 1;
      CHECK(n_decimals == precision);
    }
}

TEST_CASE("NumberFormat: infinities and NaN are words", "[render][number_format]") {
  for (const int precision : {0, 3, 12}) {
    CHECK(plain(precision)(kInfinity) == "inf");
    CHECK(plain(precision)(-kInfinity) == "-inf");
    CHECK(plain(precision)(kNaN) == "nan");
    CHECK(plain(precision)(-kNaN) == "nan");
  }
}

TEST_CASE("NumberFormat: large numbers stay short", "[render][number_format]") {
  CHECK(plain(3)(1e300) == "1.00e+300");
  CHECK(plain(3)(-1.5e7) == "-1.50e+07");
  CHECK(plain(3)(9999999) == "9999999.000");
  CHECK(NumberFormat(kWhole, layout_with(3))(9999999) == "9999999");
  CHECK(NumberFormat(kWhole, layout_with(3))(1e300) == "1.00e+300");
  CHECK(plain(0)(1e300) == "1.0e+300");
  CHECK(plain(12)(1e300).size() < 20);
}

TEST_CASE("NumberFormat: a minus sign is ASCII only where glyphs are", "[render][number_format]") {
  const NumberFormat unicode(kFractions, layout_with(3, Glyphs::unicode));
  CHECK(unicode(-1.5) == "−1.500");
  CHECK(unicode(-kInfinity) == "−inf");
  CHECK(unicode(-1.5e9) == "−1.50e+09");
  CHECK(plain(3)(-1.5) == "-1.500");
}
