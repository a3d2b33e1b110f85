#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <utility>

#include "base/count.hpp"
#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"
#include "data/matrix/arrays.hpp"
#include "data/matrix/json_text.hpp"

namespace attn {

namespace {

using Json = nlohmann::json;
using Entries = std::map<std::string, SafetensorsEntry>;

constexpr std::size_t kLengthBytes = 8;
constexpr const char* kMetadata = "__metadata__";  // free text, no tensor

/// A kind of number that the format knows; without a type, its size is known and nothing else.
struct StoredType {
  std::string_view code;
  std::size_t size;
  const NumberType* type = nullptr;
};

constexpr std::array kStoredTypes = {StoredType{"F64", 8, &kFloat64},
                                     StoredType{"F32", 4, &kFloat32},
                                     StoredType{"F16", 2, &kFloat16},
                                     StoredType{"BF16", 2, &kBfloat16},
                                     StoredType{"BOOL", 1, &kBool},
                                     StoredType{"U8", 1},
                                     StoredType{"I8", 1},
                                     StoredType{"U16", 2},
                                     StoredType{"I16", 2},
                                     StoredType{"U32", 4},
                                     StoredType{"I32", 4},
                                     StoredType{"U64", 8},
                                     StoredType{"I64", 8},
                                     StoredType{"C64", 8},
                                     StoredType{"F8_E4M3", 1},
                                     StoredType{"F8_E5M2", 1}};

const StoredType* known_dtype(const std::string& code) {
  const auto found = std::find_if(kStoredTypes.begin(), kStoredTypes.end(),
                                  [&](const StoredType& dtype) { return dtype.code == code; });
  return found == kStoredTypes.end() ? nullptr : found;
}

std::string save_again() {
  return message("Save the file again with safetensors.torch.save_file.");
}

[[noreturn]] void refuse_format(const std::string& name) {
  throw InputError(
      message("{}: this is not a .safetensors file, or it is damaged: 8 bytes and a JSON object "
              "were expected at its beginning. {}",
              name, save_again()));
}

std::uint64_t header_length(const std::string& bytes) {
  std::uint64_t length = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) {
    length = length << 8 | static_cast<unsigned char>(bytes[i]);
  }
  return length;
}

/// The text of the header. Nothing is read before its length is one that the file can have.
std::string header_text(std::uintmax_t size, const ReadBytes& read, const std::string& name) {
  if (size <= kLengthBytes) refuse_format(name);
  const std::uint64_t length = header_length(read(0, kLengthBytes));
  if (length > size - kLengthBytes) {
    constexpr std::size_t kStartOfPage = 64;
    refuse_page(read(0, std::min<std::uintmax_t>(size, kStartOfPage)), name);
    throw InputError(
        message("{}: the .safetensors header claims {} bytes, and {} follow. The file is cut off, "
                "damaged or of another format. {}",
                name, length, size - kLengthBytes, save_again()));
  }
  if (length > kJsonLimit) {
    throw InputError(
        message("{}: the .safetensors header has {} bytes, and at most {} are read. Save fewer "
                "tensors in one file.",
                name, length, kJsonLimit));
  }
  std::string text = length > 0 ? read(kLengthBytes, length) : "";
  if (!text.starts_with('{')) refuse_format(name);
  return text;
}

std::optional<std::vector<std::uint64_t>> whole_numbers(const Json& list) {
  std::vector<std::uint64_t> numbers;
  if (!list.is_array()) return std::nullopt;
  for (const Json& value : list) {
    const auto number = whole_in(value);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

std::optional<SafetensorsEntry> entry_of(const Json& given) {
  if (!given.is_object() || given.size() != 3) return std::nullopt;
  const auto dtype = given.find("dtype");
  const auto shape = given.find("shape");
  const auto offsets = given.find("data_offsets");
  if (dtype == given.end() || shape == given.end() || offsets == given.end()) return std::nullopt;
  const auto sizes = whole_numbers(*shape);
  const auto ends = whole_numbers(*offsets);
  if (!dtype->is_string() || !sizes || !ends || ends->size() != 2) return std::nullopt;
  return SafetensorsEntry{dtype->get<std::string>(), *sizes, ends->front(), ends->back()};
}

bool is_metadata(const Json& given) {
  return given.is_object() && std::all_of(given.begin(), given.end(),
                                          [](const Json& value) { return value.is_string(); });
}

Entries entries_in(const Json& header, const std::string& name) {
  Entries entries;
  for (const auto& [key, given] : header.items()) {
    if (key == kMetadata && is_metadata(given)) continue;
    std::optional<SafetensorsEntry> entry = entry_of(given);
    if (!entry) {
      throw InputError(
          message("{}: the header must give dtype, shape and two data_offsets in whole numbers, "
                  "and it gives {}. {}",
                  key_place(name, key), preview(given.dump(-1, ' ', true), 80), save_again()));
    }
    entries.emplace(key, std::move(*entry));
  }
  return entries;
}

/// A tensor as its entry describes it, still without its data.
Tensor described(const SafetensorsEntry& entry, const std::string& place) {
  Tensor tensor;
  tensor.name = place;
  tensor.dtype = entry.dtype;
  tensor.shape = entry.shape;
  const StoredType* const dtype = known_dtype(entry.dtype);
  if (dtype != nullptr && dtype->type != nullptr) tensor.type = *dtype->type;
  if (dtype != nullptr) tensor.type.size = dtype->size;
  tensor.swap = std::endian::native != std::endian::little;
  return tensor;
}

/// Every tensor has the bytes that it needs, where its dtype is one that the format knows.
void require_sizes(const Entries& entries, std::uint64_t data_size, const std::string& name) {
  for (const auto& [key, entry] : entries) {
    const std::string place = key_place(name, key);
    if (entry.begin > entry.end || entry.end > data_size) {
      throw InputError(
          message("{}: its data_offsets are {} and {}, and the data have {} bytes. The file is cut "
                  "off or damaged. {}",
                  place, entry.begin, entry.end, data_size, save_again()));
    }
    if (known_dtype(entry.dtype) == nullptr) continue;
    require_size(described(entry, place), entry.end - entry.begin);
  }
}

/// The tensors fill the data, one behind the other: a hole could hide anything, and bytes that two
/// tensors share are a mistake of the writer or a trick.
void require_no_holes(const Entries& entries, std::uint64_t data_size, const std::string& name) {
  std::vector<Entries::const_pointer> in_order;
  for (const auto& entry : entries) in_order.push_back(&entry);
  std::sort(in_order.begin(), in_order.end(), [](const auto* a, const auto* b) {
    return std::pair(a->second.begin, a->second.end) < std::pair(b->second.begin, b->second.end);
  });
  std::uint64_t end = 0;
  for (const auto* entry : in_order) {
    if (entry->second.begin != end) {
      throw InputError(
          message("{}: it begins at byte {} of the data, and what comes before it ends at byte {}: "
                  "tensors may neither overlap nor leave holes. {}",
                  key_place(name, entry->first), entry->second.begin, end, save_again()));
    }
    end = entry->second.end;
  }
  if (end == data_size) return;
  throw InputError(
      message("{}: the tensors end at byte {} of the data, and the data have {} bytes. {}", name,
              end, data_size, save_again()));
}

}  // namespace

Safetensors::Safetensors(std::uintmax_t size, ReadBytes read, const std::string& name)
    : name_(name), read_(std::move(read)) {
  const std::string text = header_text(size, read_, name);
  data_offset_ = kLengthBytes + text.size();
  const Json header = parsed_json(
      text, name, message("The header of the .safetensors file is damaged. {}", save_again()));
  entries_ = entries_in(header, name);
  const auto metadata = header.find(kMetadata);
  if (metadata != header.end() && is_metadata(*metadata)) metadata->get_to(texts_);
  require_sizes(entries_, size - data_offset_, name);
  require_no_holes(entries_, size - data_offset_, name);
  for (const auto& [key, entry] : entries_) keys_.push_back(key);
}

Tensor Safetensors::readable(const std::string& key) const {
  const auto found = entries_.find(key);
  if (found == entries_.end()) refuse_missing_key(name_, key, keys_);
  Tensor tensor = described(found->second, key_place(name_, key));
  if (tensor.type.value == nullptr) {
    throw InputError(
        message("{}: the dtype is {}, and F64, F32, F16, BF16 and BOOL are read. Convert the "
                "tensor before saving it: x.float().",
                tensor.name, preview(found->second.dtype)));
  }
  return tensor;
}

Tensor Safetensors::tensor(const std::string& key) const {
  Tensor tensor = readable(key);
  require_readable_shape(tensor);
  const SafetensorsEntry& entry = entries_.at(key);
  tensor.storage = std::make_shared<const std::string>(
      read_(data_offset_ + entry.begin, static_cast<std::size_t>(entry.end - entry.begin)));
  tensor.data = *tensor.storage;
  return tensor;
}

Tensor Safetensors::tensor_in(std::string_view file, const std::string& key) const {
  Tensor tensor = readable(key);
  const SafetensorsEntry& entry = entries_.at(key);
  tensor.data = file.substr(data_offset_ + entry.begin, entry.end - entry.begin);
  return tensor;
}

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
