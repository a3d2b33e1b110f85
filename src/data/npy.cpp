#include "data/npy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "core/error.hpp"
#include "core/message.hpp"
#include "core/utf8.hpp"
#include "data/npy_header.hpp"
#include "data/preview.hpp"

namespace attn {
namespace {

constexpr bool kNativeLittle = std::endian::native == std::endian::little;

struct Dtype {
  std::string_view code;
  const NumberType* type;
};

constexpr std::array kDtypes = {Dtype{"f2", &kFloat16}, Dtype{"f4", &kFloat32},
                                Dtype{"f8", &kFloat64}, Dtype{"i4", &kInt32},
                                Dtype{"i8", &kInt64},   Dtype{"b1", &kBool}};

/// Gives the tensor the kind of number and the byte order that its dtype says.
void set_type(Tensor& tensor) {
  if (tensor.dtype == "|O") {
    throw InputError(
        message("{}: the array holds Python objects (dtype object), which are never unpickled "
                "because that can run code. Save x.astype('f8') instead.",
                tensor.name));
  }
  std::string_view code = tensor.dtype;
  char order = '=';
  if (!code.empty() && std::string_view("<>=|").find(code.front()) != code.npos) {
    order = code.front();
    code.remove_prefix(1);
  }
  for (const Dtype& known : kDtypes) {
    if (code != known.code || (order == '|' && known.type->size > 1)) continue;
    tensor.type = *known.type;
    tensor.swap = order == (kNativeLittle ? '>' : '<');
    return;
  }
  throw InputError(
      message("{}: the dtype is {}, and f2, f4, f8, i4, i8 and b1 are read. Convert the array "
              "before saving it: x.astype('f8').",
              tensor.name, tensor.dtype.empty() ? "structured" : preview(tensor.dtype)));
}

std::u32string code_points(std::string_view text) {
  std::u32string points;
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    points.push_back(point.value >= 0 ? static_cast<char32_t>(point.value) : U'\uFFFD');
    text.remove_prefix(point.n_bytes);
  }
  return points;
}

void append_little_endian(std::string& bytes, auto value) {
  auto raw = std::bit_cast<std::array<char, sizeof(value)>>(value);
  if (!kNativeLittle) std::reverse(raw.begin(), raw.end());
  bytes.append(raw.data(), raw.size());
}

}  // namespace

Tensor npy_tensor(std::string_view bytes, const std::string& name) {
  const NpyHeader header = read_npy_header(bytes, name);
  Tensor tensor;
  tensor.name = name;
  tensor.dtype = header.dtype;
  tensor.shape = header.shape;
  tensor.column_major = header.fortran_order;
  tensor.data = bytes.substr(header.data_offset);
  set_type(tensor);
  return tensor;
}

arma::mat read_npy(std::string_view bytes, const std::string& name) {
  return matrix_of(npy_tensor(bytes, name));
}

std::string npy_bytes(const arma::mat& value) {
  std::string bytes = npy_header("<f8", {value.n_rows, value.n_cols});
  bytes.reserve(bytes.size() + value.n_elem * sizeof(double));
  for (arma::uword row = 0; row < value.n_rows; ++row) {
    for (arma::uword col = 0; col < value.n_cols; ++col) {
      append_little_endian(bytes, value(row, col));
    }
  }
  return bytes;
}

std::string npy_bytes(const std::vector<std::string>& strings) {
  std::vector<std::u32string> decoded_strings;
  std::size_t width = 1;  // NumPy has no <U0
  for (const std::string& text : strings) {
    decoded_strings.push_back(code_points(text));
    width = std::max(width, decoded_strings.back().size());
  }
  std::string bytes = npy_header(fmt::format("<U{}", width), {strings.size()});
  for (std::u32string& text : decoded_strings) {
    text.resize(width);
    for (const char32_t character : text) append_little_endian(bytes, character);
  }
  return bytes;
}

}  // namespace attn
