#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "data/matrix/tensor.hpp"

namespace attn {

/// Some bytes of a file: `count` of them from `offset` on.
using ReadBytes = std::function<std::string(std::uintmax_t offset, std::size_t count)>;

/// What the header of a .safetensors file says about one tensor.
struct SafetensorsEntry {
  std::string dtype;
  TensorShape shape;
  std::uint64_t begin = 0, end = 0;  // its bytes, counted from the end of the header
};

/// A .safetensors file. Its header is read and checked at once, a tensor only when it is asked for,
/// so that one layer of a large model costs no more than the layer.
///
/// Source:  https://github.com/huggingface/safetensors, section "Format": 8 bytes of header length
///          (little-endian), the header in JSON, then the data. Each tensor has a dtype, a shape
///          and the place of its bytes in the data, where all of them lie without holes or
///          overlaps.
class Safetensors {
 public:
  /// `size` is that of the whole file, and `read` is only asked for bytes within it.
  ///
  /// Errors:  InputError if the header is longer than the file, is not the JSON that the format
  ///          prescribes, names a tensor twice, or promises data that do not fit the file exactly.
  Safetensors(std::uintmax_t size, ReadBytes read, const std::string& name);

  /// The names, in alphabetical order.
  const std::vector<std::string>& keys() const { return keys_; }

  /// What the header says about each tensor, by name; the bytes are counted from data_offset() on.
  const std::map<std::string, SafetensorsEntry>& entries() const { return entries_; }
  std::uintmax_t data_offset() const { return data_offset_; }

  /// What the header says besides: texts by their names.
  const std::map<std::string, std::string>& texts() const { return texts_; }

  /// One tensor of F64, F32, F16, BF16 or BOOL.
  ///
  /// Errors:  InputError if that name does not exist, it has another dtype or no cells, or is
  ///          larger than what is read.
  Tensor tensor(const std::string& key) const;

  /// The same of any size, where it lies in all bytes of the file, which must stay.
  ///
  /// Errors:  InputError if that name does not exist or it has another dtype.
  Tensor tensor_in(std::string_view file, const std::string& key) const;

 private:
  Tensor readable(const std::string& key) const;

  std::string name_;
  ReadBytes read_;
  std::uintmax_t data_offset_ = 0;
  std::map<std::string, SafetensorsEntry> entries_;
  std::vector<std::string> keys_;
  std::map<std::string, std::string> texts_;
};

}  // namespace attn
