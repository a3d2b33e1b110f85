#include "costs/formula/simplified.hpp"

#include <random>

#include "costs/formula/symbols.hpp"
#include "support/catch.hpp"

using namespace attn;
using namespace attn::symbol;

namespace {

Arguments some_arguments(std::mt19937& draws) {
  Arguments arguments;
  for (const char* name : {"B", "T", "M", "V", "C", "d", "f", "h_kv", "H"})
    arguments.add(name, "any", count_of(1 + draws() % 50));
  arguments.add("h", "any", arguments["h_kv"] * count_of(1 + draws() % 4));
  arguments.add("d_h", "any", count_of(1 + draws() % 8));
  return arguments;
}

}  // namespace

TEST_CASE("simplified: like terms are joined and products multiplied out", "[costs][simplified]") {
  const Equalities none;
  CHECK(simplified(T * d * (d + 2 * d), none).text() == "3 T d^2");
  CHECK(simplified(d * f + f + f * d + d, none).text() == "2 d f + d + f");
  CHECK(simplified((T + 1) * (T + 1) - T * T, none).text() == "2 T + 1");
  CHECK(simplified(d - d, none).text() == "0");
  CHECK(simplified(Formula(7), none).text() == "7");
  CHECK(simplified((T - 3) * d, none).text() == "T d − 3 d");
}

TEST_CASE("simplified: terms and factors come in the order of the chapters",
          "[costs][simplified]") {
  const Equalities none;
  CHECK(simplified(2 * d * T * T + d * T * 3 * d, none).text() == "3 T d^2 + 2 T^2 d");
  CHECK(simplified(C + d * C + 4 * d + 4 * d * d, none).text() == "C d + 4 d^2 + C + 4 d");
  CHECK(simplified(d * d + C * d + V * d, none).text() == "V d + C d + d^2");
  CHECK(simplified(h * T * T + 3 * T * d, none).text() == "T^2 h + 3 T d");
  CHECK(simplified(Formula("x") * d, none).text() == "d x");  // an unknown symbol comes last
}

TEST_CASE("simplified: equal things have one name", "[costs][simplified]") {
  Equalities equal;
  equal.symbols.emplace("h_kv", h);
  equal.symbols.emplace("L", 1);
  equal.symbols.emplace("P", T * (T + 1) / 2);
  equal.symbols.emplace("f", 4 * d);
  const Formula L("L"), P("P");
  CHECK(simplified(L * T * d * d_h * (h + 2 * h_kv), equal).text() == "3 T d h d_h");
  CHECK(simplified(L * 2 * d * f, equal).text() == "8 d^2");
  CHECK(simplified(P * d, equal).text() == "(T^2 d + T d) / 2");
  CHECK(simplified(2 * P * d, equal).text() == "T^2 d + T d");

  equal.heads_fill_model = true;
  CHECK(simplified(L * T * d * d_h * (h + 2 * h_kv), equal).text() == "3 T d^2");
  CHECK(simplified(h * T * T, equal).text() == "T^2 h");        // no d_h beside it
  CHECK(simplified(h * h * d_h * T, equal).text() == "T d h");  // one pair
  CHECK(simplified(h * h * d_h * d_h, equal).text() == "d^2");  // two
}

TEST_CASE("simplified: the value stays the same wherever the equalities hold",
          "[costs][simplified][property]") {
  std::mt19937 draws(71);
  for (int i = 0; i < 50; ++i) {
    Arguments arguments = some_arguments(draws);
    const Formula formula = B * (T * d * d_h * (h + 2 * h_kv) + h * d_h * (T * (T + 1) / 2)) +
                            (V - 1) * d - C * (f + H) * (h - h_kv);
    const Formula simple = simplified(formula, {});
    CHECK(simple.at(arguments) == formula.at(arguments));
    CHECK(simplified(simple, {}).text() == simple.text());
  }
}

TEST_CASE("simplified: refuses what is no polynomial", "[costs][simplified]") {
  CHECK_THROWS_AS(simplified(if_at_most(T, 4, d, h), {}), std::invalid_argument);
  CHECK_THROWS_AS(simplified(d / h, {}), std::invalid_argument);
}
