#pragma once

#include <nlohmann/json_fwd.hpp>

namespace attn {

/// The texts that every kind of page has: colours, the command, what is copied.
nlohmann::ordered_json shared_texts();

/// The texts of the script of pages of attn complexity, in the language that is spoken now. A {}
/// stands for what the script fills in.
nlohmann::ordered_json cost_texts();

}  // namespace attn
