#include "render/learning/learning_json.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("learning_json: lists of equal length, and null for what does not exist",
          "[render][learning]") {
  LearningReport report;
  report.n_parameters = 7;
  report.curve = {
      {.step = 0, .training_loss = 2.0, .held_out_loss = 3.0},
      {.step = 5, .training_loss = 1.0, .held_out_loss = 0.5, .held_out_accuracy = 1.0}};
  report.levels = {{"chance", "guessing", 2.5}};
  report.measures = measures_table({{.id = "accuracy", .name = "A", .before = 0.25, .after = 0.75},
                                    {.id = "recall",
                                     .name = "B",
                                     .before = 0.5,
                                     .after = 1.0,
                                     .chance = 0.5,
                                     .place = HeadPlace{1, 3}}},
                                   "a note");
  const nlohmann::ordered_json json = learning_json(report);
  CHECK(json["schema"] == "attn.learn/1");
  CHECK(json["parameters"] == 7);
  CHECK(json["config"]["task"] == "copy");
  CHECK(json["curve"]["step"] == nlohmann::ordered_json{0, 5});
  CHECK(json["curve"]["training_loss"] == nlohmann::ordered_json{2, 1});
  CHECK(json["curve"]["held_out_loss"] == nlohmann::ordered_json{3, 0.5});
  CHECK(json["curve"]["held_out_accuracy"] == nlohmann::ordered_json{nullptr, 1});
  CHECK(json["levels"][0]["loss"] == 2.5);
  CHECK(json["measures"][0]["id"] == "accuracy");
  CHECK(json["measures"][0]["chance"].is_null());
  CHECK(json["measures"][0]["layer"].is_null());
  CHECK(json["measures"][1]["layer"] == 1);
  CHECK(json["measures"][1]["head"] == 3);
  CHECK(json["weights"].is_null());
  CHECK(json["answers"].empty());
  CHECK(json["notes"].back() == "a note");
}

TEST_CASE("learning_json: weights by layer, head, query and key", "[render][learning]") {
  LearningReport report;
  report.measures = measures_table({});
  report.n_layers = 1;
  report.n_heads = 2;
  report.weights.query_tokens = {"a", "b"};
  for (std::size_t head = 0; head < 2; ++head)
    for (const char* id : {"weights_before", "weights_after"})
      report.weights.record({.id = id,
                             .group = head_group({0, head}),
                             .value = id == std::string("weights_after")
                                          ? arma::mat{{1.0, 0.0}, {0.25, 0.75}}
                                          : arma::mat(2, 2, arma::fill::value(0.5))});
  const nlohmann::ordered_json weights = learning_json(report)["weights"];
  CHECK(weights["tokens"] == nlohmann::ordered_json{"a", "b"});
  CHECK(weights["after"].size() == 1);
  CHECK(weights["after"][0].size() == 2);
  CHECK(weights["after"][0][1][1][0] == 0.25);
  CHECK(weights["before"][0][0][0][1] == 0.5);
}

TEST_CASE("learning_json: answers to single sequences", "[render][learning]") {
  LearningReport report;
  report.measures = measures_table({});
  report.answers = {
      {.tokens = {7, 1, 2}, .label = 1, .before = {0.75, 0.25}, .after = {0.125, 0.875}}};
  const nlohmann::ordered_json answer = learning_json(report)["answers"].at(0);
  CHECK(answer["tokens"] == nlohmann::ordered_json{7, 1, 2});
  CHECK(answer["class"] == 1);
  CHECK(answer["before"] == nlohmann::ordered_json{0.75, 0.25});
  CHECK(answer["after"] == nlohmann::ordered_json{0.125, 0.875});
  CHECK(answer["right_before"] == false);
  CHECK(answer["right_after"] == true);
}
