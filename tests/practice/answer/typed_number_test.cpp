#include "practice/answer/typed_number.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "data/random/random.hpp"
#include "data/test_files.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

const AnswerContext kWhole{.n_rows = 1,
                           .n_cols = 1,
                           .is_whole = true,
                           .names = {{"d_model", 512}, {"n_heads", 8}, {"theta", 0.5}}};

double value_of(const std::string& text, const AnswerContext& context = kWhole) {
  std::vector<std::string> remarks;
  return typed_number(text, context, remarks).value;
}

std::string refused_number(const std::string& text, const AnswerContext& context = kWhole) {
  return refusal([&] { value_of(text, context); });
}

// 1234567 with a sign after every third digit from the right.
std::string grouped(unsigned value, const std::string& sign) {
  std::string text = std::to_string(value);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, sign);
  return text;
}

}  // namespace

TEST_CASE("without_name: what stands before the equals sign", "[practice][typed_number]") {
  for (const char* text : {"= n", "total = n", "f(n, d) = n", "≈ n"})
    CHECK(without_name(text, {"d"}) == "n");
  CHECK(without_name("d = n", {"d"}) == "d = n");
  CHECK(without_name("2 = n", {}) == "2 = n");
}

TEST_CASE("typed_number: grouped digits", "[practice][typed_number]") {
  for (const char* text :
       {"1,048,576", "1_048_576", "1'048'576", "1’048’576", "1 048 576", "1.048.576", "1048576"})
    CHECK(value_of(text) == 1048576);
  CHECK(value_of("262.144") == 262.144);
  CHECK(value_of("262,144") == 262144);
  CHECK(value_of("1,048,576.5") == 1048576.5);
  CHECK(value_of("4*262,144") == 1048576);
  for (const char* text :
       {"1.2.3", "1.0485.761", "1,5", "10,48,576", "1,0485", "0,333,3", "1 2", "1_5", "512,"})
    CHECK(refused_number(text) != "accepted");
}

TEST_CASE("typed_number: as people and programs write one number", "[practice][typed_number]") {
  std::vector<std::string> remarks;
  for (const char* text :
       {"512 (parameters)", "512 (個)", "x ≈ 512", "≈512", "\"512\"", "Out[3]: np.int64(512)",
        "about 512.", "0.000512 million", "0.0512万", "512 × 1 ≈ 512"})
    CHECK(typed_number(text, {}, remarks).value == Approx(512));
  const AnswerContext whole{.is_whole = true, .names = {}};
  for (const char* text : {"262{,}144", "262\\,144", "$262{,}144$", "262,144 個です"})
    CHECK(typed_number(text, whole, remarks).value == 262144);
}

TEST_CASE("typed_number: one comma may be a decimal one unless the number is whole",
          "[practice][typed_number]") {
  AnswerContext context = kWhole;
  context.is_whole = false;
  CHECK(refused_number("60,611", context)
            .starts_with("'60,611' (character 1): '60,611' may be 60611 or 60.611"));
  CHECK(value_of("60,611.4", context) == 60611.4);
  CHECK(value_of("1,060,611", context) == 1060611);
}

TEST_CASE("without_grouping: any number that is grouped is read as it was",
          "[practice][typed_number][property]") {
  Random random(5);
  for (int i = 0; i < 500; ++i) {
    const auto value = static_cast<unsigned>(std::pow(10.0, 4.0 + 5.0 * random.uniform()));
    for (const char* sign : {",", "_", "'", " "}) {
      INFO(grouped(value, sign));
      CHECK(without_grouping(grouped(value, sign), true, true) == std::to_string(value));
    }
    CHECK(without_grouping(grouped(value, "_"), false, false) == std::to_string(value));
    CHECK(without_grouping(grouped(value, ","), false, true) == grouped(value, ","));
  }
}

TEST_CASE("typed_number: numbers of the page by their names", "[practice][typed_number]") {
  CHECK(value_of("4*d_model^2") == 1048576);
  CHECK(value_of("d_model/2 - 1") == 255);
  CHECK(value_of("n_heads*d_model") == 4096);
  CHECK(value_of("3θ") == 1.5);
  CHECK(value_of("dmodel") == 512);
  CHECK(refused_number("d_mdel").starts_with(
      "'d_mdel' (character 1): This name is not known. Did you mean "
      "d_model?"));
}

