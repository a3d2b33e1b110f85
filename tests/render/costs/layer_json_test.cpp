#include "render/costs/layer_json.hpp"

#include "render/costs/layer_reports.hpp"
#include "support/catch.hpp"
#include "support/json.hpp"
#include "support/lines_of.hpp"

using namespace attn;

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

TEST_CASE("layer_json: each layer with its parts, exact", "[render][layer_json]") {
  LayerReport report = report_of({"mha", "rnn"}, kSmallLayer);
  report.notes = {"A remark."};
  const Json json = layer_json(report);
  CHECK(json["schema"] == "attn.cost/1");
  CHECK(json["config"] == Json{{"batch", 1}, {"tokens", 5}, {"dtype", "fp32"}});
  CHECK(json["arguments"]["d"] == Json{{"name", "d_model"}, {"value", 8}});
  CHECK(json["notes"] == Json{"A remark."});
  REQUIRE(json["layers"].size() == 2);

  const Json& mha = json["layers"][0];
  CHECK(mha["name"] == "mha");
  CHECK(mha["parameters"]["total"] == 288);
  CHECK(mha["parameters"]["parts"][0] ==
        Json{{"name", "wq"}, {"formula", "d^2 + d"}, {"per_layer", 72}, {"count", 72}});
  CHECK(mha["macs"]["total"] == 1680);  // 4·5·64 + 2·25·8
  CHECK(mha["flops"]["total"] == 3360);
  CHECK(mha["flops"]["formula"] == "8 T d^2 + 4 T^2 d");
  CHECK(mha["memory"]["total"] == 170);
  CHECK(mha["memory"]["total_bytes"] == 680);
  CHECK(mha["memory"]["parts"][0] ==
        Json{{"name", "attention_weights"}, {"formula", "T^2 h"}, {"count", 50}, {"bytes", 200}});
  CHECK(mha["memory"]["aside"][0]["name"] == "attention_weights_one_head");
  CHECK(mha["sequential_steps"] == Json{{"formula", "1"}, {"count", 1}});
  CHECK(json["layers"][1]["max_path"] == Json{{"formula", "T − 1"}, {"count", 4}});
}

TEST_CASE("layer_json: crossovers as numbers where they are whole", "[render][layer_json]") {
  LayerSizes sizes = kSmallLayer;
  sizes.d_model = 5;
  const Json json = layer_json(report_of({"attention", "lstm"}, sizes))["crossovers"];
  CHECK(json[0] == Json{{"layer", "attention"},
                        {"left", "projections"},
                        {"right", "pairwise"},
                        {"left_formula", "3 T d^2"},
                        {"right_formula", "2 T^2 d"},
                        {"tokens", "7.5"},
                        {"per_d", "1.5"},
                        {"last_below", 7},
                        {"cheaper_below", "pairwise"}});
  CHECK(json[2]["left"] == "O(T^2 d)");
  CHECK(json[2]["tokens"] == 5);
  CHECK(json[2]["last_below"] == 4);

  const Json never = layer_json(report_of({"mha", "rnn"}, kSmallLayer))["crossovers"][1];
  CHECK(never["layer"].is_null());
  CHECK(never["tokens"].is_null());
  CHECK(never["per_d"].is_null());
  CHECK(never["last_below"].is_null());
  CHECK(never["cheaper_below"] == "rnn");
}

TEST_CASE("layer_json: a count beyond 2^53 is a string", "[render][layer_json]") {
  const std::uint64_t million = 1'000'000;
  const Json json =
      layer_json(report_of({"mha"}, {.d_model = million, .n_heads = 1, .n_tokens = million}));
  CHECK(json["layers"][0]["macs"]["total"] == "6000000000000000000");
  CHECK(json["layers"][0]["parameters"]["total"] == 4000004000000);
}

TEST_CASE("layer_records: one line a number, six fields a line", "[render][layer_json]") {
  const std::string records = layer_records(report_of({"mha", "rnn"}, kSmallLayer));
  CHECK(
      records.starts_with("layer\tsection\tname\tformula\tcount\tunit\n"
                          "mha\tparameters\twq\td^2 + d\t72\tparameter\n"));
  for (const char* line : {"\nmha\tmacs\tprojections\t3 T d^2\t960\tMAC\n",
                           "\nrnn\tsequence\tmax_path\tT − 1\t4\tstep\n",
                           "\nmha\tshapes\tattention_weights\tB h T^2\t50\tnumber\n",
                           "\nrnn\tshapes\tstates\tB T d\t40\tnumber\n",
                           "\nmha\tmemory_aside\tstreaming_keys_values\t2 T d\t80\tnumber\n",
                           "\nmha\tcrossover\tprojections|pairwise\t4 T d^2 = 2 T^2 d\t16\ttoken\n",
                           "\n\tcrossover\tmha|rnn\t4 T d^2 + 2 T^2 d = 2 T d^2\t\ttoken\n"}) {
    CAPTURE(line);
    CHECK(records.find(line) != std::string::npos);
  }
  for (const std::string& line : lines_of(records))
    CHECK(std::count(line.begin(), line.end(), '\t') == 5);
}
