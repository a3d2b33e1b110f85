// A matrix from whatever a flag names: a file of any format, or numbers typed inline.
#pragma once

#include <armadillo>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/matrix/arrays.hpp"
#include "data/matrix/text_formats.hpp"

namespace attn {

/// A .npz, .safetensors or .json file that holds several named matrices, read once; of a
/// .safetensors, only the header and what is asked for. What comes through a pipe is told by what
/// it holds.
class MatrixFile {
 public:
  /// Errors:  InputError if it is another kind of file, cannot be read, is too large or damaged.
  explicit MatrixFile(const std::string& path);

  const std::vector<std::string>& keys() const { return keys_; }
  bool has(const std::string& key) const;

  /// Errors:  InputError if that name does not exist, listing those that do; also if the
  ///          matrix itself is refused.
  arma::mat get(const std::string& key) const;

  /// A list of numbers, or a matrix with one row.
  /// Errors:  as get, of another shape.
  arma::rowvec get_row(const std::string& key) const;

  /// A matrix, or where a .npz or .safetensors holds a 3-D array, its matrices side by side.
  /// Errors:  as get, of another shape.
  arma::mat get_joined(const std::string& key) const;

 private:
  void read_safetensors();
  Tensor tensor(const std::string& key) const;

  std::string path_;
  std::string archive_;                     // the bytes of a .npz
  std::optional<Safetensors> safetensors_;  // or the header of a .safetensors
  std::optional<JsonMatrices> json_;        // or the content of a .json
  std::vector<std::string> keys_;
};

/// Where an array lies: a file, and in one of several perhaps a name.
struct ArrayLocation {
  std::string path;
  std::optional<std::string> key;
};

/// Splits "weights.npz:wq", unless a file has that very name, and what a shell passes,
/// "/dev/fd/63:wq". "-" is the standard input.
ArrayLocation location_of(const std::string& argument);

/// The matrix that a flag gives: written out ("1 0; 0 1"), or the path of a .csv, .tsv, .npy, .npz,
/// .safetensors or .json file. `weights.npz:wq` names one of several, also in the last two; without
/// a name it is the first of `keys` that the file has, or its only one. What a shell passes,
/// <(command) or - for the standard input, is told by what it holds.
///
/// Errors:  InputError naming the flag and the file.
arma::mat read_matrix(const std::string& argument, const std::string& flag,
                      const std::vector<std::string>& keys);

/// The matrices of these names from one file of several, in this order, read once.
///
/// Errors:  InputError naming the flag and the file, and the first name that is missing.
std::vector<arma::mat> read_matrices(const std::string& path, const std::string& flag,
                                     const std::vector<std::string>& names);

/// The number that a text is as people write one by hand or in Japanese: "-0.5", "１．５", "ー1",
/// "1/3", "1⅓", "３分の１". Nothing for any other formula, and for a number with another decimal
/// mark.
std::optional<double> written_number(std::string_view typed);

/// Of "50%" or "12,5 %" what stands before the sign; any other text as it is.
std::string_view without_percent_sign(std::string_view plain);

/// "1,5" with a comma for its decimal mark, where no comma separates.
std::optional<double> number_with_decimal_comma(std::string_view plain);

/// The number in a cell of a matrix called `name`, as spreadsheets and people write one: as
/// written_number, and 50%, TRUE, and 0,5 or 12,5% where commas separate nothing, which are told.
std::optional<double> number_in_cell(std::string_view plain, const std::string& name);

/// Whether the comma in a number or percentage may part its thousands as well as its decimals: that
/// of "1,000", but not those of "0,500", "1,5" and "1,000,000".
bool has_doubtful_comma(std::string_view plain);

/// Whether what stands behind a comma is surely decimals: "05", which nobody writes for a number of
/// its own.
bool are_decimals(std::string_view behind_comma);

/// The sentence that names both numbers which a text with such a comma may be.
std::string doubt_about_comma(std::string_view plain);

/// Whether two numbers with a blank between them may be one whose thousands it parts: "1 024.5".
/// Nobody writes 024 for a number of its own.
bool are_parted_thousands(std::string_view first, std::string_view second);

/// Whether a row begins with a number that zeros fill up, "001": where one does, a 024 elsewhere is
/// a number of its own.
bool begins_padded(std::string_view row);

/// The sentence that names both ways to write such numbers.
std::string doubt_about_blank(std::string_view first, std::string_view second);

/// Whether a dot in the middle of the line is in it, ・ or ·, of which nobody knows whether a
/// point, a comma or a product is meant.
bool has_middle_dot(std::string_view typed);

}  // namespace attn
