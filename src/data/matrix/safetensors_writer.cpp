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

std::uint64_t n_values(const TensorShape& shape) {
  std::uint64_t n = 1;
  for (const std::uint64_t size : shape) n *= size;
  return n;
}

std::uint64_t size_of(const std::string& dtype) {
  if (dtype == "F32") return sizeof(float);
  if (dtype == "F64" || dtype == "I64") return sizeof(double);
  throw std::invalid_argument("safetensors_header: a dtype that is not written: " + dtype);
}

void require_whole(const TensorToWrite& tensor) {
  if (n_values(tensor.shape) != tensor.values.size())
    throw std::invalid_argument("safetensors_bytes: a shape and its values do not fit");
}

}  // namespace

std::string safetensors_header(const std::vector<TensorHead>& tensors,
                               const std::map<std::string, std::string>& texts) {
  nlohmann::ordered_json header;
  if (!texts.empty()) header["__metadata__"] = texts;
  std::uint64_t end = 0;
  for (const TensorHead& tensor : tensors) {
    const std::uint64_t begin = end;
    end += size_of(tensor.dtype) * n_values(tensor.shape);
    header[tensor.name] = {
        {"dtype", tensor.dtype}, {"shape", tensor.shape}, {"data_offsets", {begin, end}}};
  }
  std::string text = header.dump();
  text.resize((text.size() + kAlignment - 1) / kAlignment * kAlignment, ' ');
  std::string bytes;
  append_number(text.size(), kAlignment, bytes);
  return bytes += text;
}

std::string json_list(const std::vector<std::string>& words) {
  return nlohmann::json(words).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string safetensors_bytes(const std::vector<TensorToWrite>& tensors,
                              const std::map<std::string, std::string>& texts) {
  std::vector<TensorHead> heads;
  std::size_t n_bytes = 0;
  for (const TensorToWrite& tensor : tensors) {
    require_whole(tensor);
    heads.push_back({tensor.name, "F32", tensor.shape});
    n_bytes += sizeof(float) * tensor.values.size();
  }
  std::string bytes = safetensors_header(heads, texts);
  bytes.reserve(bytes.size() + n_bytes);
  for (const TensorToWrite& tensor : tensors)
    for (const float value : tensor.values)
      append_number(std::bit_cast<std::uint32_t>(value), sizeof(float), bytes);
  return bytes;
}

}  // namespace attn
