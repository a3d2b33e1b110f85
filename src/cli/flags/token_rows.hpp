#pragma once

#include <armadillo>
#include <string>
#include <vector>

#include "cli/flags/flag.hpp"

namespace attn {

/// The matrix that a flag gives, with one token a row: read_matrix, and not too many rows, for each
/// gets a name in every stage.
/// Errors: InputError naming the flag and the file.
arma::mat read_sequence(const Flag& flag, const std::vector<std::string>& keys);

/// Names for tokens that have none: q0, q1...
std::vector<std::string> numbered(const std::string& prefix, arma::uword n);

}  // namespace attn
