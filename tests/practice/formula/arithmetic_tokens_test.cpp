#include "practice/formula/arithmetic_tokens.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"

using namespace attn;
using Kind = ArithmeticToken::Kind;

namespace {

// The pieces in ASCII, with a bar between them.
std::string pieces(const std::string& text) {
  std::string joined;
  for (const ArithmeticToken& token : arithmetic_tokens(text))
    if (token.kind != Kind::end) joined += (joined.empty() ? "" : "|") + token.text;
  return joined;
}

}  // namespace

TEST_CASE("arithmetic_tokens: numbers, names and signs", "[practice][arithmetic]") {
  CHECK(pieces("4*n*d^2") == "4|*|n|*|d|^|2");
  CHECK(pieces("1.5e-3+d_k") == "1.5e-3|+|d_k");
  CHECK(pieces("sqrt(2)") == "sqrt|(|2|)");
  CHECK(pieces("") == "");
}

TEST_CASE("arithmetic_tokens: what is no ASCII is read as what it stands for",
          "[practice][arithmetic]") {
  CHECK(pieces("２π") == "2|pi");
  CHECK(pieces("√2·3") == "sqrt|2|*|3");
  CHECK(pieces("6÷2×3−1") == "6|/|2|*|3|-|1");
  const std::vector<ArithmeticToken> squared = arithmetic_tokens("d²");
  REQUIRE(squared.size() == 3);
  CHECK(squared[1].kind == Kind::power);
  CHECK(squared[1].text == "2");
  CHECK(squared[1].shown == "²");
}

TEST_CASE("arithmetic_tokens: fractions, modules of programs and other letters",
          "[practice][arithmetic]") {
  CHECK(pieces("½n") == "0.5|n");
  CHECK(pieces("1½") == "1.5");
  CHECK(pieces("np.log(2)") == "log|(|2|)");
  CHECK(pieces("math.pi") == "pi");
  CHECK(pieces("τ θ dₖ") == "tau|theta|d_k");
  CHECK_THROWS_AS(arithmetic_tokens("np.?"), InputError);
}

TEST_CASE("arithmetic_tokens: places are counted in characters", "[practice][arithmetic]") {
  const std::vector<ArithmeticToken> tokens = arithmetic_tokens("√2 n");
  REQUIRE(tokens.size() == 4);
  CHECK(tokens[0].place == 1);
  CHECK(tokens[1].place == 2);
  CHECK(tokens[2].place == 4);
  CHECK(tokens[3].kind == Kind::end);
}

TEST_CASE("arithmetic_tokens: what means nothing is refused by its place",
          "[practice][arithmetic][error]") {
  CHECK_THROWS_WITH(arithmetic_tokens("2 $ 3"), ContainsSubstring("'$'") && ContainsSubstring("3"));
  CHECK_THROWS_WITH(arithmetic_tokens("1,5"), ContainsSubstring("point"));
  for (const char* text : {"1.2.3", "a ? b : c", "n = 2", "\x1b[2J"})
    CHECK_THROWS_AS(arithmetic_tokens(text), InputError);
  CHECK_NOTHROW(arithmetic_tokens(std::string(kFormulaLimit, '1')));
  CHECK_THROWS_AS(arithmetic_tokens(std::string(kFormulaLimit + 1, '1')), InputError);
}
