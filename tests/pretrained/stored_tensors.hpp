#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "data/model/model_files.hpp"
#include "data/safetensors_file.hpp"
#include "support/temporary_folder.hpp"

namespace attn {

/// Bytes of anything that lies in memory as files have it.
template <class Number>
std::string bytes_of(const std::vector<Number>& numbers) {
  std::string bytes(numbers.size() * sizeof(Number), '\0');
  if (!numbers.empty()) std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return bytes;
}

/// Numbers that need no more than eight bits each, as a file has them in one of its types.
inline std::string bytes_as(const std::string& dtype, const std::vector<double>& numbers) {
  if (dtype == "F64") return bytes_of(numbers);
  const std::vector<float> floats(numbers.begin(), numbers.end());
  if (dtype == "F32") return bytes_of(floats);
  std::vector<std::uint16_t> shorts;
  for (const float number : floats) {
    const auto bits = std::bit_cast<std::uint32_t>(number);
    const auto sign = static_cast<std::uint16_t>(bits >> 16U & 0x8000U);
    // Of the exponent five bits are kept, and its middle is 15 instead of 127.
    const std::uint32_t half = number == 0.0F ? 0 : (bits >> 13U & 0x3FFFFU) - (112U << 10U);
    shorts.push_back(dtype == "BF16" ? static_cast<std::uint16_t>(bits >> 16U)
                                     : static_cast<std::uint16_t>(sign | half));
  }
  return bytes_of(shorts);
}

/// A tensor that lies at an address of choice: some bytes behind a multiple of 16.
class PlacedTensor {
 public:
  PlacedTensor(const std::string& dtype, const TensorShape& shape, const std::string& bytes,
               std::size_t beside = 0)
      : room_(std::make_unique<Block[]>((bytes.size() + beside) / sizeof(Block) + 1)) {
    char* const at = reinterpret_cast<char*>(room_.get()) + beside;
    std::memcpy(at, bytes.data(), bytes.size());
    tensor_ = {"file:tensor", dtype, shape, {at, bytes.size()}};
  }
  const StoredTensor& tensor() const { return tensor_; }

 private:
  struct alignas(16) Block {
    char bytes[16];
  };
  std::unique_ptr<Block[]> room_;
  StoredTensor tensor_;
};

/// A folder with these tensors in a model.safetensors.
class StoredModel {
 public:
  explicit StoredModel(const std::vector<TensorBytes>& tensors) {
    folder_.file("model.safetensors", safetensors_file(tensors));
    files_ = std::make_unique<WeightFiles>(folder_.path().string());
  }
  const WeightFiles& files() const { return *files_; }
  std::string place(const std::string& tensor) const {
    return folder_.path("model.safetensors") + ":" + tensor;
  }

 private:
  TemporaryFolder folder_;
  std::unique_ptr<WeightFiles> files_;
};

}  // namespace attn
