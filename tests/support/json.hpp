#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace attn {

/// Errors: those of the JSON library, whose parser is compiled here alone, and not in every test.
nlohmann::json json_of(const std::string& text);

}  // namespace attn
