#pragma once

#include <string>
#include <string_view>

#include "base/settings.hpp"

namespace attn {

/// The settings in a JSON object such as the config.json that models are published with. What they
/// mean is not asked here. What is in an object inside it has the names of both: the factor of
/// "rope_scaling" is "rope_scaling.factor"; nothing can be read from objects further inside. NaN
/// and Infinity are numbers, as in Python, which writes such files. Errors: InputError if it is not
/// JSON, no object, or has a name twice.
Settings model_config(std::string_view text, const std::string& name);

/// The same from a file.
/// Errors: also those of read_file.
Settings read_model_config(const std::string& path);

}  // namespace attn
