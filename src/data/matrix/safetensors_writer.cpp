#include "data/matrix/safetensors_writer.hpp"

#include <bit>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace attn {
namespace {

constexpr std::size_t kAlignment = 8;

void append_number(std::uint64_t number, std::size_t n_bytes, std::string& bytes) {
  for (std::size_t i = 0; i < n_bytes; ++i)
    bytes += static_cast<char>(static_cast<unsigned char>(number >> (8 * i)));
}

void require_whole(const TensorToWrite& tensor) {
  std::uint64_t n = 1;
  for (const std::uint64_t size : tensor.shape) n *= size;
  if (n != tensor.values.size())
    throw std::invalid_argument("safetensors_bytes: a shape and its values do not fit");
}

}  // namespace

std::string safetensors_bytes(const std::vector<TensorToWrite>& tensors,
                              const std::map<std::string, std::string>& texts) {
  nlohmann::ordered_json header;
  if (!texts.empty()) header["__metadata__"] = texts;
  std::uint64_t end = 0;
  for (const TensorToWrite& tensor : tensors) {
    require_whole(tensor);
    const std::uint64_t begin = end;
    end += sizeof(float) * tensor.values.size();
    header[tensor.name] = {
        {"dtype", "F32"}, {"shape", tensor.shape}, {"data_offsets", {begin, end}}};
  }
  std::string text = header.dump();
  text.resize((text.size() + kAlignment - 1) / kAlignment * kAlignment, ' ');
  std::string bytes;
  bytes.reserve(kAlignment + text.size() + end);
  append_number(text.size(), kAlignment, bytes);
  bytes += text;
  for (const TensorToWrite& tensor : tensors)
    for (const float value : tensor.values)
      append_number(std::bit_cast<std::uint32_t>(value), sizeof(float), bytes);
  return bytes;
}

}  // namespace attn
