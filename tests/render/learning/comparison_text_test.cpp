#include "render/learning/comparison_text.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("learning_comparison: the same numbers as text and as JSON", "[learning]") {
  const std::vector<ComparedModel> models{{.model = ClassifierKind::rnn,
                                           .n_parameters = 4321,
                                           .held_out_accuracy = 0.875,
                                           .training_accuracy = 0.9,
                                           .seconds = 1.5}};
  const LearnSettings settings = usual_settings(TaskKind::classify);
  const std::string text = learning_comparison_text(models, settings, {});
  for (const char* part : {"rnn", "4,321", "0.875"}) CHECK(text.find(part) != std::string::npos);
  const auto json = learning_comparison_json(models, settings);
  CHECK(json.at("schema") == "attn.learn/1");
  CHECK(json.at("comparison").size() == 1);
  CHECK_FALSE(json.at("config").contains("model"));
}