TEST_CASE("typed_number: programs' and hands' spellings", "[practice][typed_number]") {
  CHECK(value_of("np.log(2)") == std::log(2.0));
  CHECK(value_of("math.sqrt(2)") == std::sqrt(2.0));
  CHECK(value_of("np.pi") == std::numbers::pi);
  CHECK(value_of("ln2") == std::log(2.0));
  CHECK(value_of("log2(8)") == 3.0);
  CHECK(value_of("log10(1000)") == Approx(3.0));
  CHECK(value_of("2*Pi") == 2 * std::numbers::pi);
  CHECK(value_of("2PI") == 2 * std::numbers::pi);
  CHECK(value_of("τ") == 2 * std::numbers::pi);
  CHECK(value_of("1½") == 1.5);
  CHECK(value_of("¾") == 0.75);
  for (const char* text :
       {"3.4x10^-4", "3.4×10^-4", "3.4*10^-4", "3.4e-4", "3.4·10⁻⁴", "3.4 x 10^-4"})
    CHECK(value_of(text) == Approx(3.4e-4).epsilon(1e-14));
  CHECK(value_of("tensor(5.)") == 5);
  CHECK(value_of("[5]") == 5);
  CHECK(value_of("np.float64(0.5)") == 0.5);
  for (const char* text : {"13//4", "floor(13/4)", "int(13/4)", "math.floor(13/4)", "np.int64(3)"})
    CHECK(value_of(text) == 3);
  for (const char* text : {"ceil(13/4)", "math.ceil(13/4)", "⌈13/4⌉", "-floor(-13/4)"})
    CHECK(value_of(text) == 4);
  CHECK(value_of("-13//4") == -4);
  CHECK(value_of("int(-13/4)") == -3);
  CHECK(value_of("32/8 = 4") == 4);
  CHECK(value_of("1/3 ≈ 0.333") == 0.333);
}

TEST_CASE("typed_number: degrees become radians and say so", "[practice][typed_number]") {
  std::vector<std::string> remarks;
  CHECK(typed_number("90°", {}, remarks).value == Approx(std::numbers::pi / 2));
  CHECK(remarks == std::vector<std::string>{"Degrees were turned into radians: 1.5708."});
}

TEST_CASE("typed_number: degrees inside a formula are not those of the whole",
          "[practice][typed_number]") {
  std::vector<std::string> remarks;
  for (const char* text : {"2 cos 30°", "cos(30°)", "2*sin(30)°"})
    CHECK_THROWS_AS(typed_number(text, {}, remarks), InputError);
}

TEST_CASE("typed_number: degrees are refused where no angle is asked for",
          "[practice][typed_number]") {
  std::vector<std::string> remarks;
  CHECK_THROWS_MATCHES(typed_number("360°", {.takes_degrees = false}, remarks), InputError,
                       Message("'360°' is an angle, and none is asked for here."));
  CHECK(typed_number("2π", {.takes_degrees = false}, remarks).value ==
        Approx(2 * std::numbers::pi));
}

TEST_CASE("typed_number: a name before it, be it that of another number",
          "[practice][typed_number]") {
  std::vector<std::string> remarks;
  const AnswerContext context{.names = {{"n", 512.0}}};
  CHECK(typed_number("n = 1024", context, remarks).value == 1024);
  CHECK(typed_number("n=2*n", context, remarks).value == 1024);
  CHECK(typed_number("n", context, remarks).value == 512);
  CHECK_THROWS_AS(typed_number("2n = 512", context, remarks), InputError);
}

TEST_CASE("typed_number: a number may have its working in parentheses beside it",
          "[practice][typed_number]") {
  std::vector<std::string> remarks;
  for (const char* text : {"262144 (512*512)", "262144 (= 512*512)", "262,144 (512 x 512)",
                           "(512*512) 262144", "2^18 (512*512)", "262144 (512*512) parameters",
                           "262144 parameters (512*512)", "262144 (512*512 = 2^18)"}) {
    INFO(text);
    remarks.clear();
    CHECK(typed_number(text, kWhole, remarks).value == 262144);
    CHECK_FALSE(remarks.empty());
  }
  for (const char* text : {"0.69 (ln 2)", "(= ln 2) 0.69", "0.69 (≈ 0.6931)"})
    CHECK(value_of(text, {}) == 0.69);
  for (const char* text : {"20% (1/5)", "0.2 (= 20%)"}) CHECK(value_of(text, {}) == 0.2);
  for (const char* text : {"ln 2 (0.69)", "ln(2) (= 0.693)"})
    CHECK(value_of(text, {}) == std::log(2.0));
}

