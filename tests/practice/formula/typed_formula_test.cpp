#include <fmt/format.h>

#include "data/random/random.hpp"
#include "practice/exercise/exercise.hpp"
#include "practice/formula/formula.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

namespace {

using Names = std::vector<std::string>;
constexpr auto kStrict = FormulaSpelling::strict, kByHand = FormulaSpelling::by_hand;

TEST_CASE("factors_of: a word as a product, the longest names first") {
  const Names names = {"n", "d", "d_k"};
  CHECK(factors_of("nd", names, kStrict) == Names{"n", "d"});
  CHECK(factors_of("nd_k", names, kStrict) == Names{"n", "d_k"});
  CHECK(factors_of("nx", names, kStrict).empty());
  CHECK(factors_of("", names, kStrict).empty());
}

TEST_CASE("factors_of: by hand without case and underscores, where one can be meant") {
  CHECK(factors_of("ND", {"n", "d"}, kByHand) == Names{"n", "d"});
  CHECK(factors_of("dk", {"n", "d_k"}, kByHand) == Names{"d_k"});
  CHECK(factors_of("N", {"n", "N"}, kByHand) == Names{"N"});
  CHECK(factors_of("dk", {"d", "k", "d_k"}, kByHand) == Names{"d", "k"});
  CHECK(factors_of("DK", {"d_k", "dk"}, kByHand).empty());
  CHECK(factors_of("ND", {"n", "d"}, kStrict).empty());
}

TEST_CASE("meant_as_power: nd2 for nd^2") {
  CHECK(meant_as_power("nd2", {"n", "d"}, kByHand) == "nd^2");
  for (const char* word : {"nd", "2", "q2", ""})
    CHECK(meant_as_power(word, {"n", "d"}, kByHand) == "");
}

TEST_CASE("constant_named: pi, tau and e") {
  CHECK(*constant_named("pi", kStrict) == std::numbers::pi);
  CHECK(*constant_named("PI", kByHand) == std::numbers::pi);
  CHECK(*constant_named("tau", kByHand) == 2 * std::numbers::pi);
  CHECK(constant_named("PI", kStrict) == nullptr);
  CHECK(constant_named("tau", kStrict) == nullptr);
  CHECK(constant_named("E", kByHand) == nullptr);
}

double between(const std::string& sign, double a, double b) {
  const double operands[] = {a, b};
  return operation_between(sign).of(operands);
}

double of(const std::string& function, double a) { return function_named(function)->of(&a); }

TEST_CASE("operation_between: each sign does what it says") {
  CHECK(between("+", 6.0, 3.0) == 9.0);
  CHECK(between("-", 6.0, 3.0) == 3.0);
  CHECK(between("*", 6.0, 3.0) == 18.0);
  CHECK(between("/", 6.0, 3.0) == 2.0);
  CHECK(between("^", 6.0, 3.0) == 216.0);
}

TEST_CASE("operation_between: what gives no number throws") {
  CHECK_THROWS_AS(between("/", 1.0, 0.0), NoNumber);
  CHECK_THROWS_AS(between("^", 0.0, -1.0), NoNumber);
  CHECK_THROWS_AS(between("^", -8.0, 1.0 / 3.0), NoNumber);
  CHECK_THROWS_AS(between("*", 1e200, 1e200), NoNumber);
  CHECK_THROWS_AS(between("+", 1e308, 1e308), NoNumber);
}

TEST_CASE("function_named: roots, logarithms and the rest") {
  CHECK(of("sqrt", 9.0) == 3.0);
  CHECK(of("ln", 1.0) == 0.0);
  CHECK(of("log", 1.0) == 0.0);
  CHECK(of("exp", 0.0) == 1.0);
  CHECK(of("sin", 0.0) == 0.0);
  CHECK(of("cos", 0.0) == 1.0);
  CHECK_THROWS_AS(of("sqrt", -1.0), NoNumber);
  CHECK_THROWS_AS(of("ln", 0.0), NoNumber);
  CHECK_THROWS_AS(of("exp", 1000.0), NoNumber);
  CHECK(function_named("tan") == nullptr);
}

TEST_CASE("formula_functions: each can be called with one number") {
  for (const std::string& function : formula_functions())
    CHECK_NOTHROW(formula_steps(function + "(n)", {"n"}));
}

TEST_CASE("function_named: a logarithm with its base as an index") {
  CHECK(function_named("log_e") == function_named("ln"));
  CHECK(function_named("log_2") == function_named("log2"));
  CHECK(function_named("log_10") == function_named("log10"));
}

using Kind = ArithmeticToken::Kind;

// The pieces in ASCII, with a bar between them.
std::string pieces(const std::string& text) {
  std::string joined;
  for (const ArithmeticToken& token : arithmetic_tokens(text))
    if (token.kind != Kind::end) joined += (joined.empty() ? "" : "|") + token.text;
  return joined;
}

TEST_CASE("arithmetic_tokens: numbers, names and signs") {
  CHECK(pieces("4*n*d^2") == "4|*|n|*|d|^|2");
  CHECK(pieces("1.5e-3+d_k") == "1.5e-3|+|d_k");
  CHECK(pieces("sqrt(2)") == "sqrt|(|2|)");
  CHECK(pieces("") == "");
}

TEST_CASE("arithmetic_tokens: what is no ASCII is read as what it stands for") {
  CHECK(pieces("２π") == "2|pi");
  CHECK(pieces("√2·3") == "sqrt|2|*|3");
  CHECK(pieces("6÷2×3−1") == "6|/|2|*|3|-|1");
  const std::vector<ArithmeticToken> squared = arithmetic_tokens("d²");
  REQUIRE(squared.size() == 3);
  CHECK(squared[1].kind == Kind::power);
  CHECK(squared[1].text == "2");
  CHECK(squared[1].shown == "²");
}

TEST_CASE("arithmetic_tokens: fractions, modules of programs and other letters") {
  CHECK(pieces("½n") == "0.5|n");
  CHECK(pieces("1½") == "1.5");
  CHECK(pieces("np.log(2)") == "log|(|2|)");
  CHECK(pieces("math.pi") == "pi");
  CHECK(pieces("τ θ dₖ") == "tau|theta|d_k");
  CHECK_THROWS_AS(arithmetic_tokens("np.?"), InputError);
}

TEST_CASE("arithmetic_tokens: places are counted in characters") {
  const std::vector<ArithmeticToken> tokens = arithmetic_tokens("√2 n");
  REQUIRE(tokens.size() == 4);
  CHECK(tokens[0].place == 1);
  CHECK(tokens[1].place == 2);
  CHECK(tokens[2].place == 4);
  CHECK(tokens[3].kind == Kind::end);
}

TEST_CASE("arithmetic_tokens: what means nothing is refused by its place") {
  CHECK_THROWS_WITH(arithmetic_tokens("2 $ 3"), ContainsSubstring("'$'") && ContainsSubstring("3"));
  CHECK_THROWS_WITH(arithmetic_tokens("1,5"), ContainsSubstring("point"));
  for (const char* text : {"1.2.3", "a ? b : c", "n = 2", "\x1b[2J"})
    CHECK_THROWS_AS(arithmetic_tokens(text), InputError);
  CHECK_NOTHROW(arithmetic_tokens(std::string(kFormulaLimit, '1')));
  CHECK_THROWS_AS(arithmetic_tokens(std::string(kFormulaLimit + 1, '1')), InputError);
}

std::string shown_step(const FormulaSteps& formula, const FormulaSteps::Step& step) {
  if (const auto* const operation = std::get_if<const FormulaOperation*>(&step))
    return std::string((*operation)->name) + ((*operation)->n_operands == 1 ? "1" : "");
  if (const auto* const variable = std::get_if<VariablePlace>(&step))
    return formula.names[variable->place];
  return fmt::format("{}", std::get<double>(step));
}

// The steps in one line; the minus sign before a number is "-1", a function "sqrt1".
std::string steps(const std::string& text) {
  const FormulaSteps formula = formula_steps(text, {"n", "d", "d_k"});
  std::string line;
  for (const FormulaSteps::Step& step : formula.steps)
    line += (line.empty() ? "" : " ") + shown_step(formula, step);
  return line;
}

// A random formula, written with no more parentheses than it needs, and its value by a second way.
struct RandomFormula {
  std::string text;
  double value;
  int binds;  // 0 a number, then as tightly as its last operation: + 1, * 2, sign 3, ^ 4
};

RandomFormula in_parentheses_below(RandomFormula part, int least) {
  const bool is_bare = part.binds == 0 || part.binds >= least;
  return is_bare ? part : RandomFormula{"(" + part.text + ")", part.value, 0};
}

RandomFormula random_formula(Random& random, int depth) {
  const auto pick = [&](int n) { return static_cast<int>(random.uniform() * n); };
  if (depth == 0) {
    const int digit = 1 + pick(9);
    return {std::to_string(digit), static_cast<double>(digit), 0};
  }
  const auto part = [&](int least) {
    return in_parentheses_below(random_formula(random, depth - 1), least);
  };
  switch (pick(7)) {
    case 0: {
      const RandomFormula a = part(1), b = part(2);
      return {a.text + " + " + b.text, a.value + b.value, 1};
    }
    case 1: {
      const RandomFormula a = part(1), b = part(2);
      return {a.text + " - " + b.text, a.value - b.value, 1};
    }
    case 2: {
      const RandomFormula a = part(2), b = part(3);
      return {a.text + "*" + b.text, a.value * b.value, 2};
    }
    case 3: {
      const RandomFormula a = part(2), b = part(3);
      return {a.text + "/" + b.text, a.value / b.value, 2};
    }
    case 4: {
      const RandomFormula a = part(5), b = part(4);
      return {a.text + "^" + b.text, std::pow(a.value, b.value), 4};
    }
    case 5: {
      const RandomFormula a = part(4);
      return a.text.starts_with('-') ? a : RandomFormula{"(-" + a.text + ")", -a.value, 0};
    }
    default: {
      const RandomFormula a = random_formula(random, depth - 1);
      return {"exp(" + a.text + ")", std::exp(a.value), 0};
    }
  }
}

TEST_CASE("formula_steps: an operation comes behind its operands") {
  CHECK(steps("2 + n*d") == "2 n d * +");
  CHECK(steps("(2 + n)*d") == "2 n + d *");
  CHECK(steps("2 - n - d") == "2 n - d -");
  CHECK(steps("2/n*d") == "2 n / d *");
  CHECK(steps("2^n^d") == "2 n d ^ ^");
  CHECK(steps("-n^2") == "n 2 ^ -1");
  CHECK(steps("2^-n*d") == "2 n -1 ^ d *");
  CHECK(steps("-2*-n") == "2 -1 n -1 *");
  CHECK(steps("+n") == "n");
  CHECK(steps("sqrt(n + 1)/2") == "n 1 + sqrt1 2 /");
  CHECK(steps("2^sqrt(n)^d") == "2 n sqrt1 d ^ ^");
}

TEST_CASE("formula_steps: what people leave out is multiplied") {
  CHECK(steps("4nd²") == steps("4*n*d^2"));
  CHECK(steps("2(n+1)") == steps("2*(n+1)"));
  CHECK(steps("d_k n") == steps("d_k*n"));
  CHECK(steps("1/nd") == "1 n / d *");
  CHECK(steps("√2") == steps("sqrt(2)"));
  CHECK(steps("n log n") == "n n log1 *");
  CHECK(formula_steps("4nd²", {"n", "d", "m"}).names == std::vector<std::string>{"n", "d"});
}

TEST_CASE("formula_steps: random formulas have the value that their parts give") {
  Random random(7);
  int n_compared = 0;
  for (int i = 0; i < 500; ++i) {
    const RandomFormula formula = random_formula(random, 1 + i % 5);
    if (formula.text.size() > 400 || !std::isfinite(formula.value)) continue;
    INFO(formula.text);
    std::optional<double> value;
    try {
      value = formula_steps(formula.text, {}).at({});
    } catch (const NoNumber&) {
      continue;  // a part of it is too large or a root of a negative number
    }
    CHECK(*value == formula.value);
    ++n_compared;
  }
  CHECK(n_compared > 300);
}

TEST_CASE("formula_steps: what is unfinished or unknown is refused") {
  for (const char* text : {"", "2*", "*2", "(n", "n)", "()", "sqrt", "n^^2", "--1"})
    CHECK_THROWS_AS(steps(text), InputError);
  CHECK_THROWS_WITH(steps("d_v"), ContainsSubstring("d_v"));
  CHECK_THROWS_WITH(steps("sqr(2)"), ContainsSubstring("sqrt"));
}

TEST_CASE("formula_steps: parentheses nest only so deep") {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '(') + "n" + std::string(depth, ')');
  };
  CHECK_NOTHROW(steps(nested(kFormulaDepth)));
  CHECK_THROWS_AS(steps(nested(kFormulaDepth + 1)), InputError);
}

