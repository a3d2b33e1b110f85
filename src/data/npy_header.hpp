#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "data/tensor.hpp"

namespace attn {

/// What the header of a .npy file says about the bytes behind it.
struct NpyHeader {
  std::string dtype;  // as written, such as "<f8"; "" if it is a structure of several fields
  bool fortran_order = false;
  TensorShape shape;
  std::size_t data_offset = 0;
};

/// The header of a .npy file, format version 1, 2 or 3. Only the header's own bytes are read: what
/// it claims about the data is not yet compared with what there is.
///
/// Errors:  InputError if the file is no .npy file, is cut off in the header, or its header is not
///          exactly the dictionary that the format prescribes.
/// Source:  NumPy Enhancement Proposal 1, "A Simple File Format for NumPy Arrays".
NpyHeader read_npy_header(std::string_view bytes, const std::string& name);

/// The start of a .npy file, format version 1.0, row by row: the data follow at once, at a multiple
/// of 64 bytes.
std::string npy_header(const std::string& dtype, const TensorShape& shape);

}  // namespace attn
