#pragma once

#include <nlohmann/json_fwd.hpp>

namespace attn {

/// The texts of the scripts of pages, {"stages": "stages", ..}, in the language that is spoken now.
/// A {} stands for what the script fills in.
nlohmann::ordered_json page_texts();

}  // namespace attn
