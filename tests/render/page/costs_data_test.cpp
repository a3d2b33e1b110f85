#include "render/page/costs_data.hpp"

#include <nlohmann/json.hpp>

#include "costs/costs.hpp"
#include "render/page/formula_data.hpp"
#include "support/catch.hpp"
#include "support/model_examples.hpp"

using namespace attn;

using Json = nlohmann::ordered_json;

namespace {

Json argument(const Json& data, const std::string& symbol) {
  for (const Json& one : data["arguments"])
    if (one["symbol"] == symbol) return one;
  return nullptr;
}

Json data_of(const Model& model) {
  const PageSettings settings{.settings = {{"T", "--tokens", "tokens", {}, true},
                                           {"h_kv", "--kv-heads", "kv_heads", symbol::h, false}},
                              .following = {{"d_h", symbol::d / symbol::h}},
                              .tokens = "T",
                              .largest = 1000};
  return costs_data(costs_of(model, prefill_of(8)), settings, {});
}

}  // namespace

TEST_CASE("costs_data: settings travel with their flag, their value and what they follow") {
  const Json settings = data_of(gpt2_model())["settings"];
  REQUIRE(settings.size() == 2);
  CHECK(settings[0] == Json{{"symbol", "T"},
                            {"flag", "--tokens"},
                            {"label", "tokens"},
                            {"value", "8"},
                            {"follows", nullptr},
                            {"is_given", true}});
  CHECK(settings[1]["value"] == "12");
  CHECK(settings[1]["follows"] == formula_data(symbol::h));
}

TEST_CASE("costs_data: what follows from settings is a formula, all else a number") {
  const Json data = data_of(gpt2_model());
  CHECK(argument(data, "d_h")["formula"] == formula_data(symbol::d / symbol::h));
  CHECK(argument(data, "V")["value"] == "50257");
  CHECK_FALSE(argument(data, "V").contains("formula"));
  CHECK(argument(data, "N").contains("formula"));
  CHECK(argument(data, "N_r").contains("formula"));
}

TEST_CASE("costs_data: formulas keep their cases") {
  const Json data = data_of(gpt2_model());
  CHECK(data["pairs"][0]["formula"]["kind"] == "choice");
  CHECK(data["pairs"][0]["full"] == formula_data(pairs_of_all()));
  CHECK(data["parameters"][2]["n_layers"] == "12");
  CHECK_FALSE(data["parameters"][0].contains("n_layers"));
  CHECK(data["limits"]["table"] == "1024");
  CHECK(data["active"].is_null());
  CHECK_FALSE(data_of(small_models()[1])["active"].is_null());
}
