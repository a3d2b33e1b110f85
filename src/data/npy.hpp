#pragma once

#include <armadillo>
#include <string>
#include <string_view>
#include <vector>

#include "data/tensor.hpp"

namespace attn {

/// The array in a .npy file, of any rank: f2, f4, f8, i4, i8 or b1 in either byte order and either
/// storage order. It looks at `bytes`, which must outlive it.
///
/// Errors:  InputError if the header is damaged or names another dtype.
Tensor npy_tensor(std::string_view bytes, const std::string& name);

/// The matrix in a .npy file with a 2-D array.
///
/// Errors:  as npy_tensor and matrix_of. Nothing is allocated before the sizes are known to agree.
arma::mat read_npy(std::string_view bytes, const std::string& name);

/// The matrix as a .npy file: format version 1.0, dtype <f8, row by row. NaN and infinities are
/// kept as they are.
std::string npy_bytes(const arma::mat& value);

/// The strings as a .npy file with a 1-D array of fixed-width Unicode, which NumPy loads with
/// allow_pickle=False. Invalid UTF-8 becomes U+FFFD.
std::string npy_bytes(const std::vector<std::string>& strings);

}  // namespace attn
