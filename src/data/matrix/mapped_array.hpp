#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "data/files/mapped_file.hpp"
#include "data/matrix/tensor.hpp"

namespace attn {

/// An array of any rank and size that lies in a file, of which only what somebody looks at is read.
class MappedArray {
 public:
  /// `key` says which array, in a file of several.
  /// Errors:  as MappedFile and tensor_in_file
  MappedArray(const std::string& path, const std::string& key);

  const TensorShape& shape() const { return tensor_.shape; }
  std::size_t n_numbers() const { return tensor_.data.size() / tensor_.type.size; }

  /// Copies `count` numbers from number `first` on, row by row.
  ///
  /// Errors:  InputError if the file was cut off meanwhile; std::out_of_range beyond the last
  ///          number, which only our own code can cause.
  void copy(std::size_t first, std::size_t count, double* to) const;

 private:
  MappedFile file_;
  Tensor tensor_;
};

/// An array in the bytes of a .npy, .npz or .safetensors file, where it lies; one of a compressed
/// .npz is unpacked.
///
/// Errors:  InputError if it is another kind of file, damaged, has no array of that name, holds
///          anything but numbers, or has its first index run fastest.
Tensor tensor_in_file(std::string_view bytes, const std::string& path, const std::string& key);

}  // namespace attn
