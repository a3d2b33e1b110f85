#include "data/matrix/mapped_array.hpp"

#include <stdexcept>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/matrix/npy.hpp"
#include "data/matrix/npz.hpp"
#include "data/matrix/safetensors.hpp"

namespace attn {
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
