#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "costs/model/model.hpp"
#include "render/layout.hpp"
#include "trace/table.hpp"

namespace attn {

/// The models that have a name: name, parameters, and what each is.
Table model_list_table(const std::vector<Preset>& presets);

/// The same as a screen.
std::string model_list_text(const std::vector<Preset>& presets, const Layout& layout);

/// The same as JSON: {"schema", "models": [{"name", "parameters", "counted_as", "description"}]}.
nlohmann::ordered_json model_list_json(const std::vector<Preset>& presets);

/// The same as tab-separated records.
std::string model_list_records(const std::vector<Preset>& presets);

}  // namespace attn
