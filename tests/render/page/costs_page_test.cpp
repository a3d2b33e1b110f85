#include "render/page/costs_page.hpp"

#include <nlohmann/json.hpp>

#include "costs/costs.hpp"
#include "render/page/page_parts.hpp"
#include "support/catch.hpp"
#include "support/layer_examples.hpp"
#include "support/model_examples.hpp"

TEST_CASE("report_page: one file with its script, its data, and tables in its place") {
  const Table table{
      .id = "t", .title = "What is <learned>", .columns = {{"a", "a"}}, .rows = {{cell::Whole{5}}}};
  const std::string html =
      report_page("complexity", {{"title", {{"en", "by </script>"}, {"ja", "x"}}}},
                  {"--d-model", "8"}, {table}, "en");
  CHECK(contains(html, "<title>attn complexity by &lt;/script&gt;</title>"));
  CHECK(html.find("<noscript>") < html.find("What is &lt;learned&gt;"));
  CHECK(contains(html, "\"words\":[\"--d-model\",\"8\"]"));
  CHECK(contains(html, "default-src 'none'"));
}

TEST_CASE("report_page: a run of learning with its command") {
  const std::string html =
      report_page("learn", {{"title", "copy"}}, {"copy", "--steps", "20"}, {}, "ja");
  CHECK(contains(html, "<html lang=\"ja\">"));
  CHECK(contains(html, "<title>attn learn copy</title>"));
  CHECK(contains(html, "\"words\":[\"copy\",\"--steps\",\"20\"]"));
}

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

TEST_CASE("layers_data: formulas of the tokens, and where two layers cross") {
  const LayerReport report =
      layer_report({layer_named("attention"), layer_named("rnn")}, LayerSizes{});
  const Json data = layers_data(report, OperationUnit::flop, {});
  CHECK(data["title"] == "attention, rnn");
  CHECK(data["tokens"] == "100");
  REQUIRE(data["layers"].size() == 2);
  CHECK(data["layers"][1]["totals"]["macs"] ==
        formula_data(sum_of(report.layers[1], report.layers[1].macs).formula));
  CHECK(data["tables"].size() == 1);
  CHECK(data["about"] == "");
}

TEST_CASE("layers_data: one layer says what it is, and has shapes") {
  const LayerReport report = layer_report({layer_named("mha")}, LayerSizes{});
  const Json data = layers_data(report, OperationUnit::mac,
                                SweepRange{.parameter = "tokens", .from = 8, .to = 64});
  CHECK(data["about"] == "multi-head attention: W_Q, W_K, W_V and W_O.");
  CHECK(data["range"] == Json{{"from", "8"}, {"to", "64"}});
  CHECK(data["layers"][0]["shapes"].size() == report.layers[0].shapes.size());
}

TEST_CASE("report_data: curves are digits, and tables are text") {
  Report report{.name = "gpt2", .title = {.command = "complexity"}};
  report.title.append("gpt2");
  report.add(
      PlottedTable{.plot = {.x_name = "n_layers",
                            .y_name = "FLOP",
                            .places = {1, 2},
                            .curves = {{"the rest", {Count("123456789012345678901"), 7}}},
                            .marks = {2}},
                   .table = {.id = "sweep", .columns = {{"n"}}, .rows = {{cell::Whole{1234}}}}});
  report.say(ReportWords::Kind::sentence, "One overtakes the other.");
  const nlohmann::ordered_json data = report_data(report);
  CHECK(data["kind"] == "tables");
  CHECK(data["about"] == nlohmann::ordered_json{"complexity · gpt2"});
  CHECK(data["plots"][0]["curves"][0]["values"][0] == "123456789012345678901");
  CHECK(data["plots"][0]["marks"][0] == "2");
  CHECK(data["tables"][0]["rows"][0][0] == "1,234");
  CHECK(data["sentences"].size() == 1);
  report.about = {"Sizes."};
  CHECK(report_data(report)["about"] == nlohmann::ordered_json{"Sizes."});
}

LearningReport small_learning_report() {
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

TEST_CASE("learning_data: the curve, every head at both times, and texts") {
  const Json data = learning_data(small_learning_report());
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
  const std::vector<Table> tables = learning_tables(small_learning_report());
  CHECK(tables.front().id == "curve");
  CHECK(tables.front().rows.size() == 2);
}

}  // namespace
