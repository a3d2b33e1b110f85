#include "practice/formula/arithmetic.hpp"

#include <cmath>
#include <numbers>

#include "data/test_files.hpp"
#include "practice/exercise.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

double value(const std::string& text) {
  return Arithmetic(text, {"n", "d", "h", "d_k"}).at({{"n", 5}, {"d", 3}, {"h", 2}, {"d_k", 4}});
}

std::string refused(const std::string& text) {
  return refusal([&] { value(text); });
}

}  // namespace

TEST_CASE("Arithmetic: numbers as people write them", "[practice][arithmetic]") {
  CHECK(value("1/3") == 1.0 / 3.0);
  CHECK(value("sqrt(2)") == std::sqrt(2.0));
  CHECK(value("√2/2") == std::sqrt(2.0) / 2.0);
  CHECK(value("3√4 cos(0)") == 6.0);
  CHECK(value("⌊13/4⌋") == 3.0);
  CHECK(value("2*pi") == 2 * std::numbers::pi);
  CHECK(value("2π") == 2 * std::numbers::pi);
  CHECK(value("e^1") == std::numbers::e);
  CHECK(value("２／３") == 2.0 / 3.0);
  CHECK(value("2 × 3 ÷ 4 · 5") == 7.5);
  CHECK(value("ln(1) + log(1) + exp(0) + sin(0) + cos(0)") == 2.0);
}

TEST_CASE("Arithmetic: a fraction in Japanese", "[practice][arithmetic]") {
  CHECK(value("3分の1") == 1.0 / 3.0);
  CHECK(value("３分の２") == 2.0 / 3.0);
  CHECK(value("三分の一") == 1.0 / 3.0);
  CHECK(value("d_k分の1") == 1.0 / 4.0);
  CHECK(value("2n分の1 + 1") == 1.1);
  CHECK(value("-√4分の(n+1)") == -3.0);
  CHECK(value("2*(2^3分の1)") == 0.25);
  CHECK_THAT(refused("分の1"), ContainsSubstring("A number is missing before it."));
  CHECK_THAT(refused("3分の"), ContainsSubstring("A number is missing after it."));
}

TEST_CASE("Arithmetic: a power as a function of two numbers", "[practice][arithmetic]") {
  CHECK(value("pow(2, 3)") == 8.0);
  CHECK(value("2*pi*pow(10000, 2/4)") == 200.0 * std::numbers::pi);
  CHECK(value("np.power(2,pow(2,n-2))") == 256.0);
  CHECK_THAT(refused("pow(2)"), ContainsSubstring("'pow' (character 1): It takes two numbers"));
  CHECK_THAT(refused("pow(2,3,4)"), ContainsSubstring("It takes two numbers"));
  CHECK_THAT(refused("sqrt(2,3)"), ContainsSubstring("one number is expected here"));
  CHECK_THAT(refused("pow(2,3"), ContainsSubstring("This parenthesis is never closed."));
}

TEST_CASE("Arithmetic: a middle dot between digits is no product", "[practice][arithmetic]") {
  for (const char* text : {"n・d", "n•d"}) CHECK(value(text) == 15.0);
  CHECK(value("2･(n+1)") == 12.0);
  for (const char* text : {"0・69", "０・６９", "1･5", "1•5"})
    CHECK_THAT(refused(text), ContainsSubstring("(character 2): Between digits it is no sign."));
}

TEST_CASE("Arithmetic: functions and times signs by hand", "[practice][arithmetic]") {
  const std::map<std::string, double> known{{"n", 5}, {"d", 3}};
  CHECK(arithmetic_value("LN(1)") == 0.0);
  CHECK(arithmetic_value("ＳＱＲＴ（４）") == 2.0);
  CHECK(arithmetic_value("loge2") == std::log(2.0));
  CHECK(arithmetic_value("4x512x512") == 4.0 * 512 * 512);
  CHECK(arithmetic_value("4x512xnx2^2", known) == 4.0 * 512 * 5 * 4);
  CHECK(arithmetic_value("2xdx(n+1)", known) == 36.0);
  CHECK(arithmetic_value("2 times d times (n+1)", known) == 36.0);
  for (const char* text : {"2かけるdかける(n+1)", "2 掛ける d 掛ける 6"})
    CHECK(arithmetic_value(text, known) == 36.0);
  CHECK_THAT(refusal([] { arithmetic_value("2 times"); }), ContainsSubstring("'times'"));
  CHECK_THAT(refusal([] { arithmetic_value("4xx2"); }), ContainsSubstring("'xx2'"));
  CHECK_THAT(refusal([] { arithmetic_value("0x10x2"); }), ContainsSubstring("'x10x2'"));
}

