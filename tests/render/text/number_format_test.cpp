#include "base/number.hpp"
#include "render/text/number.hpp"
#include "render/text/text.hpp"
#include "support/catch.hpp"
#include "support/worked_examples.hpp"

namespace {

const arma::mat kFractions{{0.5, 2.0}};
const arma::mat kWhole{{1.0, -4.0}};

Layout number_layout(int precision, Glyphs glyphs = Glyphs::ascii) {
  Layout layout;
  layout.precision = precision;
  layout.glyphs = glyphs;
  return layout;
}

NumberFormat plain(int precision) { return {kFractions, number_layout(precision)}; }
NumberFormat shares(int precision) { return {kFractions, number_layout(precision), true}; }

bool reads_as_zero(const std::string& text) {
  return text.find_first_of("123456789") == std::string::npos;
}

TEST_CASE("NumberFormat: whole numbers are shown bare") {
  const NumberFormat write(kWhole, number_layout(3));
  CHECK(write(5) == "5");
  CHECK(write(-3) == "-3");
  CHECK(write(0) == "0");
  CHECK(write.with_precision(2)(5) == "5");
}

TEST_CASE("NumberFormat: one format for all cells of a matrix") {
  CHECK(plain(3)(0.5) == "0.500");
  CHECK(plain(3)(2) == "2.000");
  CHECK(plain(3)(0) == "0.000");
  // Infinities and NaN among whole numbers change nothing.
  CHECK(NumberFormat({1.0, -kInfinity, kNaN}, number_layout(3))(1) == "1");
}

TEST_CASE("NumberFormat: shares have no leading zero") {
  CHECK(shares(3)(0.881) == ".881");
  CHECK(shares(2)(0.881) == ".88");
  CHECK(shares(3)(1) == "1.000");
  CHECK(shares(3)(0.9999) == "1.000");
  CHECK(shares(3)(0) == "0");
}

TEST_CASE("NumberFormat: zero has no sign") {
  for (const double zero : {0.0, -0.0}) {
    CHECK(NumberFormat(kWhole, number_layout(3))(zero) == "0");
    CHECK(plain(3)(zero) == "0.000");
    CHECK(plain(0)(zero) == "0");
    CHECK(shares(3)(zero) == "0");
    CHECK(exact(zero) == "0");
  }
}

TEST_CASE("NumberFormat: tiny values say that they are not zero") {
  CHECK(plain(3)(0.0004) == "<.001");
  CHECK(plain(3)(-0.0004) == ">-.001");
  CHECK(shares(3)(1e-300) == "<.001");
  CHECK(shares(1)(1e-300) == "<.1");
  CHECK(plain(0)(0.3) == "<1");
  CHECK(plain(0)(-0.3) == ">-1");
  CHECK(plain(3)(0.0006) == "0.001");
  CHECK(NumberFormat(kFractions, number_layout(3, Glyphs::unicode))(-0.0004) == ">−.001");
}

TEST_CASE("NumberFormat: no value that is not zero prints as zero") {
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

TEST_CASE("NumberFormat: what is written is the value to the last digit shown") {
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

TEST_CASE("NumberFormat: infinities and NaN are words") {
  for (const int precision : {0, 3, 12}) {
    CHECK(plain(precision)(kInfinity) == "inf");
    CHECK(plain(precision)(-kInfinity) == "-inf");
    CHECK(plain(precision)(kNaN) == "nan");
    CHECK(plain(precision)(-kNaN) == "nan");
  }
}

TEST_CASE("NumberFormat: large numbers stay short") {
  CHECK(plain(3)(1e300) == "1.00e+300");
  CHECK(plain(3)(-1.5e7) == "-1.50e+07");
  CHECK(plain(3)(9999999) == "9999999.000");
  CHECK(NumberFormat(kWhole, number_layout(3))(9999999) == "9999999");
  CHECK(NumberFormat(kWhole, number_layout(3))(1e300) == "1.00e+300");
  CHECK(plain(0)(1e300) == "1.0e+300");
  CHECK(plain(12)(1e300).size() < 20);
}

TEST_CASE("NumberFormat: a minus sign is ASCII only where glyphs are") {
  const NumberFormat unicode(kFractions, number_layout(3, Glyphs::unicode));
  CHECK(unicode(-1.5) == "−1.500");
  CHECK(unicode(-kInfinity) == "−inf");
  CHECK(unicode(-1.5e9) == "−1.50e+09");
  CHECK(plain(3)(-1.5) == "-1.500");
}

TEST_CASE("HandNumber: as few decimals as say the same") {
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

TEST_CASE("HandNumber: ASCII has no minus sign of its own") {
  Layout layout;
  layout.glyphs = Glyphs::ascii;
  CHECK(HandNumber(layout)(-2.25) == "-2.25");
}

TEST_CASE("HandNumber: knows whether every number so far is what is shown") {
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

TEST_CASE("in_parentheses: what does not stand alone") {
  CHECK(in_parentheses("2") == "2");
  CHECK(in_parentheses("−2") == "(−2)");
  CHECK(in_parentheses("-2") == "(-2)");
  CHECK(in_parentheses("<.001") == "(<.001)");
}

TEST_CASE("sum_of: the middle of a long sum is left out") {
  const auto term = [](arma::uword k) { return std::to_string(k); };
  CHECK(sum_of(1, term) == "0");
  CHECK(sum_of(8, term) == "0 + 1 + 2 + 3 + 4 + 5 + 6 + 7");
  CHECK(sum_of(9, term) == "0 + 1 + 2 + 3 + 4 + 5 + .. + 8");
}

TEST_CASE("share_level: ten steps of a tenth each") {
  CHECK(share_level(0.0) == 0);
  CHECK(share_level(0.0999) == 0);
  CHECK(share_level(0.5) == 5);
  CHECK(share_level(1.0) == 9);
  CHECK(share_level(-0.5) == 0);
  CHECK(share_level(2.0) == 9);
}

TEST_CASE("signed_level: alike to both sides of zero") {
  CHECK(signed_level(0.0) == kSignedZero);
  CHECK(signed_level(-1.0) == 0);
  CHECK(signed_level(1.0) == 6);
  for (const double part : {0.1, 0.25, 0.5, 0.75, 0.9})
    CHECK(signed_level(part) - kSignedZero == kSignedZero - signed_level(-part));
  CHECK(signed_level(0.5) == 5);  // a half rounds away from zero
}

TEST_CASE("Operations: a MAC is two FLOP") {
  const Operations flop(OperationUnit::flop), mac(OperationUnit::mac);
  CHECK(flop.base == std::string("FLOP"));
  CHECK(flop.rule == std::string("MAC = 2 FLOP"));
  CHECK(mac.base == std::string("MAC"));
  CHECK(mac.rule == std::string("MAC"));
  CHECK(mac.flops == 2 * flop.flops);
}

const Count kWeights("13476831232");     // llama-2-7b in fp16
const Count kForward("58524298117120");  // the same, 4096 tokens, causal

TEST_CASE("binary_unit_for: bytes in steps of 1024") {
  CHECK(binary_unit_for(0).name == "B");
  CHECK(binary_unit_for(1023).name == "B");
  CHECK(binary_unit_for(1024).name == "KiB");
  CHECK(binary_unit_for(1048575).name == "KiB");
  CHECK(binary_unit_for(1048576).name == "MiB");
  CHECK(binary_unit_for(kWeights).name == "GiB");
  CHECK(binary_unit_for(kWeights).size == 1073741824);
}

TEST_CASE("decimal_unit_for: operations in steps of 1000") {
  CHECK(decimal_unit_for(999, "FLOP").name == "FLOP");
  CHECK(decimal_unit_for(1000, "FLOP").name == "kFLOP");
  CHECK(decimal_unit_for(999999, "MAC").name == "kMAC");
  CHECK(decimal_unit_for(1000000, "MAC").name == "MMAC");
  CHECK(decimal_unit_for(kForward, "FLOP").name == "TFLOP");
  CHECK(decimal_unit_for(kForward, "FLOP").size == Count("1000000000000"));
}

TEST_CASE("decimal_unit_for: powers of ten where prefixes end") {
  const Count last("1" + std::string(30, '0'));
  CHECK(decimal_unit_for(last, "FLOP").name == "QFLOP");
  CHECK(decimal_unit_for(last * 1000 - 1, "FLOP").name == "QFLOP");
  const Unit beyond = decimal_unit_for(last * 4567, "FLOP");
  CHECK(beyond.name == "10^33 FLOP");
  CHECK(with_unit(last * 4567, beyond) == "4.567 10^33 FLOP");

  Count yobi;
  mpz_ui_pow_ui(yobi.get_mpz_t(), 2, 80);
  CHECK(with_unit(yobi * 1023, binary_unit_for(yobi * 1023)) == "1,023 YiB");
  CHECK(with_unit(yobi * 1024, binary_unit_for(yobi * 1024)) == "1.238 10^27 B");
}

TEST_CASE("in_unit: the same bytes in GiB and in GB") {
  CHECK(with_unit(kWeights, binary_unit_for(kWeights)) == "12.551 GiB");
  CHECK(with_unit(kWeights, decimal_unit_for(kWeights, "B")) == "13.477 GB");
  CHECK(with_unit(kForward, decimal_unit_for(kForward, "FLOP")) == "58.524 TFLOP");
  CHECK(with_unit(524288, binary_unit_for(524288)) == "512 KiB");
}

TEST_CASE("in_unit: one unit for a column, and what is small says so") {
  const Unit tera = decimal_unit_for(kForward, "FLOP");
  CHECK(in_unit(0, tera) == "0.000");
  CHECK(in_unit(1, tera) == "<.001");
  CHECK(in_unit(499999999, tera) == "<.001");
  CHECK(in_unit(500000000, tera) == "0.001");
  CHECK(in_unit(kForward * 1000, tera) == "58,524.298");
  CHECK(in_unit(1, tera, 0) == "<1");
  CHECK(in_unit(1, tera, 1) == "<.1");
  CHECK(in_unit(-1, tera) == ">-.001");
  CHECK(in_unit(-kForward, tera) == "-58.524");
}

TEST_CASE("in_unit: a unit of one has nothing to round") {
  CHECK(with_unit(999, decimal_unit_for(999, "FLOP")) == "999 FLOP");
  CHECK(in_unit(1234567, Unit{"FLOP", 1}) == "1,234,567");
}

TEST_CASE("in_unit: rounds the exact number, not a double") {
  // 2^53 + 1 is no double: seen as one, the half would be lost and the last digit be 2.
  const Unit two{"pairs", 2};
  CHECK(in_unit(Count("9007199254740993"), two, 0) == "4,503,599,627,370,497");
  CHECK(in_unit(Count("9007199254740991"), two, 1) == "4,503,599,627,370,495.5");
  // A hair below the half rounds down however long the number is.
  const Unit tera{"T", Count("1000000000000")};
  CHECK(in_unit(Count("123456789012345678901499999999"), tera) == "123,456,789,012,345,678.901");
  CHECK(in_unit(Count("123456789012345678901500000000"), tera) == "123,456,789,012,345,678.902");
}

using Form = cell::Real::Form;

std::string shown(const TableCell& cell) { return cell_text(cell, {}); }

std::string shown_at(int precision, const TableCell& cell) {
  return cell_text(cell, {.precision = precision, .precision_is_given = true});
}

TEST_CASE("cell_text: each kind of cell as people read it") {
  CHECK(shown(cell::Text{"total", "合計"}) == "合計");
  CHECK(shown(cell::Missing{"-"}) == "-");
  CHECK(shown(cell::Gap{7}) == "..");
  CHECK(shown(cell::Whole{1048576}) == "1,048,576");
  CHECK(shown(cell::bare(1048576)) == "1048576");
  CHECK(shown(cell::Whole{-3}) == "−3");
  CHECK(shown(cell::Real{6.28318}) == "6.283");
  CHECK(shown(cell::Real{0.0}) == "0.000");
  CHECK(shown(cell::Real{0.0001}) == "<0.001");
  CHECK(shown(cell::Real{-0.0001}) == ">−0.001");
  CHECK(shown_at(0, cell::Real{0.3}) == "<1");
  CHECK(shown(cell::Real{std::nan("")}) == "nan");
  CHECK(shown(cell::Real{-0.00390625, 4, Form::digits}) == "−0.003906");
  CHECK(shown(cell::Real{-1.943364163, 10, Form::to_copy}) == "-1.943364163");
  CHECK(shown(cell::Real{.below = 1e-12}) == "< 1e-12");
  CHECK(shown(cell::Quantity{.number = 1536, .unit = {"KiB", 1024}}) == "1.500 KiB");
  CHECK(shown(cell::Quantity{.number = 7, .unit = {}}) == "7");
}

TEST_CASE("cell_text: several numbers in a cell") {
  using Between = cell::Numbers::Between;
  const std::vector<std::variant<cell::Whole, cell::Real>> two{cell::Real{1.0}, cell::Real{5.0}};
  CHECK(shown(cell::Numbers{two, Between::comma}) == "1.000, 5.000");
  CHECK(shown(cell::Numbers{two, Between::space}) == "1.000 5.000");
  CHECK(shown(cell::Numbers{two, Between::range}) == "1.000 to 5.000");
  CHECK(shown(cell::Numbers{{cell::Real{1.0}, cell::Real{1.00001}}, Between::range}) == "1.000");
}

TEST_CASE("cell_text: a share that is not nothing does not show as nothing") {
  CHECK(shown(cell::Share{0.125}) == "12.5 %");
  CHECK(shown(cell::Share{1e-9}) == "<0.1 %");
  CHECK(shown(cell::Share{0.0}) == "0.0 %");
  CHECK(shown(cell::Share{.part = 1e-9, .names_unit = false}) == "<.1");
  CHECK(shown(cell::Share{.part = 1.0, .decimals = 0}) == "100 %");
}

TEST_CASE("cell_text: a precision asked for holds for real numbers and no others") {
  CHECK(shown_at(6, cell::Real{6.283185307}) == "6.283185");
  CHECK(shown_at(0, cell::Real{6.283185307}) == "6");
  CHECK(shown_at(6, cell::Real{1.0 / 3, 4, Form::digits}) == "0.333333");
  CHECK(shown_at(0, cell::Real{0.00123, 4, Form::digits}) == "0.001");
  CHECK(shown_at(6, cell::bare(7)) == "7");
  CHECK(shown_at(6, cell::Quantity{.number = 1536, .unit = {"KiB", 1024}}) == "1.500 KiB");
  CHECK(shown_at(6, cell::Share{0.125}) == "12.5 %");
}

TEST_CASE("cell_text: a bar as long as its part, and as wide as all others") {
  const std::string blanks(10, ' ');
  CHECK(shown(cell::Bar{0.5}) == "⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿" + blanks);
  CHECK(shown(cell::Bar{0.025}) == "⡇" + std::string(19, ' '));
  CHECK(shown(cell::Bar{0.0}) == std::string(20, ' '));
  CHECK(shown(cell::Bar{2.0}).find(' ') == std::string::npos);
  Layout ascii;
  ascii.glyphs = Glyphs::ascii;
  CHECK(cell_text(cell::Bar{0.5}, ascii) == "##########" + blanks);
}

}  // namespace
