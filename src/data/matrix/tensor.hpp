#pragma once

#include <armadillo>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// How many cells an array has in each dimension.
using TensorShape = std::vector<std::uint64_t>;

/// One kind of number as binary files hold it.
struct NumberType {
  std::size_t size = 0;                                    // in bytes
  double (*value)(const char* from, bool swap) = nullptr;  // `swap`: in the other byte order
  // The integer there, in digits, where no double holds it. Kinds that have none such have no
  // check.
  std::string (*inexact)(const char* from, bool swap) = nullptr;
};

extern const NumberType kFloat64, kFloat32, kFloat16, kBfloat16, kInt64, kInt32, kInt16, kInt8,
    kUint64, kUint32, kUint16, kUint8, kBool;

/// An array of any rank as it lies in a file. Nothing of it is read before it is asked for.
struct Tensor {
  std::string name;   // the file and the array, for whatever is refused
  std::string dtype;  // as the file writes it
  TensorShape shape;
  NumberType type;
  bool swap = false;          // the file's byte order is not this machine's
  bool column_major = false;  // the first index runs fastest
  std::string_view data;
  std::shared_ptr<const std::string>
      storage;  // what `data` points into, unless something else owns it
};

/// The shape as NumPy prints it: "(2, 3)", "(4,)", "()".
std::string shape_text(const TensorShape& shape);

/// Refuses a tensor without cells, or with more of them than are read. Nothing is allocated for
/// one that this accepts until its size in bytes agrees too.
/// Errors:  InputError naming the shape.
void require_readable_shape(const Tensor& tensor);

/// Refuses a tensor whose shape and dtype need another number of bytes than `n_bytes`.
/// Errors:  InputError naming both numbers.
void require_size(const Tensor& tensor, std::uint64_t n_bytes);

/// A tensor of rank 2 as a matrix.
///
/// Errors:  InputError if it has another rank, no cells, too many, another number of bytes than
///          they need, or a cell that is NaN, infinite or an integer that no double holds exactly.
arma::mat matrix_of(const Tensor& tensor);

/// A tensor of rank 1, or of rank 2 with one row, as a row.
///
/// Errors:  as matrix_of.
arma::rowvec row_of(const Tensor& tensor);

/// A tensor of rank 3 as its matrices side by side, the first on the left; of rank 2 as it is.
///
/// Shapes:  (n × rows × cols), result (rows × n·cols)
/// Errors:  as matrix_of.
arma::mat joined_matrix_of(const Tensor& tensor);

/// The value of a 16-bit float (IEEE 754 binary16): 1 sign, 5 exponent and 10 fraction bits.
///
///     (-1)^s · 2^(e-15) · (1 + f/1024),   or (-1)^s · 2^-14 · f/1024 where e = 0
///
/// Every such value is a double, so that nothing is rounded; infinities and NaN stay what they are.
double half_value(std::uint16_t bits);

/// The value of a bfloat16: the upper half of a 32-bit float.
double bfloat16_value(std::uint16_t bits);

}  // namespace attn
