#pragma once

#include <nlohmann/json_fwd.hpp>

namespace attn {

/// The texts of the script of pages of attn learn, in the language that is spoken now. A {} stands
/// for what the script fills in.
nlohmann::ordered_json learning_texts();

}  // namespace attn
