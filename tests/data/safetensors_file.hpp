#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace attn {

/// One tensor of a .safetensors file to be made.
struct TensorBytes {
  std::string key, dtype, shape;  // the shape as JSON: "[2, 3]"
  std::string data;
};

/// A .safetensors file with this header, whatever it says, and these data.
inline std::string safetensors_file(const std::string& header, const std::string& data = "") {
  std::string length(8, '\0');
  for (std::size_t i = 0; i < 8; ++i)
    length[i] = static_cast<char>(header.size() >> (8 * i) & 0xff);
  return length + header + data;
}

/// A correct file with these tensors, one behind the other.
inline std::string safetensors_file(const std::vector<TensorBytes>& tensors) {
  std::string header, data;
  for (const TensorBytes& tensor : tensors) {
    header += fmt::format(R"({}"{}":{{"dtype":"{}","shape":{},"data_offsets":[{},{}]}})",
                          header.empty() ? "{" : ",", tensor.key, tensor.dtype, tensor.shape,
                          data.size(), data.size() + tensor.data.size());
    data += tensor.data;
  }
  return safetensors_file((header.empty() ? "{" : header) + "}", data);
}

/// A tensor of F64 with these cells, row by row.
inline TensorBytes float64_tensor(const std::string& key, const std::string& shape,
                                  const std::vector<double>& cells) {
  return {key, "F64", shape,
          std::string(reinterpret_cast<const char*>(cells.data()), cells.size() * sizeof(double))};
}

}  // namespace attn
