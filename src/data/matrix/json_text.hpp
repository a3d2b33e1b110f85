// JSON as other programs write it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The parsed form of a JSON text in any usual encoding, which is told (utf8_of).
///
/// Errors:  InputError naming line and column if it is not JSON or has a number beyond the largest
///          double; also if it is nested deeply or an object has a name twice. `advice` is a whole
///          sentence that says what the text should look like. Exceptions of the JSON library do
///          not get out. Also as utf8_of.
nlohmann::json parsed_json(std::string_view bytes, const std::string& name,
                           const std::string& advice);

/// The same; `names` become those of the outermost object, in the order of the text, which the
/// parsed form does not keep.
nlohmann::json parsed_json(std::string_view bytes, const std::string& name,
                           const std::string& advice, std::vector<std::string>& names);

/// The same for JSON as Python writes it, which has NaN, Infinity and -Infinity among its numbers:
/// each becomes a text that python_number() knows again.
nlohmann::json parsed_python_json(std::string_view bytes, const std::string& name,
                                  const std::string& advice);

/// The number that stood there as "NaN", "Infinity" or "-Infinity"; nothing for any other value.
std::optional<double> python_number(const nlohmann::json& value);

}  // namespace attn
