#include "render/page/cost_texts.hpp"

#include <nlohmann/json.hpp>

#include "render/page/learning_texts.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("cost_texts, learning_texts: what every page has is in both") {
  for (const auto& [key, text] : shared_texts().items()) {
    CHECK(cost_texts()[key] == text);
    CHECK(learning_texts()[key] == text);
  }
  CHECK(cost_texts()["from_more"] == "From {} = {} on, {} more than {}.");
  CHECK(learning_texts()["view_heat"] == "heat");
}
