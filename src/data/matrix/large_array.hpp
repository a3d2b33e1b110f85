#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/matrix/tensor.hpp"

namespace attn {

/// An array that is written in pieces, and what the same file says of it.
struct LargeArray {
  std::string name;
  TensorShape shape;
  bool is_double = false;  ///< float64; else float32
  std::pair<std::string, std::vector<std::int64_t>> numbers;
  std::pair<std::string, std::vector<std::string>> texts;

  /// How many bytes its numbers are; 2^64 − 1 where they are more.
  std::uint64_t n_bytes() const;
};

/// Whether a file of that name can hold one: .npz, .npy or .safetensors.
bool holds_large_array(const std::string& path);

/// The bytes of a file around the numbers of an array, which come row by row, little-endian:
/// before(), the numbers, behind().
///
/// A .npz holds all three parts as arrays, a .safetensors the texts as a JSON list in its header,
/// and a .npy the array alone.
class LargeArrayFile {
 public:
  LargeArrayFile(const std::string& path, const LargeArray& array);

  const std::string& before() const { return before_; }

  /// Some of the numbers, which a .npz has a checksum of.
  void add(std::string_view numbers);

  /// What follows when all numbers were added.
  std::string behind() const;

 private:
  std::string before_;
  std::function<std::string(std::uint32_t checksum)> behind_;
  std::uint32_t checksum_ = 0;
};

/// Numbers as files hold them, little-endian: where they lie, or turned round in `room`.
template <class Number>
std::string_view little_endian_bytes(std::span<const Number> numbers, std::string& room);

extern template std::string_view little_endian_bytes(std::span<const float>, std::string&);
extern template std::string_view little_endian_bytes(std::span<const double>, std::string&);
extern template std::string_view little_endian_bytes(std::span<const std::int64_t>, std::string&);

}  // namespace attn