TEST_CASE("Arithmetic: signs bind more tightly than products and less than powers",
          "[practice][arithmetic]") {
  CHECK(value("-2^2") == -4.0);
  CHECK(value("(-2)^2") == 4.0);
  CHECK(value("2*-3") == -6.0);
  CHECK(value("2/-3*3") == -2.0);
  CHECK(value("2^-1*4") == 2.0);
  CHECK(value("2^-2^2") == 1.0 / 16.0);
  CHECK(value("2^3^2") == 512.0);
  CHECK(value("2**3") == 8.0);
  CHECK(value("8-3-2") == 3.0);
  CHECK(value("+5") == 5.0);
}

TEST_CASE("Arithmetic: what stands side by side is multiplied", "[practice][arithmetic]") {
  CHECK(value("2 d h") == 12.0);
  CHECK(value("4nd²") == 4.0 * 5 * 9);
  CHECK(value("nd_k") == 20.0);
  CHECK(value("nn") == 25.0);
  CHECK(value("2(n+1)") == 12.0);
  CHECK(value("(n+1)(n+2)d") == 6.0 * 7 * 3);
  CHECK(value("3/2n") == 7.5);
  CHECK(value("2exp(0)n") == 10.0);
  CHECK(value("n²d⁻¹") == Approx(25.0 / 3.0));
}

TEST_CASE("Arithmetic: a bare argument is read where nothing else could belong to it",
          "[practice][arithmetic]") {
  CHECK(value("n log n") == Approx(5 * std::log(5.0)));
  CHECK(value("d/√d_k") == 1.5);
  for (const char* text : {"√nd", "√n²", "log n d", "sqrt", "sqrt -2", "√√2"})
    CHECK_THAT(refused(text), ContainsSubstring("Put what it is taken of in parentheses"));
}

TEST_CASE("Arithmetic: variables shadow the constants e and pi", "[practice][arithmetic]") {
  CHECK(Arithmetic("e + 1", {"e"}).at({{"e", 4}}) == 5.0);
}

TEST_CASE("Arithmetic: names piece and place of what cannot be read",
          "[practice][arithmetic][error]") {
  CHECK(refused("1,5") ==
        "'1,5' (character 1): Write decimals with a point, as in 1.5. "
        "Thousands have no comma.");
  CHECK(refused("1,000") ==
        "'1,000' (character 1): '1,000' may be 1000 or 1.000: write one of these.");
  CHECK(refused("--1") ==
        "'-' (character 2): Two signs stand next to each other. Put the second "
        "number in parentheses.");
  CHECK(refused("1e") ==
        "'1e' (character 1): This is the beginning of a number such as 1e3. Write "
        "2*e for twice the number e.");
  CHECK(refused("1.5abc") ==
        "'abc' (character 4): This name is not known. The variables are: n, "
        "d, h, d_k.");
  CHECK(refused("N") ==
        "'N' (character 1): This name is not known. Did you mean n? The variables "
        "are: n, d, h, d_k.");
  CHECK(
      refused("sqr(2)").starts_with("'sqr' (character 1): This name is not known. Did you mean "
                                    "sqrt?"));
  CHECK(refused("√π ?").starts_with("'?' (character 4): This character has no meaning"));
  CHECK(refused("1\u200B2").starts_with("'U+200B' (character 2)"));
  CHECK(refused("1 2") ==
        "'2' (character 3): An operator is missing before it, such as the * in "
        "2*3.");
  CHECK(refused("(1") == "'(' (character 1): This parenthesis is never closed.");
  CHECK(refused("1)") == "')' (character 2): This parenthesis was never opened.");
  CHECK(refused("()") == "')' (character 2): There is nothing between the parentheses.");
  CHECK(refused("n*") == "'*' (character 2): A number is missing after it.");
  CHECK(refused("*n") == "'*' (character 1): A number is missing before it.");
  CHECK(refused("n²^2").starts_with("'^' (character 3): There are two powers."));
  CHECK(refused("1.2.3") == "'1.2.3' (character 1): This is not a number.");
  CHECK(refused("") == "Nothing is written there.");
}

TEST_CASE("Arithmetic: nothing is known that other calculators know",
          "[practice][arithmetic][error]") {
  for (const char* text :
       {"n=3", "n?1:2", "n>2", "n and d", "_pi", "_e", "min(1, 2)", "rnd", "\"x\"", "n;d", "v0",
        "c0", "n!", "1_000", "0x1p-1", "n%2", "[1]", "|n|"})
    CHECK(refused(text) != "accepted");
}

