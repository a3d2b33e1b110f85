#include "render/costs/count_json.hpp"

#include "support/catch.hpp"
#include "support/json.hpp"

using namespace attn;

TEST_CASE("tokens_json, last_below_json: a count, a fraction, or nothing", "[render][count_json]") {
  CHECK(tokens_json({}).is_null());
  CHECK(last_below_json({}).is_null());
  const Crossover whole{.tokens = mpq_class(768), .last_below = Count(767)};
  CHECK(tokens_json(whole).dump() == "768");
  CHECK(last_below_json(whole).dump() == "767");
  CHECK(tokens_json({.tokens = mpq_class(7, 3), .last_below = Count(2)}).dump() == R"("7/3")");
}

TEST_CASE("quantities_json: formula and count, and null for what no layer has",
          "[render][count_json]") {
  const Formula V("V"), d("d"), L("L");
  const std::vector<Quantity> parts{
      {.id = "token_embedding", .label = "token embedding", .formula = V * d, .count = 6},
      {.id = "norms", .label = "norms", .formula = L * d, .count = 12, .per_layer = 3}};
  CHECK(quantities_json(parts).dump() ==
        R"([{"name":"token_embedding","formula":"V d","per_layer":null,"count":6},)"
        R"({"name":"norms","formula":"L d","per_layer":3,"count":12}])");
}

TEST_CASE("arguments_json: each symbol with its name and value", "[render][count_json]") {
  Arguments arguments;
  arguments.add("d", "d_model", 768);
  CHECK(arguments_json(arguments).dump() == R"({"d":{"name":"d_model","value":768}})");
}
