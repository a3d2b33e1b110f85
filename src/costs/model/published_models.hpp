#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/settings.hpp"

namespace attn {

/// The names of the published models that are known, families together.
std::vector<std::string> published_models();

/// What the config.json of that model says about its size; nothing if the name is not known.
/// Source:  the config.json files that the models are published with
std::optional<Settings> published_settings(const std::string& name);

}  // namespace attn
