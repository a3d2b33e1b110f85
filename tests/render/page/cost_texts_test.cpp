#include "render/page/cost_texts.hpp"

#include <nlohmann/json.hpp>

#include "render/page/learning_texts.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("cost_texts, learning_texts: what every page has is in both") {
  const nlohmann::ordered_json shared = shared_texts(), of_costs = cost_texts(),
                               of_learning = learning_texts();
  for (const auto& [key, text] : shared.items()) {
    CHECK(of_costs[key] == text);
    CHECK(of_learning[key] == text);
  }
  CHECK(of_costs["from_more"] == "From {} = {} on, {} more than {}.");
  CHECK(of_learning["view_heat"] == "in colours");
}
