#include "render/learning/comparison_text.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("learning_comparison_json: what all models share, and one object for each",
          "[render][learning]") {
  const LearnSettings settings = usual_settings(TaskKind::classify);
  const std::vector<ComparedModel> models{{.model = ClassifierKind::lstm,
                                           .n_parameters = 9,
                                           .held_out_accuracy = 1.0,
                                           .training_accuracy = 0.5,
                                           .seconds = 2.0}};
  const nlohmann::ordered_json json = learning_comparison_json(models, settings);
  CHECK(json["schema"] == "attn.learn/1");
  CHECK(json["config"]["labels"] == "order");
  CHECK_FALSE(json["config"].contains("dropout"));  // differs from model to model
  CHECK(json["comparison"][0] == nlohmann::ordered_json{{"model", "lstm"},
                                                        {"held_out_accuracy", 1},
                                                        {"training_accuracy", 0.5},
                                                        {"parameters", 9},
                                                        {"seconds", 2}});
  const std::string text = learning_comparison_text(models, settings, {});
  CHECK(text.find("lstm") != std::string::npos);
  CHECK(text.find("2,000 sequences in training") != std::string::npos);
}
