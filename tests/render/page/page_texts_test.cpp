#include <nlohmann/json.hpp>

#include "render/page/costs_page.hpp"
#include "support/catch.hpp"

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

TEST_CASE("learning_texts: every key has a text") {
  const nlohmann::ordered_json texts = learning_texts();
  CHECK(texts.size() > 10);
  for (const auto& [key, text] : texts.items()) {
    INFO(key);
    CHECK(text.is_string());
    CHECK(text != "");
  }
}
