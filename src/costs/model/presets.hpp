#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costs/model/model.hpp"

namespace attn {

/// A model that can be asked for by name.
struct Preset {
  std::string name;         ///< "llama-2-7b"
  std::string description;  ///< one line, translated
};

/// Every model that has a name here, families together.
std::vector<Preset> presets();

/// The model of that name; nothing if there is none.
/// Source:  the papers and published config.json files of the models
std::optional<Model> preset_named(const std::string& name);

}  // namespace attn
