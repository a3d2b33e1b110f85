#include "practice/formula/formula_names.hpp"

#include <numbers>

#include "support/catch.hpp"

using namespace attn;

namespace {

using Names = std::vector<std::string>;
constexpr auto kStrict = FormulaSpelling::strict, kByHand = FormulaSpelling::by_hand;

}  // namespace

TEST_CASE("factors_of: a word as a product, the longest names first", "[practice][names]") {
  const Names names = {"n", "d", "d_k"};
  CHECK(factors_of("nd", names, kStrict) == Names{"n", "d"});
  CHECK(factors_of("nd_k", names, kStrict) == Names{"n", "d_k"});
  CHECK(factors_of("nx", names, kStrict).empty());
  CHECK(factors_of("", names, kStrict).empty());
}

TEST_CASE("factors_of: by hand without case and underscores, where one can be meant",
          "[practice][names]") {
  CHECK(factors_of("ND", {"n", "d"}, kByHand) == Names{"n", "d"});
  CHECK(factors_of("dk", {"n", "d_k"}, kByHand) == Names{"d_k"});
  CHECK(factors_of("N", {"n", "N"}, kByHand) == Names{"N"});
  CHECK(factors_of("dk", {"d", "k", "d_k"}, kByHand) == Names{"d", "k"});
  CHECK(factors_of("DK", {"d_k", "dk"}, kByHand).empty());
  CHECK(factors_of("ND", {"n", "d"}, kStrict).empty());
}

TEST_CASE("meant_as_power: nd2 for nd^2", "[practice][names]") {
  CHECK(meant_as_power("nd2", {"n", "d"}, kByHand) == "nd^2");
  for (const char* word : {"nd", "2", "q2", ""})
    CHECK(meant_as_power(word, {"n", "d"}, kByHand) == "");
}

TEST_CASE("constant_named: pi, tau and e", "[practice][names]") {
  CHECK(*constant_named("pi", kStrict) == std::numbers::pi);
  CHECK(*constant_named("PI", kByHand) == std::numbers::pi);
  CHECK(*constant_named("tau", kByHand) == 2 * std::numbers::pi);
  CHECK(constant_named("PI", kStrict) == nullptr);
  CHECK(constant_named("tau", kStrict) == nullptr);
  CHECK(constant_named("E", kByHand) == nullptr);
}