TEST_CASE("Arithmetic: what gives no number is refused", "[practice][arithmetic][error]") {
  CHECK(refused("1/0") == "'1/0' divides by zero.");
  CHECK(refused("0^-1") == "'0^-1' divides by zero.");
  CHECK(refused("sqrt(-1)") == "'sqrt(-1)' takes the square root of a negative number.");
  CHECK(refused("log(0)") == "'log(0)' takes the logarithm of a number that is not positive.");
  CHECK(refused("(-2)^0.5") == "'(-2)^0.5' raises a negative number to a fractional power.");
  CHECK(refused("exp(1000)") == "'exp(1000)' is too large a number.");
  CHECK(refused("9^9^9^9") == "'9^9^9^9' is too large a number.");
  CHECK(refused("1e400 + 1").starts_with("'1e400' (character 1): This number is too large."));
}

TEST_CASE("Arithmetic: length and nesting have limits", "[practice][arithmetic][error]") {
  const auto nested = [](int depth) {
    return std::string(depth, '(') + "1" + std::string(depth, ')');
  };
  CHECK(value(nested(50)) == 1.0);
  CHECK(refused(nested(51)) == "'(' (character 51): Parentheses are nested more than 50 deep.");
  CHECK(value("1" + std::string(399, ' ')) == 1.0);
  CHECK(refused("1" + std::string(400, ' ')) ==
        "A number or formula of more than 400 characters is not read.");
  CHECK(refused(std::string(1 << 20, '(')).starts_with("A number or formula of more than"));
}

TEST_CASE("Arithmetic: by hand names need neither case nor underscores", "[practice][arithmetic]") {
  const auto by_hand = [](const std::string& text) {
    return Arithmetic(text, {"n", "d_k"}, FormulaSpelling::by_hand).at({{"n", 5}, {"d_k", 4}});
  };
  CHECK(by_hand("3N^2") == 75.0);
  CHECK(by_hand("√dk") == 2.0);
  CHECK(by_hand("n x 3") == 15.0);
  CHECK(by_hand("2x10^3") == 2000.0);
  CHECK(by_hand("d_k^{1/2}") == 2.0);
  CHECK_THAT(refusal([&] { by_hand("√d"); }), ContainsSubstring("Did you mean d_k?"));
  CHECK_THAT(refusal([&] { by_hand("0x10"); }), ContainsSubstring("'x10'"));
}

TEST_CASE("arithmetic_value: known numbers have their names", "[practice][arithmetic]") {
  CHECK(arithmetic_value("4*d_model^2", {{"d_model", 3}}) == 36.0);
  CHECK_THAT(refusal([] { arithmetic_value("n, d"); }),
             ContainsSubstring("A comma parts two numbers"));
}

TEST_CASE("arithmetic_value: plain numbers are read exactly", "[practice][arithmetic]") {
  CHECK(arithmetic_value(" 0.1 ") == 0.1);
  CHECK(arithmetic_value("4e-320") == 4e-320);
  CHECK(arithmetic_value("−１．５") == -1.5);
  CHECK(std::isnan(arithmetic_value("nan")));
  CHECK(std::isinf(arithmetic_value("-inf")));
  CHECK(std::isinf(arithmetic_value("1e400")));
  CHECK(refusal([] { arithmetic_value("n"); }) == "'n' (character 1): This name is not known.");
}

TEST_CASE("sampled: equivalent formulas agree, others do not", "[practice][arithmetic]") {
  const auto first = sampled("4*n*d^2 + 2*n^2*d", {"n", "d"});
  const auto same = sampled("2nd(2d + n)", {"n", "d"});
  const auto other = sampled("4 n d² + 2 n² d + 1e-3", {"n", "d"});
  REQUIRE(first.size() == kSamplePoints);
  for (std::size_t i = 0; i < first.size(); ++i) {
    CHECK(same[i] == Approx(first[i]).epsilon(1e-13));
    CHECK(other[i] != first[i]);
  }
}

TEST_CASE("sampled: variables are told apart, and points are positive", "[practice][arithmetic]") {
  const auto n = sampled("n", {"n", "d"});
  const auto d = sampled("d", {"n", "d"});
  CHECK(n != d);
  for (const double x : n) CHECK((x >= 1.1 && x < 9.0));
  CHECK(refusal([] { sampled("log(n - 9)", {"n"}); }) ==
        "'log(n - 9)' takes the logarithm of a number that is not positive.");
}
