#include "render/page/formula_data.hpp"

#include <nlohmann/json.hpp>

#include "costs/costs.hpp"
#include "support/catch.hpp"

using namespace attn;
using symbol::d, symbol::h, symbol::T;

using Json = nlohmann::ordered_json;

TEST_CASE("formula_data: every kind of node, with numbers of any size as digits") {
  const Json T_data{{"kind", "symbol"}, {"symbol", "T"}};
  CHECK(formula_data(T) == T_data);
  CHECK(formula_data(Formula(Count("123456789012345678901234567890"))) ==
        Json{{"kind", "number"}, {"number", "123456789012345678901234567890"}});
  CHECK(formula_data(3 * T * T) ==
        Json{{"kind", "product"}, {"number", "3"}, {"parts", {T_data, T_data}}});
  CHECK(formula_data(T / 2) == Json{{"kind", "quotient"}, {"number", "2"}, {"parts", {T_data}}});
  const Json sum = formula_data(T - 1);
  CHECK(sum["kind"] == "sum");
  CHECK(sum["negative"] == Json{false, true});
  const Json choice = formula_data(if_at_most(T, 4, 1, T));
  CHECK(choice["kind"] == "choice");
  CHECK(choice["parts"].size() == 4);
}

TEST_CASE("formula_data: a divisor that is no number is a second part") {
  const Json json = formula_data(d / h);
  CHECK(json["parts"].size() == 2);
  CHECK(json["parts"][1]["symbol"] == "h");
}
