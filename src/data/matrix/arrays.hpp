// Arrays of any rank in the files of other programs, read and written.
#pragma once

#include <armadillo>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/message.hpp"
#include "data/files/file.hpp"

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

/// The array in a .npy file, of any rank: f2, f4, f8, i1 to i8, u1 to u8 or b1 in either byte order
/// and either storage order. It looks at `bytes`, which must outlive it.
///
/// Errors:  InputError if the header is damaged or names another dtype.
Tensor npy_tensor(std::string_view bytes, const std::string& name);

/// The matrix in a .npy file with a 2-D array.
///
/// Errors:  as npy_tensor and matrix_of. Nothing is allocated before the sizes are known to agree.
arma::mat read_npy(std::string_view bytes, const std::string& name);

/// The matrix as a .npy file: format version 1.0, dtype <f8, row by row. NaN and infinities are
/// kept as they are.
std::string npy_bytes(const arma::mat& value);

/// The numbers alone, row by row, little-endian.
std::string row_major_bytes(const arma::mat& value);

/// The strings as a .npy file with a 1-D array of fixed-width Unicode, which NumPy loads with
/// allow_pickle=False. Invalid UTF-8 becomes U+FFFD.
std::string npy_bytes(const std::vector<std::string>& strings);

/// Whole numbers as a .npy file with a 1-D array of int64.
std::string npy_bytes(const std::vector<std::int64_t>& numbers);

/// What the header of a .npy file says about the bytes behind it.
struct NpyHeader {
  std::string dtype;  // as written, such as "<f8"; "" if it is a structure of several fields
  bool fortran_order = false;
  TensorShape shape;
  std::size_t data_offset = 0;
};

/// The header of a .npy file, format version 1, 2 or 3. Only the header's own bytes are read: what
/// it says about the data is not yet compared with the data.
///
/// Errors:  InputError if the file is no .npy file, is cut off in the header, or its header is not
///          exactly the dictionary that the format prescribes.
/// Source:  NumPy Enhancement Proposal 1, "A Simple File Format for NumPy Arrays".
NpyHeader read_npy_header(std::string_view bytes, const std::string& name);

/// The start of a .npy file, format version 1.0, row by row: the data follow at once, at a multiple
/// of 64 bytes.
std::string npy_header(const std::string& dtype, const TensorShape& shape);

/// The names of the arrays in a .npz archive, in its order, without their ".npy". Other entries
/// are not arrays and are left out.
///
/// Errors:  InputError if it is no archive or damaged, or a name occurs twice.
std::vector<std::string> npz_names(std::string_view bytes, const std::string& name);

/// One array of a .npz archive, whether written by np.savez or np.savez_compressed. One that is
/// not compressed lies in `bytes`, which must stay.
///
/// Errors:  as npz_names and npy_tensor; also if there is no array `key`, it is encrypted or packed
///          in another way, or it unpacks to more than kBinaryLimit or to another size than it
///          states.
Tensor npz_tensor(std::string_view bytes, const std::string& name, const std::string& key);

/// One matrix of a .npz archive.
///
/// Errors:  as npz_tensor and matrix_of.
arma::mat read_npz(std::string_view bytes, const std::string& name, const std::string& key);

/// An archive of (name without ".npy", bytes of the .npy file), not compressed. The same entries
/// always give the same bytes. There must be at least one: an empty archive does not exist.
std::string npz_bytes(const std::vector<std::pair<std::string, std::string>>& entries);

/// Some bytes of a file: `count` of them from `offset` on.
using ReadBytes = std::function<std::string(std::uintmax_t offset, std::size_t count)>;

/// What the header of a .safetensors file says about one tensor.
struct SafetensorsEntry {
  std::string dtype;
  TensorShape shape;
  std::uint64_t begin = 0, end = 0;  // its bytes, counted from the end of the header
};

/// A .safetensors file. Its header is read and checked at once, a tensor only when it is asked for,
/// so that one layer of a large model costs no more than the layer.
///
/// Source:  https://github.com/huggingface/safetensors, section "Format": 8 bytes of header length
///          (little-endian), the header in JSON, then the data. Each tensor has a dtype, a shape
///          and the place of its bytes in the data, where all of them lie without holes or
///          overlaps.
class Safetensors {
 public:
  /// `size` is that of the whole file, and `read` is only asked for bytes within it.
  ///
  /// Errors:  InputError if the header is longer than the file, is not the JSON that the format
  ///          prescribes, names a tensor twice, or promises data that do not fit the file exactly.
  Safetensors(std::uintmax_t size, ReadBytes read, const std::string& name);

