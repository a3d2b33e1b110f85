#pragma once

#include <armadillo>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "data/matrix/tensor.hpp"

namespace attn {

/// The array in a .npy file, of any rank: f2, f4, f8, i1 to i8, u1 to u8 or b1 in either byte order
/// and either storage order. It looks at `bytes`, which must outlive it.
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

/// The numbers alone, row by row, little-endian.
std::string row_major_bytes(const arma::mat& value);

/// The strings as a .npy file with a 1-D array of fixed-width Unicode, which NumPy loads with
/// allow_pickle=False. Invalid UTF-8 becomes U+FFFD.
std::string npy_bytes(const std::vector<std::string>& strings);

/// Whole numbers as a .npy file with a 1-D array of int64.
std::string npy_bytes(const std::vector<std::int64_t>& numbers);

/// What the header of a .npy file says about the bytes behind it.
struct NpyHeader {
  std::string dtype;  // as written, such as "<f8"; "" if it is a structure of several fields
  bool fortran_order = false;
  TensorShape shape;
  std::size_t data_offset = 0;
};

/// The header of a .npy file, format version 1, 2 or 3. Only the header's own bytes are read: what
/// it says about the data is not yet compared with the data.
///
/// Errors:  InputError if the file is no .npy file, is cut off in the header, or its header is not
///          exactly the dictionary that the format prescribes.
/// Source:  NumPy Enhancement Proposal 1, "A Simple File Format for NumPy Arrays".
NpyHeader read_npy_header(std::string_view bytes, const std::string& name);

/// The start of a .npy file, format version 1.0, row by row: the data follow at once, at a multiple
/// of 64 bytes.
std::string npy_header(const std::string& dtype, const TensorShape& shape);

}  // namespace attn
