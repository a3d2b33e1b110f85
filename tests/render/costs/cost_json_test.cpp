#include "render/costs/cost_json.hpp"

#include "support/catch.hpp"
#include "support/formula_reader.hpp"
#include "support/json.hpp"
#include "support/lines_of.hpp"
#include "support/model_examples.hpp"

using namespace attn;
using Json = nlohmann::ordered_json;

namespace {

Count count_in(const Json& json) {
  return json.is_string() ? Count(json.get<std::string>())
                          : Count(static_cast<long>(json.get<std::int64_t>()));
}

std::map<std::string, Count> values_in(const Json& document) {
  std::map<std::string, Count> values;
  for (const auto& [symbol, argument] : document["arguments"].items())
    values[symbol] = count_in(argument["value"]);
  return values;
}

}  // namespace

TEST_CASE("cost_json: the keys that other programs look for", "[render][cost_json]") {
  Pass pass = prefill_of(4096);
  const Json json = cost_json(costs_of(llama_model(), pass));
  CHECK(json["schema"] == "attn.cost/1");
  CHECK(json["command"] == "complexity");
  CHECK(json["config"]["model"] == "llama-2-7b");
  CHECK(json["parameters"]["total"] == 6738415616);
  CHECK(json["parameters"]["parts"][1]["per_layer"] == 16777216);
  CHECK(json["macs"]["total"] == 29262149058560);
  CHECK(json["flops"]["total"] == 58524298117120);
  CHECK(json["memory"]["weights_bytes"] == 13476831232);
  CHECK(json["memory"]["kv_cache_bytes"] == 2147483648);
  CHECK(json["memory"]["kv_cache_bytes_per_token"] == 524288);
  CHECK(json["memory"]["scores_bytes"] == 1073741824);
  CHECK(json["pairs"][0]["kind"] == "causal");
}

TEST_CASE("cost_json: a memory that a model has not is zero, not absent", "[render][cost_json]") {
  Model model = gpt2_model();
  model.stacks.front().keeps_cache = false;
  const Json json = cost_json(costs_of(model, prefill_of(8)));
  CHECK(json["memory"]["kv_cache_bytes"] == 0);
  CHECK(json["memory"]["kv_cache_bytes_per_token"] == 0);
}

TEST_CASE("cost_json: every formula, with the arguments of the document, gives its count",
          "[render][cost_json]") {
  for (const Model& model : small_models())
    for (const Pass& pass : passes_of(model)) {
      const Json json = cost_json(costs_of(model, pass));
      const std::map<std::string, Count> values = values_in(json);
      for (const char* section : {"parameters", "macs", "flops", "elementwise", "memory"})
        for (const Json& part : json[section]["parts"]) {
          CAPTURE(model.name, part.dump());
          CHECK(value_of_text(part["formula"], values) == count_in(part["count"]));
        }
    }
}

TEST_CASE("cost_json: warnings and notes are part of it", "[render][cost_json]") {
  Model model = gpt2_model();
  model.notes = {"assumed"};
  const Json json = cost_json(costs_of(model, prefill_of(2048)));
  CHECK(json["notes"][0] == "assumed");
  CHECK(json["warnings"].size() == 1);
}

TEST_CASE("cost_records: one number a line, six fields each", "[render][cost_json]") {
  const Costs costs = costs_of(gpt2_model(), prefill_of(1024));
  const std::vector<std::string> lines = lines_of(cost_records(costs));
  CHECK(lines[0] == "section\tname\tformula\tper_layer\tcount\tunit");
  for (const std::string& line : lines) CHECK(std::count(line.begin(), line.end(), '\t') == 5);
  CHECK(lines.size() == 1 + costs.parameters.size() + 2 * costs.macs.size() +
                            costs.elementwise.size() + costs.memory.size());
  CHECK(
      cost_records(costs).find("parameters\twq\tL (d h d_h + h d_h)\t590592\t7087104\tparameter") !=
      std::string::npos);
}

TEST_CASE("record_text: a field that is not there leaves its tab", "[render][cost_json]") {
  CHECK(record_text({.section = "a", .name = "b", .count = "7"}) == "a\tb\t\t\t7\t\n");
}
