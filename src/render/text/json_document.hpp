#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace attn {

/// JSON as text that people can read too: what fits on a line stays on one, longer objects and
/// lists are broken into their members. A byte that is not UTF-8 becomes U+FFFD.
std::string json_document(const nlohmann::ordered_json& json);

/// JSON on one line. A byte that is not UTF-8 becomes U+FFFD.
std::string compact_json(const nlohmann::ordered_json& json);

}  // namespace attn
