#include "costs/formula/formula.hpp"

#include "costs/costs.hpp"
#include "support/catch.hpp"
#include "support/formula_reader.hpp"

namespace {

using symbol::d, symbol::f, symbol::h;

const Formula n("n");

Arguments arguments() {
  Arguments values;
  values.add("d", "d_model", 7);
  values.add("h", "n_heads", 3);
  values.add("f", "d_ff", 11);
  values.add("n", "tokens", 5);
  return values;
}

TEST_CASE("Formula: is written as it would be on paper") {
  CHECK(Formula(12).text() == "12");
  CHECK(d.text() == "d");
  CHECK((2 * d * f + d).text() == "2 d f + d");
  CHECK((h * (2 * d * f + f + d)).text() == "h (2 d f + f + d)");
  CHECK((d * d * h * d).text() == "d^2 h d");
  CHECK((n * (n + 1) / 2).text() == "n (n + 1) / 2");
  CHECK((h * (n * (n + 1) / 2)).text() == "h (n (n + 1) / 2)");
  CHECK((n * d - (n - 1)).text() == "n d − n + 1");
  CHECK((Formula(3) - (n + 1)).text() == "3 − n − 1");
}

TEST_CASE("Formula: numbers are gathered, and one and zero leave no trace") {
  CHECK((2 * (3 * d)).text() == "6 d");
  CHECK((1 * d).text() == "d");
  CHECK((0 * d).text() == "0");
  CHECK((d + 0).text() == "d");
  CHECK((0 + d).text() == "d");
  CHECK((d / 1).text() == "d");
}

TEST_CASE("if_at_most: each side, and the edge") {
  const Formula few = n * (n + 1) / 2, many = 3 * n;
  const Formula either = if_at_most(n, 4, few, many);
  const auto at = [](const Count& value) {
    Arguments values;
    values.add("n", "tokens", value);
    return values;
  };
  CHECK(either.at(at(3)) == 6);
  CHECK(either.at(at(4)) == 10);
  CHECK(either.at(at(5)) == 15);
  CHECK(either.resolved(at(4)).text() == few.text());
  CHECK(either.resolved(at(5)).text() == many.text());
  CHECK(either.text() == "n ≤ 4 ? (n (n + 1) / 2) : (3 n)");
}

TEST_CASE("if_equal: equal, and different in both ways") {
  const Formula same = if_equal(d, h + 4, 1, 2);
  CHECK(same.at(arguments()) == 1);
  CHECK(if_equal(d, h, 1, 2).at(arguments()) == 2);
  CHECK(if_equal(h, d, 1, 2).at(arguments()) == 2);
}

TEST_CASE("Formula::resolved: written as if there had never been a case") {
  const auto with = [](const Formula& part) {
    return 2 * (part * d) * (f - part) + (d - part) / 2 + d / part;
  };
  for (const Formula& part : {Formula(1), h, 3 * h, h + d, h - d, Formula(6)}) {
    const Formula hidden = with(if_at_most(n, 5, if_at_most(9, d, f, part), f));
    CHECK(hidden.resolved(arguments()).text() == with(part).text());
    CHECK(hidden.at(arguments()) == with(part).at(arguments()));
  }
}

TEST_CASE("Formula: divided by a symbol it is rounded up, and never divided by 0") {
  CHECK((d / h).text() == "d / h");
  CHECK((2 * d / (h + 1)).text() == "2 d / (h + 1)");
  CHECK((d / h).at(arguments()) == 3);
  CHECK((9 * h / h).at(arguments()) == 9);
  CHECK_THROWS_AS((d / (h - 3)).at(arguments()), std::domain_error);
}

TEST_CASE("Formula::is_zero: only where nothing is left") {
  CHECK(Formula(0).is_zero());
  CHECK((0 * d).is_zero());
  CHECK_FALSE(d.is_zero());
  CHECK_FALSE(Formula(1).is_zero());
}

TEST_CASE("Formula::at: is worked out exactly") {
  CHECK((2 * d * f + d).at(arguments()) == 2 * 7 * 11 + 7);
  CHECK((n * (n + 1) / 2).at(arguments()) == 15);
  CHECK((n / 2).at(arguments()) == 3);  // rounded up
  CHECK((h - n).at(arguments()) == -2);
  Arguments large;
  large.add("d", "d_model", Count("1000000000000"));
  CHECK((d * d * d * d).at(large) == Count("1" + std::string(48, '0')));
}

TEST_CASE("Formula::at: a symbol without a value is our own mistake") {
  CHECK_THROWS_AS(Formula("x").at(arguments()), std::out_of_range);
  CHECK_THROWS_AS(arguments()["x"], std::out_of_range);
}

TEST_CASE("Formula::symbols: each once, in the order of the text") {
  CHECK((h * (2 * d * f + f + d)).symbols() == std::vector<std::string>{"h", "d", "f"});
  CHECK(Formula(3).symbols().empty());
}

TEST_CASE("Formula::text: a second reader works out the same number") {
  const Formula formulas[] = {2 * d * f + d,
                              h * (2 * d * f + f + d),
                              n * (n + 1) / 2,
                              h * (n * (n + 1) / 2) * d,
                              d * d * d - h * (n - 1) * (n - 1),
                              Formula(3) - (n - (d - h)),
                              (n + d) * (n + d) / 4,
                              (n + d) / 5};
  for (const Formula& formula : formulas) {
    CAPTURE(formula.text());
    CHECK(value_of_text(formula.text(), values_of(arguments())) == formula.at(arguments()));
  }
}

TEST_CASE("Arguments: a symbol keeps its first value") {
  Arguments values = arguments();
  values.add("d", "another", 99);
  CHECK(values["d"] == 7);
  CHECK(values.all().size() == 4);
}

TEST_CASE("quantity_of: counts what its formula gives") {
  const Quantity quantity = quantity_of("mlp", "MLP", 2 * d * f, arguments());
  CHECK(quantity.id == "mlp");
  CHECK(quantity.label == "MLP");
  CHECK(quantity.count == 2 * 7 * 11);
  CHECK(quantity.per_layer == 0);
  CHECK_THROWS_AS(quantity_of("x", "", Formula("x"), arguments()), std::out_of_range);
}

TEST_CASE("total_of: the sum of the counts") {
  const std::vector<Quantity> parts{{.id = "a", .label = "A", .formula = d, .count = 7},
                                    {.id = "b", .label = "B", .formula = h, .count = 3}};
  CHECK(total_of(parts) == 10);
  CHECK(total_of({}) == 0);
}

using namespace attn::symbol;

Arguments some_arguments(std::mt19937& draws) {
  Arguments arguments;
  for (const char* name : {"B", "T", "M", "V", "C", "d", "f", "h_kv", "H"})
    arguments.add(name, "any", count_of(1 + draws() % 50));
  arguments.add("h", "any", arguments["h_kv"] * count_of(1 + draws() % 4));
  arguments.add("d_h", "any", count_of(1 + draws() % 8));
  return arguments;
}

TEST_CASE("simplified: like terms are joined and products multiplied out") {
  const Equalities none;
  CHECK(simplified(T * d * (d + 2 * d), none).text() == "3 T d^2");
  CHECK(simplified(d * f + f + f * d + d, none).text() == "2 d f + d + f");
  CHECK(simplified((T + 1) * (T + 1) - T * T, none).text() == "2 T + 1");
  CHECK(simplified(d - d, none).text() == "0");
  CHECK(simplified(Formula(7), none).text() == "7");
  CHECK(simplified((T - 3) * d, none).text() == "T d − 3 d");
}

TEST_CASE("simplified: terms and factors come in the order of the chapters") {
  const Equalities none;
  CHECK(simplified(2 * d * T * T + d * T * 3 * d, none).text() == "3 T d^2 + 2 T^2 d");
  CHECK(simplified(C + d * C + 4 * d + 4 * d * d, none).text() == "C d + 4 d^2 + C + 4 d");
  CHECK(simplified(d * d + C * d + V * d, none).text() == "V d + C d + d^2");
  CHECK(simplified(h * T * T + 3 * T * d, none).text() == "T^2 h + 3 T d");
  CHECK(simplified(Formula("x") * d, none).text() == "d x");  // an unknown symbol comes last
}

TEST_CASE("simplified: equal things have one name") {
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

TEST_CASE("simplified: the value stays the same wherever the equalities hold") {
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

TEST_CASE("simplified: refuses what is no polynomial") {
  CHECK_THROWS_AS(simplified(if_at_most(T, 4, d, h), {}), std::invalid_argument);
  CHECK_THROWS_AS(simplified(d / h, {}), std::invalid_argument);
}

}  // namespace
