#include "render/page/learning_page.hpp"

#include <nlohmann/json.hpp>

#include "render/page/page_parts.hpp"
#include "support/catch.hpp"

using namespace attn;

using Json = nlohmann::ordered_json;

namespace {

LearningReport small_report() {
  LearningReport report;
  report.settings.n_steps = 20;
  report.curve = {
      {.step = 0, .training_loss = 2.5, .held_out_loss = 2.25, .held_out_accuracy = 0.5},
      {.step = 20, .training_loss = 0.5, .held_out_loss = 0.75}};
  report.levels = {{.id = "chance", .name = "guessing", .loss = 2.0}};
  report.n_layers = 1;
  report.n_heads = 2;
  report.weights.query_tokens = report.weights.key_tokens = {"a", "<b>"};
  for (const std::size_t head : {0U, 1U})
    for (const char* id : {"weights_before", "weights_after"})
      report.weights.record({.id = id,
                             .group = head_group({0, head}),
                             .value = arma::mat{{1.0, 0.0}, {0.25, 0.75}},
                             .rows = {"query", {"a", "<b>"}},
                             .cols = {"key", {"a", "<b>"}}});
  report.shown_heads = {{0, 1}};
  report.samples = {{20, "a <b>"}};
  return report;
}

}  // namespace

TEST_CASE("learning_data: the curve, every head at both times, and texts") {
  const Json data = learning_data(small_report());
  CHECK(data["curve"][1]["held_out_accuracy"].is_null());
  CHECK(data["curve"][0]["training_loss"] == 2.5);
  CHECK(data["levels"][0] == Json{{"name", "guessing"}, {"loss", 2}});
  REQUIRE(data["heads"].size() == 2);
  CHECK(data["heads"][0]["is_shown"] == false);
  CHECK(data["heads"][1]["is_shown"] == true);
  CHECK(data["heads"][1]["after"] == numbers_of(arma::mat{{1.0, 0.0}, {0.25, 0.75}}));
  CHECK(data["tokens"] == Json{"a", "<b>"});
  CHECK(data["samples"][0]["text"] == "a <b>");
}

TEST_CASE("learning_tables: the curve comes first") {
  const std::vector<Table> tables = learning_tables(small_report());
  CHECK(tables.front().id == "curve");
  CHECK(tables.front().rows.size() == 2);
}
