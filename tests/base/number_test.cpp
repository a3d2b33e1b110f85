#include "base/number.hpp"

#include "support/catch.hpp"

TEST_CASE("parse_number: reads every usual spelling") {
  CHECK(parse_number("0") == 0.0);
  CHECK(parse_number("-2.5") == -2.5);
  CHECK(parse_number("+2.5") == 2.5);
  CHECK(parse_number(".5") == 0.5);
  CHECK(parse_number("5.") == 5.0);
  CHECK(parse_number("1e3") == 1000.0);
  CHECK(parse_number("1E+3") == 1000.0);
  CHECK(parse_number("1e-3") == 0.001);
  CHECK(parse_number("00012") == 12.0);
  CHECK(std::signbit(*parse_number("-0")));
}

TEST_CASE("parse_number: reads the minus sign that the screen shows") {
  CHECK(parse_number("\u22122.5") == -2.5);
  CHECK(parse_number("1e\u22123") == 0.001);
}

TEST_CASE("parse_number: reads the nearest double") {
  CHECK(parse_number("0.1") == 0.1);
  CHECK(parse_number("1.7976931348623157e308") == std::numeric_limits<double>::max());
  CHECK(parse_number("5e-324") == std::numeric_limits<double>::denorm_min());
  CHECK(parse_number("0." + std::string(1000, '3')) == 1.0 / 3);
}

TEST_CASE("parse_number: a number too small is zero and one too large is infinite") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(parse_number("1e-999") == 0.0);
  CHECK(std::signbit(*parse_number("-1e-999")));
  CHECK(parse_number("1e999") == infinity);
  CHECK(parse_number("-1e999") == -infinity);
  CHECK(parse_number("+1e+999") == infinity);
  CHECK(parse_number("1e99999999999999999999") == infinity);
  CHECK(parse_number("1e-99999999999999999999") == 0.0);
  CHECK(parse_number("0e999") == 0.0);
  CHECK(parse_number(std::string(400, '1')) == infinity);
  CHECK(parse_number(std::string(400, '1') + "e-800") == 0.0);
  CHECK(parse_number("0." + std::string(400, '0') + "1") == 0.0);
  CHECK(parse_number("0." + std::string(400, '0') + "1e800") == infinity);
  // A long number whose exponent brings it back into range.
  CHECK(parse_number("1" + std::string(400, '0') + "e-400") == 1.0);
}

TEST_CASE("parse_number: not finite numbers are read so that they can be refused by name") {
  CHECK(std::isnan(*parse_number("nan")));
  CHECK(std::isnan(*parse_number("NaN")));
  CHECK(std::isinf(*parse_number("-inf")));
  CHECK(std::isinf(*parse_number("Infinity")));
}

TEST_CASE("parse_number: refuses whatever is not wholly a number") {
  for (const char* text :
       {"",         " ",        "+",     "-",    ".",   "e",   "1e",  "1 ",  " 1",
        "1,5",      "1.2.3",    "0x10",  "1e5x", "--1", "+-1", "-+1", "++1", "\u2212\u22121",
        "+\u22121", "1\u22122", "1_000", "1f",   "one", "1\n", "²"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_number(text));
  }
  CHECK_FALSE(parse_number(std::string_view("1\0", 2)));
}

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("decimal_text: so many decimals, and never a negative zero") {
  CHECK(decimal_text(2.0, 3) == "2.000");
  CHECK(decimal_text(-0.5788, 3) == "-0.579");
  CHECK(decimal_text(-0.0001, 3) == "0.000");
  CHECK(decimal_text(-3, 0) == "-3");
  CHECK(decimal_text(kNaN, 3) == "nan");
  CHECK(decimal_text(-kInfinity, 3) == "-inf");
}

TEST_CASE("significant_text: the digits that count") {
  CHECK(significant_text(0.00390625, 4) == "0.003906");
  CHECK(significant_text(-25, 4) == "-25");
  CHECK(significant_text(1e-5, 3) == "1e-05");
  CHECK(significant_text(-0.0, 4) == "0");
  CHECK(significant_text(-kNaN, 4) == "nan");
  CHECK(significant_text(kInfinity, 4) == "inf");
}

TEST_CASE("without_minus_zero: only zeros lose their sign") {
  CHECK(without_minus_zero("-0.00") == "0.00");
  CHECK(without_minus_zero("-0.01") == "-0.01");
  CHECK(is_written_as_zero("0.000"));
  CHECK_FALSE(is_written_as_zero("0.001"));
}

TEST_CASE("with_minus_sign: U+2212 before a negative number") {
  CHECK(with_minus_sign("-0.5") == "−0.5");
  CHECK(with_minus_sign("1e-05") == "1e-05");
}

TEST_CASE("least_shown: the last decimal") {
  CHECK(least_shown(3) == ".001");
  CHECK(least_shown(1) == ".1");
  CHECK(least_shown(0) == "1");
}

TEST_CASE("shown_decimals: what is not zero is not written as one") {
  CHECK(shown_decimals(-0.5788, 3) == "−0.579");
  CHECK(shown_decimals(0.0, 3) == "0.000");
  CHECK(shown_decimals(1e-9, 3) == "<0.001");
  CHECK(shown_decimals(-1e-9, 2) == ">−0.01");
  CHECK(shown_decimals(0.1, 0) == "<1");
  CHECK(shown_decimals(kNaN, 3) == "nan");
}

TEST_CASE("uneven_quotient_text: never looks like a whole number") {
  CHECK(uneven_quotient_text(10, 4) == "2.5");
  CHECK(uneven_quotient_text(64, 3) == "21.33");
  CHECK(uneven_quotient_text(4097, 32) == "128.03");
  CHECK(uneven_quotient_text(1000001, 1000) == "1000.001");
  CHECK(uneven_quotient_text(24691, 2) == "12345.5");
  for (std::uint64_t divisor = 2; divisor < 400; divisor += 7) {
    const std::string text = uneven_quotient_text(4096 * divisor + 1, divisor);
    INFO(text);
    CHECK(text.find('.') + 1 < text.size());
  }
}

TEST_CASE("exact: reads back as the same double") {
  std::mt19937_64 draws(3);
  for (int i = 0; i < 2000; ++i) {
    double value = 0.0;
    const std::uint64_t bits = draws();
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value)) continue;
    CHECK(std::strtod(exact(value).c_str(), nullptr) == value);
  }
}

TEST_CASE("exact: is as short as possible") {
  const std::pair<double, std::string> cases[] = {
      {2, "2"},          {-4, "-4"},         {0.5, "0.5"},       {0.1, "0.1"},
      {1e300, "1e+300"}, {5e-324, "5e-324"}, {kInfinity, "inf"}, {-kInfinity, "-inf"},
      {kNaN, "nan"},     {-kNaN, "nan"}};
  for (const auto& [value, text] : cases) CHECK(exact(value) == text);
}
