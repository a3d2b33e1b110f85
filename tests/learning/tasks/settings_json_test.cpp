#include "learning/tasks/settings_json.hpp"

#include <nlohmann/json.hpp>

#include "data/test_files.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

nlohmann::json json_of(const LearnSettings& settings) {
  return nlohmann::json::parse(settings_json(settings).dump());
}

}  // namespace

TEST_CASE("settings_from_json: every task comes back as it was", "[learning]") {
  for (const auto& task : kTaskKinds) {
    LearnSettings settings = usual_settings(task.value, ClassifierKind::simple);
    settings.seed = 7;
    settings.learning_rate = 0.1234567890123;
    if (settings.task == TaskKind::classify) settings.labels = LabelKind::random;
    const nlohmann::json json = json_of(settings);
    CHECK(json_of(settings_from_json(json, "m")) == json);
  }
}

TEST_CASE("settings_from_json: what is missing, too much or absurd is refused by name",
          "[learning]") {
  const nlohmann::json sound = json_of(usual_settings(TaskKind::copy));
  const auto refused = [](const nlohmann::json& json) {
    return refusal([&] { settings_from_json(json, "m.safetensors"); });
  };
  nlohmann::json json = sound;
  json.erase("d_model");
  CHECK(refused(json).find("m.safetensors: the setting \"d_model\"") == 0);
  for (const nlohmann::json& absurd : {nlohmann::json(0), nlohmann::json(-16), nlohmann::json(1e9),
                                       nlohmann::json("16"), nlohmann::json(1000000)}) {
    json = sound;
    json["d_model"] = absurd;
    CHECK(refused(json).find("\"d_model\"") != std::string::npos);
  }
  json = sound;
  json["surprise"] = 1;
  CHECK(refused(json).find("\"settings\"") != std::string::npos);
  json = sound;
  json["task"] = "dance";
  CHECK(refused(json).find("\"task\"") != std::string::npos);
  CHECK(refused(nlohmann::json::array()).find("\"settings\"") != std::string::npos);
}
