#include "costs/model/published_models.hpp"

#include <filesystem>
#include <set>

#include "costs/costs.hpp"
#include "costs/model/families.hpp"
#include "costs/model/presets.hpp"
#include "data/model/model_config.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

const std::filesystem::path kConfigs = ATTN_SOURCE_DIR "/tests/costs/configs";

std::vector<std::string> shown(const std::vector<Quantity>& quantities) {
  std::vector<std::string> rows;
  for (const Quantity& quantity : quantities)
    rows.push_back(quantity.id + " = " + quantity.formula.text() + " = " +
                   quantity.count.get_str());
  return rows;
}

}  // namespace

TEST_CASE("published_models: a name costs what its config.json costs",
          "[costs][published_models]") {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(kConfigs))
    files.insert(entry.path().stem().string());
  const std::vector<std::string> names = published_models();
  CHECK(files == std::set<std::string>(names.begin(), names.end()));

  for (const std::string& name : names) {
    CAPTURE(name);
    const Model from_file = model_from(read_model_config(kConfigs / (name + ".json")));
    const Pass pass{.n_tokens = 300, .n_keys = 300, .n_source = 200};
    const Costs of_file = costs_of(from_file, pass);
    const Costs of_name = costs_of(preset_named(name).value(), pass);
    CHECK(from_file.notes.empty());
    CHECK(from_file.counted_as == of_name.model.counted_as);
    CHECK(from_file.n_context == of_name.model.n_context);
    CHECK(shown(of_file.parameters) == shown(of_name.parameters));
    CHECK(shown(of_file.macs) == shown(of_name.macs));
    CHECK(shown(of_file.memory) == shown(of_name.memory));
  }
}

TEST_CASE("published_settings: numbers, words and flags", "[costs][published_models]") {
  const auto settings = published_settings("t5-v1_1-base");
  REQUIRE(settings);
  CHECK(settings->source == "t5-v1_1-base");
  CHECK(std::get<std::int64_t>(settings->values.at("d_kv").value) == 64);
  CHECK(std::get<std::string>(settings->values.at("feed_forward_proj").value) == "gated-gelu");
  CHECK_FALSE(std::get<bool>(settings->values.at("tie_word_embeddings").value));
  CHECK(settings->values.at("d_kv").shown == "64");
  CHECK_FALSE(published_settings("t5"));
}
