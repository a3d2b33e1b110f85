#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "learning/tasks/learn_settings.hpp"

namespace attn {

/// Settings as a JSON object, each by its name in named_settings.
nlohmann::ordered_json settings_json(const LearnSettings& settings);

/// The settings of such an object, which comes from a file: every one must be there, none besides,
/// and all within what a model can have.
///
/// Errors:  InputError that begins with `place` and names the setting.
LearnSettings settings_from_json(const nlohmann::json& object, const std::string& place);

}  // namespace attn
