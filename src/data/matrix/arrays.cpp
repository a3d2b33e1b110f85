#include "data/matrix/arrays.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"
#include "data/matrix/read_matrix.hpp"
#include "data/matrix/text_formats.hpp"

namespace attn {

namespace {

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

/// The integer in digits where the double nearest to it is another number, else nothing.
template <typename Integer>
std::string inexact_integer(const char* from, bool swap) {
  const auto whole = decoded<Integer>(from, swap);
  const auto value = static_cast<double>(whole);
  // The double beyond the largest integer does not fit into one: converting it is undefined.
  const bool fits = value < std::ldexp(1.0, std::numeric_limits<Integer>::digits);
  return fits && static_cast<Integer>(value) == whole ? "" : fmt::to_string(whole);
}

double half_at(const char* from, bool swap) {
  return half_value(decoded<std::uint16_t>(from, swap));
}

double bfloat16_at(const char* from, bool swap) {
  return bfloat16_value(decoded<std::uint16_t>(from, swap));
}

double bool_at(const char* from, bool) { return *from == '\0' ? 0.0 : 1.0; }

/// The product of `factor` and all sizes; nothing where 64 bits do not hold it.
std::optional<std::uint64_t> product(const TensorShape& sizes, std::uint64_t factor) {
  std::uint64_t total = factor;
  for (const std::uint64_t size : sizes) {
    if (__builtin_mul_overflow(total, size, &total)) return std::nullopt;
  }
  return total;
}

/// Where a cell is, for a message: counted as the file's own program counts.
std::string place_of(const Tensor& tensor, std::size_t at) {
  std::vector<std::size_t> index(tensor.shape.size());
  for (std::size_t i = 0; i < index.size(); ++i) {
    const std::size_t dimension = tensor.column_major ? i : index.size() - 1 - i;
    index[dimension] = at % tensor.shape[dimension];
    at /= tensor.shape[dimension];
  }
  return cell_place(index);
}

/// The cell that is `at` cells behind the first one in the file.
double cell_value(const Tensor& tensor, std::size_t at) {
  const char* const from = tensor.data.data() + at * tensor.type.size;
  const double value = tensor.type.value(from, tensor.swap);
  if (!std::isfinite(value)) {
    refuse_not_finite(tensor.name, place_of(tensor, at), fmt::to_string(value));
  }
  const std::string inexact = tensor.type.inexact ? tensor.type.inexact(from, tensor.swap) : "";
  if (inexact.empty()) return value;
  throw InputError(
      message("{}: {}: the integer {} is beyond 2^53 and has no exact double. Save x.astype('f8') "
              "to accept the rounding.",
              tensor.name, place_of(tensor, at), inexact));
}

/// The shape without axes of one, the first first, as long as there are more than `rank` axes: a
/// batch of one sequence, in front or behind the tokens, moves no number.
TensorShape without_axes_of_one(TensorShape shape, std::size_t rank) {
  for (auto axis = shape.begin(); axis != shape.end() && shape.size() > rank;)
    axis = *axis == 1 ? shape.erase(axis) : axis + 1;
  return shape;
}

[[noreturn]] void refuse_rank(const Tensor& tensor) {
  const std::size_t rank = tensor.shape.size();
  const char* const advice = rank == 0   ? "x.reshape(1, 1)"
                             : rank == 1 ? "x.reshape(1, -1) or x.reshape(-1, 1)"
                                         : "x[0]";
  throw InputError(
      message("{}: a 2-D array was expected, but its shape is {}. Save a row, a column or one "
              "slice of it as 2-D: {}.",
              tensor.name, preview(shape_text(tensor.shape), 60), advice));
}

/// The `slices` matrices of a tensor, one behind the other in the file, side by side.
arma::mat side_by_side(const Tensor& tensor, arma::uword slices, arma::uword rows,
                       arma::uword cols) {
  require_readable_shape(tensor);
  require_size(tensor, tensor.data.size());
  if (tensor.type.value == kBool.value) tell_truth_values(tensor.name);
  arma::mat value(rows, slices * cols, arma::fill::none);
  for (arma::uword slice = 0; slice < slices; ++slice) {
    for (arma::uword row = 0; row < rows; ++row) {
      for (arma::uword col = 0; col < cols; ++col) {
        const arma::uword at = tensor.column_major ? (col * rows + row) * slices + slice
                                                   : (slice * rows + row) * cols + col;
        value(row, slice * cols + col) = cell_value(tensor, at);
      }
    }
  }
  return value;
}

}  // namespace

const NumberType kFloat64{8, number_at<double>};
const NumberType kFloat32{4, number_at<float>};
const NumberType kFloat16{2, half_at};
const NumberType kBfloat16{2, bfloat16_at};
const NumberType kInt64{8, number_at<std::int64_t>, inexact_integer<std::int64_t>};
const NumberType kInt32{4, number_at<std::int32_t>};
const NumberType kInt16{2, number_at<std::int16_t>};
const NumberType kInt8{1, number_at<std::int8_t>};
const NumberType kUint64{8, number_at<std::uint64_t>, inexact_integer<std::uint64_t>};
const NumberType kUint32{4, number_at<std::uint32_t>};
const NumberType kUint16{2, number_at<std::uint16_t>};
const NumberType kUint8{1, number_at<std::uint8_t>};
const NumberType kBool{1, bool_at};

std::string shape_text(const TensorShape& shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

void require_readable_shape(const Tensor& tensor) {
  const std::string shape = preview(shape_text(tensor.shape), 60);
  if (std::find(tensor.shape.begin(), tensor.shape.end(), 0u) != tensor.shape.end()) {
    throw InputError(
        message("{}: the array has no cells: its shape is {}. Save an array with at least one row "
                "and one column.",
                tensor.name, shape));
  }
  const std::optional<std::uint64_t> cells = product(tensor.shape, 1);
  if (!cells || *cells > kCellLimit) {
    throw InputError(
        message("{}: the array has shape {}, and at most {} cells are read. Save a part of it.",
                tensor.name, shape, kCellLimit));
  }
}

void require_size(const Tensor& tensor, std::uint64_t n_bytes) {
  const std::optional<std::uint64_t> needed = product(tensor.shape, tensor.type.size);
  if (needed == n_bytes) return;
  throw InputError(
      message("{}: shape {} with dtype {} needs {} bytes of data, and the file has {}. It is cut "
              "off or damaged: save it again.",
              tensor.name, preview(shape_text(tensor.shape), 60), preview(tensor.dtype),
              needed ? fmt::to_string(*needed) : "> 2^64", n_bytes));
}

arma::mat matrix_of(const Tensor& tensor) {
  const TensorShape shape = without_axes_of_one(tensor.shape, 2);
  if (shape.size() != 2) refuse_rank(tensor);
  return side_by_side(tensor, 1, shape[0], shape[1]);
}

arma::rowvec row_of(const Tensor& tensor) {
  const TensorShape shape = without_axes_of_one(tensor.shape, 2);
  const bool is_row = shape.size() == 1 || (shape.size() == 2 && shape[0] == 1);
  if (!is_row) {
    throw InputError(
        message("{}: a 1-D array was expected, one number for each column, but its shape is {}. "
                "Save one row of it.",
                tensor.name, preview(shape_text(shape), 60)));
  }
  return side_by_side(tensor, 1, 1, shape.back());
}

arma::mat joined_matrix_of(const Tensor& tensor) {
  const TensorShape shape = without_axes_of_one(tensor.shape, 3);
  return shape.size() == 3 ? side_by_side(tensor, shape[0], shape[1], shape[2]) : matrix_of(tensor);
}

double half_value(std::uint16_t bits) {
  const double sign = (bits & 0x8000) != 0 ? -1.0 : 1.0;
  const int exponent = bits >> 10 & 0x1f;
  const int fraction = bits & 0x3ff;
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  if (exponent < 31) return sign * std::ldexp(1024 + fraction, exponent - 25);
  return fraction == 0 ? sign * std::numeric_limits<double>::infinity()
                       : std::numeric_limits<double>::quiet_NaN();
}

double bfloat16_value(std::uint16_t bits) {
  return static_cast<double>(std::bit_cast<float>(std::uint32_t{bits} << 16));
}

std::string shown_key(const std::string& key) {
  constexpr int kLongest = 80;  // "bert.encoder.layer.11.attention.self.query.weight" is ordinary
  return preview(key, kLongest);
}

std::string listed_keys(const std::vector<std::string>& keys) {
  constexpr std::size_t kShown = 12;
  std::string list;
  for (std::size_t i = 0; i < std::min(keys.size(), kShown); ++i) {
    list += (i == 0 ? "" : ", ") + shown_key(keys[i]);
  }
  if (keys.size() > kShown) list += fmt::format(", ... ({})", keys.size());
  return list;
}

std::string key_place(const std::string& name, const std::string& key) {
  return name + ":" + shown_key(key);
}

void require_keys(const std::string& name, const std::vector<std::string>& keys) {
  if (!keys.empty()) return;
  throw InputError(message("{}: there is no matrix in it. Give a file with at least one.", name));
}

std::string chosen_key(const std::string& name, const std::vector<std::string>& keys,
                       const std::vector<std::string>& preferred) {
  require_keys(name, keys);
  for (const std::string& key : preferred) {
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) return key;
  }
  if (keys.size() == 1) return keys.front();
  throw InputError(message(
      "{}: one matrix was expected, but it holds {}: {}. Name one after a colon, such as {}:{}.",
      name, keys.size(), listed_keys(keys), name, shown_key(keys.front())));
}

void refuse_missing_key(const std::string& name, const std::string& key,
                        const std::vector<std::string>& keys) {
  require_keys(name, keys);
  if (keys.size() == 1 && keys.front().empty()) {
    throw InputError(message(
        "{}: it holds one matrix without a name, and '{}' was asked for. Leave the name out.", name,
        shown_key(key)));
  }
  throw InputError(message("{}: there is no matrix named '{}' in it. Choose one of: {}.", name,
                           shown_key(key), listed_keys(keys)));
}

void refuse_twice(const std::string& name, const std::string& key) {
  throw InputError(
      message("{}: the name '{}' occurs twice in it, so that it is unclear which one is meant. "
              "Keep one of them.",
              name, shown_key(key)));
}

std::string stage_key(std::string group, const std::string& id) {
  std::erase(group, ' ');
  return group.empty() ? id : group + "." + id;
}

std::string cell_place(std::size_t row, std::size_t col) {
  return cell_place(std::vector{row, col});
}

std::string cell_place(const std::vector<std::size_t>& index) {
  return message("cell [{}] (counted from 0)", fmt::format("{}", fmt::join(index, ", ")));
}

std::string row_place(std::size_t row) { return message("row {} (counted from 0)", row); }

void refuse_spreadsheet_error(const std::string& name, const std::string& place,
                              std::string_view given) {
  if (is_number_without_room(given))
    throw InputError(
        message("{}: {}: '{}' is what a spreadsheet shows where a column is too narrow for its "
                "numbers. Widen it there, and save the table again.",
                name, place, preview(given)));
  if (is_formula_error(given))
    throw InputError(
        message("{}: {}: '{}' is what a spreadsheet writes where a formula has no value. Mend the "
                "formula there, and save the table again.",
                name, place, preview(given)));
}

void refuse_text(const std::string& name, const std::string& place, std::string_view given,
                 const std::string& hint) {
  refuse_spreadsheet_error(name, place, given);
  std::string advice = has_middle_dot(given) ? decimal_point_advice() : hint;
  if (const auto hidden = hidden_character(given)) advice = refusal_of_hidden(*hidden);
  throw InputError(message("{}: {}: a number was expected, but '{}' was given. {}", name, place,
                           preview(given), advice));
}

void refuse_empty_cell(const std::string& name, const std::string& place, bool is_at_end) {
  if (is_at_end)
    throw InputError(
        message("{}: {}: the cell is empty, and so are all from there on, in every line. Delete "
                "the separators at the ends of the lines, or write numbers there.",
                name, place));
  throw InputError(message(
      "{}: {}: the cell is empty. Write a number there; write 0 if zero is meant.", name, place));
}

void refuse_not_finite(const std::string& name, const std::string& place, std::string_view given) {
  std::string text = message("{}: {}: every cell must be a finite number, and '{}' was given.",
                             name, place, preview(given));
  const bool is_undefined = lower_case(std::string(given)).find("nan") != std::string::npos;
  add_sentence(
      text,
      is_undefined
          ? translated("Replace it: a query that may attend to nothing, to which other programs "
                       "give NaN, gets 0 here.")
          : translated("Replace it; a mask of 0 and 1 says who may attend, not an infinity."));
  throw InputError(text);
}

void refuse_ragged(const std::string& name, const std::string& first, std::size_t first_cells,
                   const std::string& other, std::size_t other_cells) {
  throw InputError(
      message("{}: all rows must be equally long, and {} has cells: {}, but {} has cells: {}. Add "
              "the missing cells or delete the extra ones.",
              name, first, first_cells, other, other_cells));
}

void refuse_no_numbers(const std::string& name) {
  throw InputError(
      message("{}: a matrix was expected, but there is not one number in it. Write one row of "
              "numbers per line, or give another file.",
              name));
}

}  // namespace attn
