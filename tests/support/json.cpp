#include "support/json.hpp"

namespace attn {

nlohmann::json json_of(const std::string& text) { return nlohmann::json::parse(text); }

}  // namespace attn
