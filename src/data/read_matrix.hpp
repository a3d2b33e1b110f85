#pragma once

#include <armadillo>
#include <optional>
#include <string>
#include <vector>

#include "data/json_matrix.hpp"

namespace attn {

/// A .npz or .json file that holds several named matrices, read once.
class MatrixFile {
 public:
  /// Errors:  InputError if it is another kind of file, cannot be read, is too large or damaged.
  explicit MatrixFile(const std::string& path);

  const std::vector<std::string>& keys() const { return keys_; }
  bool has(const std::string& key) const;

  /// Errors:  InputError if there is none of that name, naming those that there are; also if the
  ///          matrix itself is refused.
  arma::mat get(const std::string& key) const;

 private:
  std::string path_;
  std::string archive_;               // the bytes of a .npz
  std::optional<JsonMatrices> json_;  // or the content of a .json
  std::vector<std::string> keys_;
};

/// The matrix that a flag gives: written out ("1 0; 0 1"), or the path of a .csv, .tsv, .npy, .npz
/// or .json file. `weights.npz:wq` and `weights.json:wq` name one of several; without a name it is
/// the first of `keys` that the file has, or its only one.
///
/// Errors:  InputError naming the flag and the file.
arma::mat read_matrix(const std::string& argument, const std::string& flag,
                      const std::vector<std::string>& keys);

/// The matrices of these names from one .npz or .json file, in this order, read once.
///
/// Errors:  InputError naming the flag and the file, and the first name that is missing.
std::vector<arma::mat> read_matrices(const std::string& path, const std::string& flag,
                                     const std::vector<std::string>& names);

}  // namespace attn