TEST_CASE("typed_number: what stands in parentheses beside a number is never multiplied silently",
          "[practice][typed_number]") {
  CHECK(refused_number("1.609 (ln 4)", {}) ==
        "1.609 and ln 4 are not equal. Write one number; a product has a * between its factors.");
  CHECK(refused_number("0.7 (= ln 3)", {}) == "0.7 and ln 3 are not equal. Write one number.");
  CHECK(refused_number("5 (2*3 = 5)", {}) == "2*3 and 5 are not equal. Write one number.");
  for (const char* text :
       {"512 (512)", "(512) 512", "262144(512*512)", "d_model (512)", "sqrt(4) (2)"}) {
    INFO(text);
    CHECK_THAT(refused_number(text), ContainsSubstring("may be a product"));
  }
  CHECK(value_of("2(3)") == 6);
  CHECK(value_of("512(512)") == 262144);
  CHECK(value_of("(8)(64)") == 512);
  CHECK(value_of("d_model (n_heads + 1)") == 4608);
  CHECK(value_of("d_model (64*8)") == 262144);
}

TEST_CASE("typed_number: a sign before a parenthesis multiplies", "[practice][typed_number]") {
  for (const char* sign : {"×", " × ", "x", " x ", " X ", "*", " times ", " · ", " ⋅ ", "かける",
                           " 掛ける ", " \\times ", " \\cdot ", "・"}) {
    INFO(sign);
    for (const char* factors : {"(512){}(512)", "d_model {}(8*64)", "512{}(8*64) parameters",
                                "512{}(8*64) = 262144", "8{}(64){}(512)", "256{}(8*128)"})
      CHECK(value_of(fmt::format(fmt::runtime(factors), sign, sign)) == 262144);
    CHECK(value_of(fmt::format("4{}(512^2 + 512)", sign)) == 1050624);
  }
  for (const char* sign : {"*", " · ", " ⋅ ", "かける", " \\times ", " \\cdot "})
    CHECK(value_of(fmt::format("512{}(512)", sign)) == 262144);
  CHECK(value_of("512 + (8*64)") == 1024);
  CHECK(value_of("512 - (8*64)") == 0);
  CHECK(value_of("512 ÷ (8*64)") == 1);
  CHECK(value_of("4 × (= 32/8)") == 4);
  CHECK(value_of("4 times (= 32/8)") == 4);
  CHECK(refused_number("512 × (8*64 = 512)") != "accepted");
}

TEST_CASE("typed_number: a sign that may be the unit multiplies no two equal numbers silently",
          "[practice][typed_number]") {
  AnswerContext times = kWhole, numbers = kWhole;
  times.question = "how many times smaller that is.\n";
  numbers.question = "how many numbers are kept.\n";
  for (const char* text : {"4 times (32/8)", "4× (32/8)", "4x (32/8)", "4×(32/8)", "4x (32/8 = 4)",
                           "4 times smaller (32/8)", "4倍 (32/8)", "32/8 times (4)"}) {
    INFO(text);
    CHECK(value_of(text, times) == 4);
  }
  for (const char* text : {"512×(8*64)", "512 x (512)", "512 times (512)", "4× (32/8)"}) {
    INFO(text);
    CHECK_THAT(refused_number(text, numbers), ContainsSubstring("may be a product"));
  }
  for (const AnswerContext& context : {times, numbers}) {
    CHECK(value_of("5× (32/8)", context) == 20);
    CHECK(value_of("2 times (8*64)", context) == 1024);
  }
}

TEST_CASE("typed_number: what has an operation, a share or a unit is no first factor",
          "[practice][typed_number]") {
  for (const char* text : {"512*8*64 (262144)", "2^18 (262144)", "512x512 (262144)",
                           "d_model*512 (262144)", "262144 parameters (262144)"})
    CHECK(value_of(text) == 262144);
  for (const char* text : {"0.2 (20 %)", "1/5 (20%)", "20% (0.2)", "20%(0.2)", "20 percent (0.2)"})
    CHECK(value_of(text, {}) == Approx(0.2));
  CHECK(value_of("8*64(512)") == 262144);
  CHECK_THAT(refused_number("(8*64) (512)"), ContainsSubstring("may be a product"));
}

TEST_CASE("typed_number: powers of ten leave digits out", "[practice][typed_number]") {
  CHECK(value_of("262144 (≈ 2.6e5)") == 262144);
  CHECK(value_of("60611 (6.06e4)", {}) == 60611);
  CHECK(value_of("2*pi*10000^(510/512) ≈ 6.06e4", {}) == 60600);
  CHECK(refused_number("262144 (≈ 2.7e5)") != "accepted");
  CHECK(refused_number("2*pi*10000^(510/512) ≈ 6.05e4", {}) != "accepted");
}

