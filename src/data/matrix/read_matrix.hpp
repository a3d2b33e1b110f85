#pragma once

#include <armadillo>
#include <optional>
#include <string>
#include <vector>

#include "data/matrix/json_matrix.hpp"
#include "data/matrix/safetensors.hpp"

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

}  // namespace attn
