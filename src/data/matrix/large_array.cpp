#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/matrix/arrays.hpp"
#include "data/matrix/zip_archive.hpp"

namespace attn {

namespace {

enum class Form { npz, npy, safetensors, none };

Form form_of(const std::string& path) {
  const std::string name = lower_case(path);
  if (name.ends_with(".npz")) return Form::npz;
  if (name.ends_with(".npy")) return Form::npy;
  return name.ends_with(".safetensors") ? Form::safetensors : Form::none;
}

std::string npy_header_of(const LargeArray& array) {
  return npy_header(array.is_double ? "<f8" : "<f4", array.shape);
}

std::string safetensors_beginning(const LargeArray& array) {
  const auto& [numbers_name, numbers] = array.numbers;
  const auto& [texts_name, texts] = array.texts;
  // The whole numbers first: so they begin at a multiple of their size.
  const std::string header =
      safetensors_header({{numbers_name, "I64", {numbers.size()}},
                          {array.name, array.is_double ? "F64" : "F32", array.shape}},
                         {{texts_name, json_list(texts)}});
  std::string room;
  return header + std::string(little_endian_bytes(std::span(numbers), room));
}

OpenZip npz_around(const LargeArray& array) {
  const std::string numbers = npy_bytes(array.numbers.second),
                    texts = npy_bytes(array.texts.second);
  const std::string header = npy_header_of(array);
  OpenZip zip =
      open_zip({{array.numbers.first + ".npy", numbers}, {array.texts.first + ".npy", texts}},
               array.name + ".npy", header.size() + array.n_bytes());
  zip.before += header;
  return zip;
}

}  // namespace

std::uint64_t LargeArray::n_bytes() const {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t n = is_double ? sizeof(double) : sizeof(float);
  for (const std::uint64_t size : shape) n = size > 0 && n > kMost / size ? kMost : n * size;
  return n;
}

bool holds_large_array(const std::string& path) { return form_of(path) != Form::none; }

LargeArrayFile::LargeArrayFile(const std::string& path, const LargeArray& array) {
  switch (form_of(path)) {
    case Form::npy:
      before_ = npy_header_of(array);
      return;
    case Form::safetensors:
      before_ = safetensors_beginning(array);
      return;
    case Form::npz: {
      OpenZip zip = npz_around(array);
      before_ = std::move(zip.before);
      behind_ = std::move(zip.behind);
      checksum_ = zip_checksum(npy_header_of(array));
      return;
    }
    case Form::none:
      throw std::invalid_argument("LargeArrayFile: another kind of file: " + path);
  }
}

void LargeArrayFile::add(std::string_view numbers) {
  if (behind_) checksum_ = zip_checksum(numbers, checksum_);
}

std::string LargeArrayFile::behind() const { return behind_ ? behind_(checksum_) : ""; }

template <class Number>
std::string_view little_endian_bytes(std::span<const Number> numbers, std::string& room) {
  const auto* const first = reinterpret_cast<const char*>(numbers.data());
  if constexpr (std::endian::native == std::endian::little) return {first, numbers.size_bytes()};
  room.assign(first, numbers.size_bytes());
  for (auto it = room.begin(); it != room.end(); it += sizeof(Number))
    std::reverse(it, it + sizeof(Number));
  return room;
}

template std::string_view little_endian_bytes(std::span<const float>, std::string&);
template std::string_view little_endian_bytes(std::span<const double>, std::string&);
template std::string_view little_endian_bytes(std::span<const std::int64_t>, std::string&);

namespace {

Tensor tensor_of_kind(std::string_view bytes, const std::string& path, const std::string& key) {
  const std::string name = lower_case(path);
  if (name.ends_with(".npy")) return npy_tensor(bytes, path);
  if (name.ends_with(".npz")) return npz_tensor(bytes, path, key);
  if (name.ends_with(".safetensors")) {
    const auto read = [bytes](std::uintmax_t offset, std::size_t count) {
      return std::string(bytes.substr(offset, count));
    };
    return Safetensors(bytes.size(), read, path).tensor_in(bytes, key);
  }
  throw InputError(message("{}: a file ending in .npz, .npy or .safetensors was expected.", path));
}

}  // namespace

Tensor tensor_in_file(std::string_view bytes, const std::string& path, const std::string& key) {
  Tensor tensor = tensor_of_kind(bytes, path, key);
  if (tensor.column_major)
    throw InputError(
        message("{}: its first index runs fastest, and the last one is expected to. Save "
                "np.ascontiguousarray(x).",
                tensor.name));
  require_size(tensor, tensor.data.size());
  return tensor;
}

MappedArray::MappedArray(const std::string& path, const std::string& key)
    : file_(path), tensor_(tensor_in_file(file_.bytes(), path, key)) {}

void MappedArray::copy(std::size_t first, std::size_t count, double* to) const {
  const std::size_t size = tensor_.type.size, n = tensor_.data.size() / size;
  if (first > n || count > n - first) throw std::out_of_range("MappedArray::copy");
  const char* from = tensor_.data.data() + first * size;
  for (std::size_t i = 0; i < count; ++i) to[i] = tensor_.type.value(from + i * size, tensor_.swap);
  file_.require_whole();
}

}  // namespace attn
