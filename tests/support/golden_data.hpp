#pragma once

#include <armadillo>
#include <string>

#include "support/json.hpp"

namespace attn {

/// The numbers in tests/golden/data/NAME.
nlohmann::json read_golden(const std::string& name);

/// Nested arrays, row by row, as a matrix.
arma::mat matrix(const nlohmann::json& rows);

}  // namespace attn
