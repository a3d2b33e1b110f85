#include "data/npy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "core/error.hpp"
#include "core/message.hpp"
#include "core/utf8.hpp"
#include "data/limits.hpp"
#include "data/npy_header.hpp"
#include "data/preview.hpp"
#include "data/refuse.hpp"

namespace attn {
namespace {

constexpr bool kNativeLittle = std::endian::native == std::endian::little;

template <typename T>
T decoded(const char* from, bool swap) {
  std::array<char, sizeof(T)> raw{};
  std::memcpy(raw.data(), from, sizeof(T));
  if (swap) std::reverse(raw.begin(), raw.end());
  return std::bit_cast<T>(raw);
}

template <typename T>
double number_at(const char* from, bool swap) {
  return static_cast<double>(decoded<T>(from, swap));
}

double bool_at(const char* from, bool) { return *from == '\0' ? 0.0 : 1.0; }

struct Dtype {
  std::string_view code;
  std::size_t size;
  double (*value)(const char* from, bool swap);
};

constexpr std::array kDtypes = {Dtype{"f4", 4, number_at<float>}, Dtype{"f8", 8, number_at<double>},
                                Dtype{"i4", 4, number_at<std::int32_t>},
                                Dtype{"i8", 8, number_at<std::int64_t>}, Dtype{"b1", 1, bool_at}};

/// How the cells lie in the file.
struct CellLayout {
  Dtype dtype;
  bool swap;  // the file's byte order is not this machine's
};

CellLayout layout_of(const std::string& dtype, const std::string& name) {
  if (dtype == "|O") {
    throw InputError(
        message("{}: the array holds Python objects (dtype object), which are never unpickled "
                "because that can run code. Save x.astype('f8') instead.",
                name));
  }
  std::string_view code = dtype;
  char order = '=';
  if (!code.empty() && std::string_view("<>=|").find(code.front()) != code.npos) {
    order = code.front();
    code.remove_prefix(1);
  }
  for (const Dtype& known : kDtypes) {
    if (code != known.code || (order == '|' && known.size > 1)) continue;
    return {known, order == (kNativeLittle ? '>' : '<')};
  }
  throw InputError(
      message("{}: the dtype is {}, and f4, f8, i4, i8 and b1 are read. Convert the array before "
              "saving it: x.astype('f8').",
              name, dtype.empty() ? "structured" : preview(dtype)));
}

void require_matrix_shape(const NpyHeader& header, const std::string& name) {
  const auto& shape = header.shape;
  if (shape.size() != 2) {
    const char* const advice = shape.empty()       ? "x.reshape(1, 1)"
                               : shape.size() == 1 ? "x.reshape(1, -1) or x.reshape(-1, 1)"
                                                   : "x[0]";
    throw InputError(
        message("{}: a 2-D array was expected, and its shape is {}. Save a row, a column or one "
                "slice of it as 2-D: {}.",
                name, preview(shape_text(shape), 60), advice));
  }
  if (shape[0] == 0 || shape[1] == 0) {
    throw InputError(
        message("{}: the array has no cells: its shape is {}. Save an array with at least one row "
                "and one column.",
                name, shape_text(shape)));
  }
  if (shape[0] > kCellLimit / shape[1]) {
    throw InputError(
        message("{}: the array has shape {}, and at most {} cells are read. Save a part of it.",
                name, shape_text(shape), kCellLimit));
  }
}

void require_size(const NpyHeader& header, std::size_t cell_size, std::size_t data_size,
                  const std::string& name) {
  const std::uint64_t promised = header.shape[0] * header.shape[1] * cell_size;
  if (promised == data_size) return;
  throw InputError(
      message("{}: shape {} with dtype {} needs {} bytes of data, and the file has {}. It is cut "
              "off or damaged: save it again with np.save.",
              name, shape_text(header.shape), header.dtype, promised, data_size));
}

double cell_value(const char* from, const CellLayout& layout, const std::string& name,
                  arma::uword row, arma::uword col) {
  const double value = layout.dtype.value(from, layout.swap);
  if (!std::isfinite(value)) refuse_not_finite(name, cell_place(row, col), fmt::to_string(value));
  constexpr double kExact = 9007199254740992.0;  // 2^53
  if (layout.dtype.code != "i8" || std::abs(value) < kExact) return value;
  const auto whole = decoded<std::int64_t>(from, layout.swap);
  // 2^63 itself is no int64, so that converting it back would be undefined.
  if (value < 0x1p63 && static_cast<std::int64_t>(value) == whole) return value;
  throw InputError(
      message("{}: {}: the integer {} is beyond 2^53 and has no exact double. Save x.astype('f8') "
              "to accept the rounding.",
              name, cell_place(row, col), whole));
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

arma::mat read_npy(std::string_view bytes, const std::string& name) {
  const NpyHeader header = read_npy_header(bytes, name);
  const CellLayout layout = layout_of(header.dtype, name);
  const std::string_view data = bytes.substr(header.data_offset);
  require_matrix_shape(header, name);
  require_size(header, layout.dtype.size, data.size(), name);

  arma::mat value(header.shape[0], header.shape[1], arma::fill::none);
  for (arma::uword row = 0; row < value.n_rows; ++row) {
    for (arma::uword col = 0; col < value.n_cols; ++col) {
      const arma::uword at =
          header.fortran_order ? col * value.n_rows + row : row * value.n_cols + col;
      value(row, col) = cell_value(data.data() + at * layout.dtype.size, layout, name, row, col);
    }
  }
  return value;
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