double value(const std::string& text) {
  return Arithmetic(text, {"n", "d", "h", "d_k"}).at({{"n", 5}, {"d", 3}, {"h", 2}, {"d_k", 4}});
}

std::string refused_arithmetic(const std::string& text) {
  return refusal([&] { value(text); });
}

TEST_CASE("Arithmetic: numbers as people write them") {
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

TEST_CASE("Arithmetic: a fraction in Japanese") {
  CHECK(value("3分の1") == 1.0 / 3.0);
  CHECK(value("３分の２") == 2.0 / 3.0);
  CHECK(value("三分の一") == 1.0 / 3.0);
  CHECK(value("d_k分の1") == 1.0 / 4.0);
  CHECK(value("2n分の1 + 1") == 1.1);
  CHECK(value("-√4分の(n+1)") == -3.0);
  CHECK(value("2*(2^3分の1)") == 0.25);
  CHECK_THAT(refused_arithmetic("分の1"), ContainsSubstring("A number is missing before it."));
  CHECK_THAT(refused_arithmetic("3分の"), ContainsSubstring("A number is missing after it."));
}

TEST_CASE("Arithmetic: a power as a function of two numbers") {
  CHECK(value("pow(2, 3)") == 8.0);
  CHECK(value("2*pi*pow(10000, 2/4)") == 200.0 * std::numbers::pi);
  CHECK(value("np.power(2,pow(2,n-2))") == 256.0);
  CHECK_THAT(refused_arithmetic("pow(2)"),
             ContainsSubstring("'pow' (character 1): It takes two numbers"));
  CHECK_THAT(refused_arithmetic("pow(2,3,4)"), ContainsSubstring("It takes two numbers"));
  CHECK_THAT(refused_arithmetic("sqrt(2,3)"), ContainsSubstring("one number is expected here"));
  CHECK_THAT(refused_arithmetic("pow(2,3"), ContainsSubstring("This parenthesis is never closed."));
}

TEST_CASE("Arithmetic: a middle dot between digits is no product") {
  for (const char* text : {"n・d", "n•d"}) CHECK(value(text) == 15.0);
  CHECK(value("2･(n+1)") == 12.0);
  for (const char* text : {"0・69", "０・６９", "1･5", "1•5"})
    CHECK_THAT(refused_arithmetic(text),
               ContainsSubstring("(character 2): Between digits it is no sign."));
}

TEST_CASE("Arithmetic: functions and times signs by hand") {
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

TEST_CASE("Arithmetic: signs bind more tightly than products and less than powers") {
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

TEST_CASE("Arithmetic: what stands side by side is multiplied") {
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

TEST_CASE("Arithmetic: a bare argument is read where nothing else could belong to it") {
  CHECK(value("n log n") == Approx(5 * std::log(5.0)));
  CHECK(value("d/√d_k") == 1.5);
  for (const char* text : {"√nd", "√n²", "log n d", "sqrt", "sqrt -2", "√√2"})
    CHECK_THAT(refused_arithmetic(text),
               ContainsSubstring("Put what it is taken of in parentheses"));
}

TEST_CASE("Arithmetic: variables shadow the constants e and pi") {
  CHECK(Arithmetic("e + 1", {"e"}).at({{"e", 4}}) == 5.0);
}

TEST_CASE("Arithmetic: names piece and place of what cannot be read") {
  CHECK(refused_arithmetic("1,5") ==
        "'1,5' (character 1): Write decimals with a point, as in 1.5. "
        "Thousands have no comma.");
  CHECK(refused_arithmetic("1,000") ==
        "'1,000' (character 1): '1,000' may be 1000 or 1.000: write one of these.");
  CHECK(refused_arithmetic("--1") ==
        "'-' (character 2): Two signs stand next to each other. Put the second "
        "number in parentheses.");
  CHECK(refused_arithmetic("1e") ==
        "'1e' (character 1): This is the beginning of a number such as 1e3. Write "
        "2*e for twice the number e.");
  CHECK(refused_arithmetic("1.5abc") ==
        "'abc' (character 4): This name is not known. The variables are: n, "
        "d, h, d_k.");
  CHECK(refused_arithmetic("N") ==
        "'N' (character 1): This name is not known. Did you mean n? The variables "
        "are: n, d, h, d_k.");
  CHECK(refused_arithmetic("sqr(2)").starts_with(
      "'sqr' (character 1): This name is not known. Did you mean "
      "sqrt?"));
  CHECK(refused_arithmetic("√π ?").starts_with("'?' (character 4): This character has no meaning"));
  CHECK(refused_arithmetic("1\u200B2").starts_with("'U+200B' (character 2)"));
  CHECK(refused_arithmetic("1 2") ==
        "'2' (character 3): An operator is missing before it, such as the * in "
        "2*3.");
  CHECK(refused_arithmetic("(1") == "'(' (character 1): This parenthesis is never closed.");
  CHECK(refused_arithmetic("1)") == "')' (character 2): This parenthesis was never opened.");
  CHECK(refused_arithmetic("()") == "')' (character 2): There is nothing between the parentheses.");
  CHECK(refused_arithmetic("n*") == "'*' (character 2): A number is missing after it.");
  CHECK(refused_arithmetic("*n") == "'*' (character 1): A number is missing before it.");
  CHECK(refused_arithmetic("n²^2").starts_with("'^' (character 3): There are two powers."));
  CHECK(refused_arithmetic("1.2.3") == "'1.2.3' (character 1): This is not a number.");
  CHECK(refused_arithmetic("") == "Nothing is written there.");
}

TEST_CASE("Arithmetic: nothing is known that other calculators know") {
  for (const char* text :
       {"n=3", "n?1:2", "n>2", "n and d", "_pi", "_e", "min(1, 2)", "rnd", "\"x\"", "n;d", "v0",
        "c0", "n!", "1_000", "0x1p-1", "n%2", "[1]", "|n|"})
    CHECK(refused_arithmetic(text) != "accepted");
}

TEST_CASE("Arithmetic: what gives no number is refused") {
  CHECK(refused_arithmetic("1/0") == "'1/0' divides by zero.");
  CHECK(refused_arithmetic("0^-1") == "'0^-1' divides by zero.");
  CHECK(refused_arithmetic("sqrt(-1)") == "'sqrt(-1)' takes the square root of a negative number.");
  CHECK(refused_arithmetic("log(0)") ==
        "'log(0)' takes the logarithm of a number that is not positive.");
  CHECK(refused_arithmetic("(-2)^0.5") ==
        "'(-2)^0.5' raises a negative number to a fractional power.");
  CHECK(refused_arithmetic("exp(1000)") == "'exp(1000)' is too large a number.");
  CHECK(refused_arithmetic("9^9^9^9") == "'9^9^9^9' is too large a number.");
  CHECK(refused_arithmetic("1e400 + 1")
            .starts_with("'1e400' (character 1): This number is too large."));
}

TEST_CASE("Arithmetic: length and nesting have limits") {
  const auto nested = [](int depth) {
    return std::string(depth, '(') + "1" + std::string(depth, ')');
  };
  CHECK(value(nested(50)) == 1.0);
  CHECK(refused_arithmetic(nested(51)) ==
        "'(' (character 51): Parentheses are nested more than 50 deep.");
  CHECK(value("1" + std::string(399, ' ')) == 1.0);
  CHECK(refused_arithmetic("1" + std::string(400, ' ')) ==
        "A number or formula of more than 400 characters is not read.");
  CHECK(refused_arithmetic(std::string(1 << 20, '('))
            .starts_with("A number or formula of more than"));
}

TEST_CASE("Arithmetic: by hand names need neither case nor underscores") {
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

TEST_CASE("arithmetic_value: known numbers have their names") {
  CHECK(arithmetic_value("4*d_model^2", {{"d_model", 3}}) == 36.0);
  CHECK_THAT(refusal([] { arithmetic_value("n, d"); }),
             ContainsSubstring("A comma parts two numbers"));
}

TEST_CASE("arithmetic_value: plain numbers are read exactly") {
  CHECK(arithmetic_value(" 0.1 ") == 0.1);
  CHECK(arithmetic_value("4e-320") == 4e-320);
  CHECK(arithmetic_value("−１．５") == -1.5);
  CHECK(std::isnan(arithmetic_value("nan")));
  CHECK(std::isinf(arithmetic_value("-inf")));
  CHECK(std::isinf(arithmetic_value("1e400")));
  CHECK_REFUSED(arithmetic_value("n"), "'n' (character 1): This name is not known.");
}

TEST_CASE("sampled: equivalent formulas agree, others do not") {
  const auto first = sampled("4*n*d^2 + 2*n^2*d", {"n", "d"});
  const auto same = sampled("2nd(2d + n)", {"n", "d"});
  const auto other = sampled("4 n d² + 2 n² d + 1e-3", {"n", "d"});
  REQUIRE(first.size() == kSamplePoints);
  for (std::size_t i = 0; i < first.size(); ++i) {
    CHECK(same[i] == Approx(first[i]).epsilon(1e-13));
    CHECK(other[i] != first[i]);
  }
}

TEST_CASE("sampled: variables are told apart, and points are positive") {
  const auto n = sampled("n", {"n", "d"});
  const auto d = sampled("d", {"n", "d"});
  CHECK(n != d);
  for (const double x : n) CHECK((x >= 1.1 && x < 9.0));
  CHECK_REFUSED(sampled("log(n - 9)", {"n"}),
                "'log(n - 9)' takes the logarithm of a number that is not positive.");
}

using Strings = std::vector<std::string>;

TEST_CASE("expression_of: a formula has a value wherever its variables have one") {
  const Expression cost = expression_of("3 n d^2", {"n", "d"});
  CHECK(cost.variables == Strings{"n", "d"});
  CHECK(cost.at({{"n", 2}, {"d", 5}}) == Approx(150));
  CHECK_THROWS_AS(expression_of("3 n m", {"n", "d"}), InputError);
}

TEST_CASE("samples_of: two formulas are alike if their samples are") {
  const arma::mat samples = samples_of(expression_of("4*n*d^2 + 2*n^2*d", {"n", "d"}));
  CHECK(samples.n_rows == kSamplePoints);
  CHECK(difference(samples_of(expression_of("2*n*d*(2d + n)", {"n", "d"})) / samples,
                   arma::mat(kSamplePoints, 1, arma::fill::ones)) == "");
  CHECK(difference(samples_of(expression_of("2*n*d*(2d - n)", {"n", "d"})), samples) != "");
}

TEST_CASE("crossing_of: where two formulas meet, as a formula in the rest") {
  // 4 n d² + 2 n² d = 8 n d² where n = 2 d
  const Expression meeting = crossing_of(expression_of("4*n*d^2 + 2*n^2*d", {"n", "d"}),
                                         expression_of("8*n*d^2", {"n", "d"}));
  CHECK(meeting.variables == Strings{"d"});
  for (const double d : {1.0, 64.0, 4096.0}) CHECK(meeting.at({{"d", d}}) == Approx(2.0 * d));
}

TEST_CASE("crossing_of: wrong formulas may meet at 0, or before it") {
  const Expression total = expression_of("4*n*d^2 + 2*n^2*d", {"n", "d"});
  const auto meeting = [&](const char* lstm) {
    return crossing_of(total, expression_of(lstm, {"n", "d"})).at({{"d", 512.0}});
  };
  CHECK(meeting("4*n*d^2") == 0.0);
  CHECK(meeting("2*n*d^2") == Approx(-512.0));
}

TEST_CASE("crossing_of: formulas that do not meet, or have no variable") {
  const Expression line = expression_of("n", {"n"}), above = expression_of("2*n", {"n"});
  CHECK_REFUSED(crossing_of(line, above).at({}), "the two formulas do not meet.");
  CHECK_REFUSED(crossing_of(expression_of("2", {}), line),
                "a formula without variables meets nothing.");
}

std::vector<double> order(const std::string& text) { return growth(text, {"n", "d"}); }

TEST_CASE("growth: the number of terms, then the powers of each") {
  const std::vector<double> n_log_n = growth("5 n log n", {"n"});
  REQUIRE(n_log_n.size() == 1 + 2 * kGrowthTerms);
  CHECK(std::vector(n_log_n.begin(), n_log_n.begin() + 3) == std::vector<double>{1, 1, 1});
  const std::vector<double> two = order("n d^2 + n^2 d");
  REQUIRE(two.size() == 1 + 4 * kGrowthTerms);
  CHECK(std::vector(two.begin(), two.begin() + 9) ==
        std::vector<double>{2, 2, 1, 0, 0, 1, 2, 0, 0});
  CHECK(growth("sqrt(n)", {"n"})[1] == 0.5);
  CHECK(growth("7", {"n"}) == growth("1", {"n"}));
  CHECK(growth("1/n", {"n"})[1] == -1);
  CHECK(growth("d", {"n", "d"})[2] == 1);
}

TEST_CASE("growth: constant factors and slower terms do not count") {
  CHECK(order("4nd^2 + 2n^2 d + 17n + 3") == order("n d^2 + n^2 d"));
  CHECK(order("n(n-1)/2") == order("n²"));
  CHECK(order("n + sqrt(n)") == order("n"));
  CHECK(order("1000 n + n²") == order("n²"));
  CHECK(order("n log n + 5n") == order("n log n"));
}

TEST_CASE("growth: formulas of one order") {
  const std::string right = "n d^2 + n^2 d";
  for (const char* text : {"nd(n + d)", "n²d + nd² + n^1.5 d^1.5", "max(nd^2, n^2d)",
                           "O(max(n d^2, n^2 d))", "n²d + nd² + n²d − n²d", "4nd² + 2n²d − 7nd",
                           "nd*max(n, d)", "n²d(1 + d/n)", "(n+d)^2 n - n^3 + n^2 d",
                           "n²d²/n + n²d²/d", "sqrt(n^4 d^2 + n^2 d^4)", "n d² + n² (d + 3)"})
    CHECK(order(text) == order(right));
  CHECK(order("(n^(1/3))^3") == order("n"));
  CHECK(order("log(n^2 d)") == order("ln n + ln d"));
  CHECK(order("n log2(n)") == order("n ln n"));
  CHECK(order("sqrt(n)*sqrt(n)") == order("n"));
  CHECK(order("n^0.5") == order("√n"));
}

TEST_CASE("growth: what grows only a little faster or slower is another order") {
  const std::string right = "n d^2 + n^2 d";
  for (const char* text :
       {"n^2.01*d + n d^2", "n²d + n^0.99 d²", "(n²d + nd²) ln n", "n²d + nd² ln d", "n²d", "nd²",
        "n²d + nd² + n^1.6 d^1.5", "n²d + d²", "(nd)^1.5", "n²d*sqrt(ln(n)) + nd²"})
    CHECK(order(text) != order(right));
}

TEST_CASE("growth: a sum of powers is that of the terms that others do not reach") {
  Random random(11);
  const auto power = [&random] { return static_cast<int>(5 * random.uniform()); };
  for (int i = 0; i < 200; ++i) {
    // Two corners and a point between them: their geometric mean never counts.
    const int a = power(), b = power(), c = power(), d = power();
    const auto term = [](double n, double m) { return fmt::format("n^{}*d^{}", n, m); };
    const std::string corners = term(a, b) + " + 3*" + term(c, d);
    const std::string between = term((a + c) / 2.0, (b + d) / 2.0);
    const std::string above = term((a + c) / 2.0 + 0.01, (b + d) / 2.0 + 0.01);
    INFO(corners << " and " << between);
    CHECK(order(corners + " + " + between) == order(corners));
    CHECK(order(between + " + " + corners) == order(corners));
    const bool are_corners = (a < c && b > d) || (a > c && b < d);
    if (are_corners) CHECK(order(corners + " + " + above) != order(corners));
  }
}

TEST_CASE("growth: O and Theta around a formula are dropped") {
  for (const char* text : {"O(n²d)", "Ｏ（n^2 d）", " Θ( n n d ) ", "Theta(n^2*d)"})
    CHECK(order(text) == order("n^2 d"));
}

TEST_CASE("growth: O and Theta around the parts of a formula too") {
  for (const char* text : {"O(n²d) + O(nd²)", "Θ(n²d)+Θ(nd²)", "O (n d) (n + d)"})
    CHECK(order(text) == order("n^2 d + n d^2"));
  CHECK_REFUSED(
      order("O(n²d) + O(nq)"),
      "'nq' (character 12): This name is not known. Did you mean n? The variables are: n, d.");
}

TEST_CASE("growth: other orders differ") {
  const std::vector<std::string> orders = {
      "1",       "n",       "d",       "n d",     "n + d",
      "n^2",     "n^2 d",   "n^2 + d", "n d^2",   "n^2 d + n d^2",
      "n^2+d^2", "n log n", "n^4",     "n^4 + d", "log n"};
  for (std::size_t i = 0; i < orders.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      INFO(orders[i] << " and " << orders[j]);
      CHECK(order(orders[i]) != order(orders[j]));
    }
}

TEST_CASE("growth: up to four variables") {
  CHECK(growth("L n d", {"L", "n", "d"}).size() == 1 + 6 * kGrowthTerms);
  CHECK(growth("L n d", {"L", "n", "d", "h"}) != growth("L n d + h", {"L", "n", "d", "h"}));
}

TEST_CASE("growth: what has no order is refused") {
  CHECK_REFUSED(
      order("n - n"),
      "'n - n' is not positive where its variables are large, so it has no order of growth.");
  for (const char* text : {"2^n", "n^d", "exp(n)", "sin(n)", "ln(ln(n))", "nd(n+d)*ln(ln(n))",
                           "1/(n + d)", "(n d)^n", "log(log(n) + 1)"})
    CHECK_THAT(refusal([&] { order(text); }), ContainsSubstring("is no sum of powers"));
  for (const char* text : {"n²d − nd²", "0", "-n", "n - 2n", "ln(1/n)"})
    CHECK_THAT(refusal([&] { order(text); }), ContainsSubstring("has no order of growth"));
  CHECK_REFUSED(order("O(min(n, d))"),
                "min(...) is not read in an order of growth. Write a sum of terms.");
  for (const char* text : {"n/0", "9^9^9^9*n", "sqrt(-1)*n", "max(n", "max n, d", "n, d"})
    CHECK(refusal([&] { order(text); }) != "accepted");
  CHECK_REFUSED(order("O()"), "')' (character 3): There is nothing between the parentheses.");
}

GrowthTerms expanded(const std::string& text) {
  return growth_terms(formula_steps(text, {"n", "d"}));
}

GrowthTerms leading(const std::string& text) { return leading_terms(expanded(text)); }

TEST_CASE("growth_terms: products and powers are multiplied out") {
  const GrowthTerms terms = expanded("n(n - 1)/2");
  REQUIRE(terms.size() == 2);
  CHECK(terms[0].factor == 0.5);
  CHECK(terms[0].powers == std::vector<double>{2, 0});
  CHECK(terms[1].factor == -0.5);
  CHECK(expanded("(n + d)^2").size() == 3);
  CHECK(expanded("(n + d)*(n - d) - n^2 + d^2").empty());
  CHECK(expanded("n ln n").front().powers == std::vector<double>{1, 1});
}

TEST_CASE("leading_terms: what a mix of others reaches is dropped") {
  CHECK(leading("n^2 d + n d^2 + n d").size() == 2);
  CHECK(leading("n^2 d + n d^2 + n^1.5 d^1.5").size() == 2);
  CHECK(leading("n^2 d + n d^2 + n^1.5 d^1.51").size() == 3);
  CHECK(leading("n ln n + n").size() == 1);
  CHECK(leading("n + 1/n + 3").size() == 1);
}

TEST_CASE("leading_terms: nothing, or a negative one, is refused") {
  for (const char* text : {"n - n", "d - n^2", "-1"}) CHECK_THROWS_AS(leading(text), NoGrowth);
}

TEST_CASE("growth_terms: what is no sum of powers is refused") {
  for (const char* text : {"2^n", "exp(n)", "1/(n+d)", "ln(ln(n))", "n^d"})
    CHECK_THROWS_AS(expanded(text), NoGrowth);
  CHECK_THROWS_AS(expanded("n/0"), NoNumber);
  CHECK_THROWS_AS(expanded("(n+d+n^2+d^3+n^5+1)^8"), NoGrowth);
}

TEST_CASE("without_latex: formulas as one would type them") {
  CHECK(without_latex("\\frac{1}{2}n^{2}d") == "((1)/(2))n^(2)d");
  CHECK(without_latex("\\frac12 n") == "((1)/(2)) n");
  CHECK(without_latex("$4 n \\cdot d^{2}$") == "4 n * d^(2)");
  CHECK(without_latex("\\sqrt{d_{k}}") == "sqrt(d_k)");
  CHECK(without_latex("d_{\\text{model}}") == "d_model");
  CHECK(without_latex("\\mathcal{O}\\left(n\\,d\\right)") == "O(n d)");
  CHECK(without_latex("2\\pi") == "2pi");
  CHECK(without_latex("2\\pi\\sqrt{2}") == "2pi sqrt(2)");
  CHECK(without_latex("d_\\text{model}") == "d_model");
  CHECK(without_latex("\\sqrt[3]{8}") == "((8)^(1/(3)))");
  CHECK(without_latex("\\lfloor 13/4 \\rfloor") == "floor( 13/4 )");
  CHECK(without_latex("\\lceil 13/4 \\rceil") == "ceil( 13/4 )");
  CHECK(without_latex("\\frac{\\frac{a}{b}}{c}") == "((((a)/(b)))/(c))");
}

TEST_CASE("without_latex: other texts, and unfinished ones, stay readable as wrong") {
  CHECK(without_latex("4*n*d^2") == "4*n*d^2");
  CHECK(without_latex("\\foo") == "\\foo");
  CHECK(without_latex("\\sqrt[3") == "sqrt[3");
  for (const char* text :
       {"\\frac", "\\frac{", "{", "}", "{{{", "\\sqrt{", "\\sqrt[", "\\sqrt[3", "$", "\\", "_{"})
    CHECK_NOTHROW(without_latex(text));
}

bool may_mean(std::string_view formula, const std::string& meant) {
  const Strings ways = with_parentheses(formula);
  return std::find(ways.begin(), ways.end(), meant) != ways.end();
}

TEST_CASE("with_parentheses: an exponent, a denominator, a numerator") {
  CHECK(may_mean("d_k^1/2", "d_k^(1/2)"));
  CHECK(may_mean("1/1+e^-1", "1/(1+e^-1)"));
  CHECK(may_mean("1+2+3/3", "(1+2+3)/3"));
  CHECK(may_mean("1/2*pi", "1/(2*pi)"));
  CHECK(may_mean("2^n-1", "2^(n-1)"));
  CHECK(may_mean("2*pi*10000^2/512", "2*pi*10000^(2/512)"));
  CHECK(may_mean("e^8/e^8+1", "e^8/(e^8+1)"));
  CHECK(may_mean("e^2/e+e^2+e^3", "e^2/(e+e^2+e^3)"));
  CHECK(may_mean("a+b/c+d", "(a+b)/(c+d)"));
}

TEST_CASE("with_parentheses: within a group, and no further") {
  CHECK(may_mean("2*(1/1+3)", "2*(1/(1+3))"));
  CHECK(may_mean("sqrt(2)/sqrt(2)+1", "sqrt(2)/(sqrt(2)+1)"));
  CHECK(may_mean("x^-1/2 + 1", "x^(-1/2)+1"));
  CHECK_FALSE(may_mean("2*(1/1+3)+4", "2*(1/(1+3)+4)"));
}

TEST_CASE("with_parentheses: the formula as it is comes first") {
  CHECK(with_parentheses("d_k^1 / 2").front() == "d_k^1/2");
  CHECK(with_parentheses("2 n d").front() == "2 n d");
  // As many ways for one formula as for another, so that those of several cells go together.
  CHECK(with_parentheses("1").size() == with_parentheses("e^2/e+e^2+e^3").size());
}

TEST_CASE("with_parentheses: what is no formula has none") {
  CHECK(with_parentheses("1 = 2").empty());
  CHECK(with_parentheses("a ? b").empty());
  for (const char* text : {"", ")", "(", "^", "/", "1/", "/1", "((1/2", "1)/2+3", "^/^/"})
    CHECK_NOTHROW(with_parentheses(text));
}

}  // namespace
