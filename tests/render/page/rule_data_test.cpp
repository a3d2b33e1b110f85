#include "render/page/rule_data.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("rule_data: a rule names its kind and its sources", "[render][page]") {
  const nlohmann::ordered_json product = rule_data(Product{"query", "key", true});
  CHECK(product["kind"] == "product");
  CHECK(product["right_transposed"] == true);
  CHECK(rule_data(Softmax{"masked"})["of"] == "masked");
  CHECK(rule_data(Scaling{"scores", 2.0, true})["number"] == 2.0);
  CHECK(rule_data(SumOfProducts{{{"a", "b"}, {"c", "d"}}})["terms"].dump() ==
        R"([["a","b"],["c","d"]])");
}

TEST_CASE("rule_data: what needs powers brings them along", "[render][page]") {
  const nlohmann::ordered_json rule = rule_data(Angle{arma::vec{0, 1}, 4, 100.0});
  CHECK(rule["frequencies"].dump() == "[1.0,0.1]");
  CHECK(!is_computed_in_page(Stage{.rule = Angle{}}));
  CHECK(!is_computed_in_page(Stage{.rule = Given{}}));
  CHECK(!is_computed_in_page(Stage{.rule = Shares{}}));
  CHECK(is_computed_in_page(Stage{.rule = Shares{.of = "pattern"}}));
  CHECK(is_computed_in_page(Stage{.rule = Softmax{"masked"}}));
}

TEST_CASE("pattern_data: what is not set is left out", "[render][page]") {
  CHECK(pattern_data({}).dump() == R"({"causal":false,"align":"end","join":"all"})");
  MaskPattern pattern{.causal = true, .window = 3, .join = Join::any};
  pattern.padded_keys = {1, 2};
  pattern.given = Mask{{1, 0}, {1, 1}};
  CHECK(pattern_data(pattern).dump() ==
        R"({"causal":true,"window":3,"paddedKeys":[1,2],"given":"AQABAQ==","align":"end",)"
        R"("join":"any"})");
}
