#pragma once

#include <armadillo>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The matrix in a .npy file: a 2-D array of f4, f8, i4, i8 or b1 in either byte order and either
/// storage order.
///
/// Errors:  InputError if the file is damaged or cut off, holds another dtype or another number of
///          dimensions, has no cells, or has a cell that is NaN, infinite or an integer that a
///          double cannot hold exactly. Nothing is allocated before the sizes are known to agree.
arma::mat read_npy(std::string_view bytes, const std::string& name);

/// The matrix as a .npy file: format version 1.0, dtype <f8, row by row. NaN and infinities are
/// kept as they are.
std::string npy_bytes(const arma::mat& value);

/// The strings as a .npy file with a 1-D array of fixed-width Unicode, which NumPy loads with
/// allow_pickle=False. Invalid UTF-8 becomes U+FFFD.
std::string npy_bytes(const std::vector<std::string>& strings);

}  // namespace attn
