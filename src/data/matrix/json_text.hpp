#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace attn {

/// The parsed form of a JSON text.
///
/// Errors:  InputError naming line and column if it is not JSON or has a number beyond the largest
///          double; also if it is nested deeply or an object has a name twice. `advice` is a whole
///          sentence that says what the text should look like. Exceptions of the JSON library do
///          not get out.
nlohmann::json parsed_json(std::string_view text, const std::string& name,
                           const std::string& advice);

}  // namespace attn