  /// The names, in alphabetical order.
  const std::vector<std::string>& keys() const { return keys_; }

  /// What the header says about each tensor, by name; the bytes are counted from data_offset() on.
  const std::map<std::string, SafetensorsEntry>& entries() const { return entries_; }
  std::uintmax_t data_offset() const { return data_offset_; }

  /// What the header says besides: texts by their names.
  const std::map<std::string, std::string>& texts() const { return texts_; }

  /// One tensor of F64, F32, F16, BF16 or BOOL.
  ///
  /// Errors:  InputError if that name does not exist, it has another dtype or no cells, or is
  ///          larger than what is read.
  Tensor tensor(const std::string& key) const;

  /// The same of any size, where it lies in all bytes of the file, which must stay.
  ///
  /// Errors:  InputError if that name does not exist or it has another dtype.
  Tensor tensor_in(std::string_view file, const std::string& key) const;

 private:
  Tensor readable(const std::string& key) const;

  std::string name_;
  ReadBytes read_;
  std::uintmax_t data_offset_ = 0;
  std::map<std::string, SafetensorsEntry> entries_;
  std::vector<std::string> keys_;
  std::map<std::string, std::string> texts_;
};

/// A tensor of float32 that is to be written, row by row.
struct TensorToWrite {
  std::string name;
  TensorShape shape;
  std::span<const float> values;  ///< as many as the shape says
};

/// What the header says of a tensor.
struct TensorHead {
  std::string name;
  std::string dtype;  ///< F32, F64 or I64
  TensorShape shape;
};

/// The beginning of a .safetensors file, behind which the numbers of these tensors follow one after
/// another, little-endian and row by row.
///
/// Errors:  std::invalid_argument for another dtype, which only our own code can cause.
/// Source:  see Safetensors. The header is filled up with spaces to a multiple of 8 bytes, as the
///          format's own writer does.
std::string safetensors_header(const std::vector<TensorHead>& tensors,
                               const std::map<std::string, std::string>& texts);

/// Words as a JSON list, as the texts of a header hold them. Invalid UTF-8 becomes U+FFFD.
std::string json_list(const std::vector<std::string>& words);

/// The bytes of a .safetensors file: the same for the same tensors and texts, everywhere.
///
/// Errors:  std::invalid_argument if a tensor has another number of values than its shape, which
///          only our own code can cause.
std::string safetensors_bytes(const std::vector<TensorToWrite>& tensors,
                              const std::map<std::string, std::string>& texts);

/// An array that is written in pieces, and what the same file says of it.
struct LargeArray {
  std::string name;
  TensorShape shape;
  bool is_double = false;  ///< float64; else float32
  std::pair<std::string, std::vector<std::int64_t>> numbers;
  std::pair<std::string, std::vector<std::string>> texts;

  /// How many bytes its numbers are; 2^64 − 1 where they are more.
  std::uint64_t n_bytes() const;
};

/// Whether a file of that name can hold one: .npz, .npy or .safetensors.
bool holds_large_array(const std::string& path);

/// The bytes of a file around the numbers of an array, which come row by row, little-endian:
/// before(), the numbers, behind().
///
/// A .npz holds all three parts as arrays, a .safetensors the texts as a JSON list in its header,
/// and a .npy the array alone.
class LargeArrayFile {
 public:
  LargeArrayFile(const std::string& path, const LargeArray& array);

  const std::string& before() const { return before_; }

  /// Some of the numbers, which a .npz has a checksum of.
  void add(std::string_view numbers);

  /// What follows when all numbers were added.
  std::string behind() const;

 private:
  std::string before_;
  std::function<std::string(std::uint32_t checksum)> behind_;
  std::uint32_t checksum_ = 0;
};

/// Numbers as files hold them, little-endian: where they lie, or turned round in `room`.
template <class Number>
std::string_view little_endian_bytes(std::span<const Number> numbers, std::string& room);

extern template std::string_view little_endian_bytes(std::span<const float>, std::string&);
extern template std::string_view little_endian_bytes(std::span<const double>, std::string&);
extern template std::string_view little_endian_bytes(std::span<const std::int64_t>, std::string&);

