#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "data/matrix/tensor.hpp"

namespace attn {

/// A tensor of float32 that is to be written, row by row.
struct TensorToWrite {
  std::string name;
  TensorShape shape;
  std::span<const float> values;  ///< as many as the shape says
};

/// What the header says of a tensor.
struct TensorHead {
  std::string name;
  std::string dtype;  ///< F32, F64 or I64
  TensorShape shape;
};

/// The beginning of a .safetensors file, behind which the numbers of these tensors follow one after
/// another, little-endian and row by row.
///
/// Errors:  std::invalid_argument for another dtype, which only our own code can cause.
/// Source:  see Safetensors. The header is filled up with spaces to a multiple of 8 bytes, as the
///          format's own writer does.
std::string safetensors_header(const std::vector<TensorHead>& tensors,
                               const std::map<std::string, std::string>& texts);

/// Words as a JSON list, as the texts of a header hold them. Invalid UTF-8 becomes U+FFFD.
std::string json_list(const std::vector<std::string>& words);

/// The bytes of a .safetensors file: the same for the same tensors and texts, everywhere.
///
/// Errors:  std::invalid_argument if a tensor has another number of values than its shape, which
///          only our own code can cause.
std::string safetensors_bytes(const std::vector<TensorToWrite>& tensors,
                              const std::map<std::string, std::string>& texts);

}  // namespace attn
