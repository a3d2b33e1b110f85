#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace attn {

/// The parsed form of a JSON text.
///
/// Errors:  InputError naming line and column if it is not JSON or has a number beyond the largest
///          double; also if it is nested deeply or the outermost object has a name twice. No
///          exception of the JSON library gets out.
nlohmann::json parsed_json(std::string_view text, const std::string& name);

}  // namespace attn
