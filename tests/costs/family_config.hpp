#pragma once

#include <string>

#include "costs/model/families.hpp"
#include "data/model/model_files.hpp"
#include "data/test_files.hpp"
#include "support/json.hpp"

namespace attn {

using nlohmann::json;

/// The model of a config.json with this content.
inline Model model_of(const json& config) {
  return model_from(model_config(config.dump(), "config.json"));
}

/// The message with which it is refused; "accepted" if it is not.
inline std::string refused(const json& config) {
  return refusal([&] { model_of(config); });
}

inline json with(json config, const std::string& key, const json& value) {
  config[key] = value;
  return config;
}

inline json without(json config, const std::string& key) {
  config.erase(key);
  return config;
}

/// Models with the parameters of each part, recounted with the framework by check_families.py.
inline json framework_counts() {
  return json_of(content(ATTN_SOURCE_DIR "/tests/costs/family_counts.json"));
}

/// A small model of a family with rotary positions: 5 layers, 6 heads of width 10, 3 kv heads.
inline json small(const std::string& family) {
  return {{"model_type", family},     {"vocab_size", 103},      {"hidden_size", 24},
          {"intermediate_size", 37},  {"num_hidden_layers", 5}, {"num_attention_heads", 6},
          {"num_key_value_heads", 3}, {"head_dim", 10}};
}

}  // namespace attn