TEST_CASE("typed_number: of a rounded count and an exact one, the exact one",
          "[practice][typed_number]") {
  for (const char* text : {"0.26 million (262144)", "2.6e5 (512*512)", "26万 (262144)",
                           "2.6e5 parameters (262,144)", "0.26 million (512*512 = 262144)"}) {
    INFO(text);
    CHECK(value_of(text) == 262144);
  }
  std::vector<std::string> remarks;
  CHECK(typed_number("0.26 million (262144)", kWhole, remarks).value == 262144);
  CHECK(remarks == std::vector<std::string>{"'0.26 million' was left out, and the rest was read."});
  for (const char* text : {"512*512 = 262144 ≈ 2.6e5", "262144 ≈ 0.26 million", "512*512 ≈ 26万"})
    CHECK(value_of(text) == 262144);
  remarks.clear();
  CHECK(typed_number("n = 262144 ≈ 2.6e5", kWhole, remarks).text == "262144");
  CHECK(remarks == std::vector<std::string>{"'2.6e5' was left out, and the rest was read."});
  CHECK(value_of("2.6e5 = 262144") == 262144);
  CHECK(value_of("n ≈ 2.6e5") == 260000);
  CHECK(value_of("0.26 million (262144)", {}) == 260000);
}

TEST_CASE("typed_number: brackets and program words around a number with its working",
          "[practice][typed_number]") {
  for (const char* text :
       {"[262144 (512*512)]", "[[262144 (= 512*512)]]", "n = [262144 (512*512)]"})
    CHECK(value_of(text) == 262144);
}

TEST_CASE("typed_number: its text is what it was read from", "[practice][typed_number]") {
  const auto text_of = [](const std::string& text) {
    std::vector<std::string> remarks;
    return typed_number(text, {}, remarks).text;
  };
  for (const char* text : {"1.61", "1.61 (= 1.6094)", "1.61 (-ln 0.20000)", "(ln 5) 1.61",
                           "x = 1.61", "1.6094 ≈ 1.61", "[1.61 (ln 5)]", "about 1.61."})
    CHECK(text_of(text) == "1.61");
  CHECK(text_of("40.10 % (0.401)") == "40.10 %");
}

TEST_CASE("typed_number: an equation must be true as far as its digits tell",
          "[practice][typed_number]") {
  CHECK(value_of("1.1-0.84-0.26=0") == 0);
  CHECK(value_of("0.3 - 0.2 - 0.1 ≈ 0") == 0);
  for (const char* text :
       {"262143 = 512*512", "512*512 = 262143", "1.61 = ln 2 + 1", "0.334 = 1/3", "0.5 = 0.66"})
    CHECK(refused_number(text, {}) != "accepted");
  CHECK(value_of("0.333 = 1/3", {}) == 1.0 / 3);
  CHECK(value_of("33% = 1/3", {}) == 1.0 / 3);
  CHECK(refused_number("34% = 1/3", {}) != "accepted");
  CHECK(value_of("0.66 = 2/3", {}) == 2.0 / 3);  // cut, not rounded
  CHECK(value_of("2.718^2 = 7.389", {}) == 7.389);
  CHECK(value_of("512*512 = 2^18 = 262,144") == 262144);
  CHECK(value_of("7/3 = 2.3", {}) == 2.3);
  CHECK(value_of("20000*pi = 62800", {}) == 62800);
  CHECK(refused_number("262000 = 512*512", kWhole) != "accepted");
}

TEST_CASE("typed_number: what is no number is refused", "[practice][typed_number][error]") {
  CHECK(refused_number("32/8 = 5") == "32/8 and 5 are not equal. Write one number.");
  for (const char* text : {"", "=", "0x10", "4 widgets", "1 2", "x", "5 =", "[1, 2]"})
    CHECK(refused_number(text) != "accepted");
}

TEST_CASE("typed_cell: a cell may be a share", "[practice][typed_number]") {
  CHECK(typed_cell("40.1%", {}) == Approx(0.401));
  CHECK(typed_cell("1_000", {}) == 1000);
  CHECK(refusal([] { typed_cell("4x", {}); }) != "accepted");
  CHECK(refusal([] { typed_cell("1,000", {}); }) != "accepted");
}
