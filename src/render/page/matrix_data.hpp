#pragma once

#include <armadillo>
#include <string>

#include "core/mask.hpp"

namespace attn {

/// The numbers of a matrix as the scripts of pages read them: doubles in the order of reading, the
/// lowest byte first, in base64.
std::string numbers_of(const arma::mat& value);

/// Why each cell is blocked, a byte for each, in base64.
std::string letters_of(const BlockedCells& blocked);

}  // namespace attn