/// An array of any rank and size that lies in a file, of which only what somebody looks at is read.
class MappedArray {
 public:
  /// `key` says which array, in a file of several.
  /// Errors:  as MappedFile and tensor_in_file
  MappedArray(const std::string& path, const std::string& key);

  const TensorShape& shape() const { return tensor_.shape; }
  std::size_t n_numbers() const { return tensor_.data.size() / tensor_.type.size; }

  /// Copies `count` numbers from number `first` on, row by row.
  ///
  /// Errors:  InputError if the file was cut off meanwhile; std::out_of_range beyond the last
  ///          number, which only our own code can cause.
  void copy(std::size_t first, std::size_t count, double* to) const;

 private:
  MappedFile file_;
  Tensor tensor_;
};

/// An array in the bytes of a .npy, .npz or .safetensors file, where it lies; one of a compressed
/// .npz is unpacked.
///
/// Errors:  InputError if it is another kind of file, damaged, has no array of that name, holds
///          anything but numbers, or has its first index run fastest.
Tensor tensor_in_file(std::string_view bytes, const std::string& path, const std::string& key);

/// A name out of a file, shortened and safe to show.
std::string shown_key(const std::string& key);

/// As many names as fit into a sentence, shortened and safe to show, and their number if there are
/// more: a file can hold any number of them.
std::string listed_keys(const std::vector<std::string>& keys);

/// Where one of a file's arrays is, for whatever is refused in it: "weights.npz:wq".
std::string key_place(const std::string& name, const std::string& key);

/// Refuses a file without one array.
/// Errors:  InputError naming the file.
void require_keys(const std::string& name, const std::vector<std::string>& keys);

/// Which of a file's arrays is meant when none is named: the first of `preferred` that the file
/// has, or its only one.
///
/// Errors:  InputError naming the arrays that there are.
std::string chosen_key(const std::string& name, const std::vector<std::string>& keys,
                       const std::vector<std::string>& preferred);

/// Throws the InputError for an array that the file does not have, naming those that it has.
[[noreturn]] void refuse_missing_key(const std::string& name, const std::string& key,
                                     const std::vector<std::string>& keys);

/// Throws the InputError for a name that occurs twice, so that it is unclear which one is meant.
[[noreturn]] void refuse_twice(const std::string& name, const std::string& key);

/// What a stage is called in a file of several matrices: "scores", or "head0.scores" in the group
/// "head 0".
std::string stage_key(std::string group, const std::string& id);

// One wording for what every reader refuses. Each function throws InputError; `name` is the file or
// flag the matrix came from, and text out of a file is shortened before it is shown.

/// Where a cell is in an array: counted from 0, as NumPy and JSON do.
std::string cell_place(std::size_t row, std::size_t col);
std::string cell_place(const std::vector<std::size_t>& index);
/// Which row of an array: counted from 0.
std::string row_place(std::size_t row);

/// Says of a cell that holds an error of a spreadsheet that it is one; returns if it holds none.
void refuse_spreadsheet_error(const std::string& name, const std::string& place,
                              std::string_view given);
/// The cell holds `given` instead of a number; `hint` is a whole sentence about the format. Of an
/// error of a spreadsheet it is said that it is one.
[[noreturn]] void refuse_text(const std::string& name, const std::string& place,
                              std::string_view given, const std::string& hint);
/// The cell holds nothing; `is_at_end`: nor do those behind it in any line.
[[noreturn]] void refuse_empty_cell(const std::string& name, const std::string& place,
                                    bool is_at_end = false);
/// The cell holds `given`: NaN, an infinity or a number beyond the largest double.
[[noreturn]] void refuse_not_finite(const std::string& name, const std::string& place,
                                    std::string_view given);
/// Two rows differ in length.
[[noreturn]] void refuse_ragged(const std::string& name, const std::string& first,
                                std::size_t first_cells, const std::string& other,
                                std::size_t other_cells);
/// There is not one number in it.
[[noreturn]] void refuse_no_numbers(const std::string& name);

/// What `read` returns; the errors it throws gain the flag in front, so that it is clear
/// which file is meant.
template <typename Read>
auto with_flag(const std::string& flag, Read read) {
  try {
    return read();
  } catch (const InputError& error) {
    throw InputError(flag + " " + error.what());
  }
}

}  // namespace attn
