#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "trace/table.hpp"

namespace attn {

/// A page of attn learn, whole: `data` is what its script reads, with the texts of every language,
/// and `tables` are what stands there in its place. `words` give it as a command.
std::string learning_page(nlohmann::ordered_json data, const std::vector<std::string>& words,
                          const std::vector<Table>& tables, const std::string& language);

}  // namespace attn
