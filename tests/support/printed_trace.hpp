#pragma once

#include <armadillo>
#include <string>

#include "support/json.hpp"

namespace attn {

/// What a command of attn prints with --json. The test fails where it does not end with 0.
nlohmann::json printed_trace(const std::string& command);

/// A stage of such a trace, with all its digits. A cell that may not be looked at is 0.
arma::mat printed_stage(const nlohmann::json& trace, const std::string& id,
                        const std::string& group = "");

}  // namespace attn
