#include "render/learning/learning_json.hpp"

#include <nlohmann/json.hpp>

#include "render/learning/learned_example.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("learning_json: lists of equal length that begin before the first update", "[learning]") {
  const auto json = learning_json(learned_example());
  CHECK(json.at("schema") == "attn.learn/1");
  CHECK(json.at("parameters") == 1040);
  const auto& curve = json.at("curve");
  CHECK(curve.at("step").front() == 0);
  CHECK(curve.at("step").back() == 4);
  for (const char* name : {"training_loss", "held_out_loss"})
    CHECK(curve.at(name).size() == curve.at("step").size());
  CHECK(json.at("levels").size() == 2);
  CHECK(json.at("config").at("task") == "copy");
}
