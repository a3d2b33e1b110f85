#pragma once

#include <armadillo>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The matrices in a JSON text, parsed once: a list of rows, an object of such lists, or the stages
/// of a trace that this program wrote, named as in a .npz: "scores", or "head0.scores" in a group.
class JsonMatrices {
 public:
  /// Errors:  InputError naming the line for text that is not JSON; also if it is nested deeply or
  ///          names a matrix twice.
  JsonMatrices(std::string_view text, const std::string& name);

  /// The names; the one name "" for a bare list of rows.
  const std::vector<std::string>& keys() const;

  /// One matrix; true and false count as 1 and 0.
  ///
  /// Errors:  InputError if that name does not exist, its rows differ in length, or a cell is not
  ///          a number.
  arma::mat get(const std::string& key) const;

  /// One row of numbers, with or without brackets around the row.
  ///
  /// Errors:  as get; also if there are several rows.
  arma::rowvec get_row(const std::string& key) const;

 private:
  struct Document;
  std::shared_ptr<const Document> document_;
};

/// The first of `preferred` in a JSON text, or its only matrix.
///
/// Errors:  as JsonMatrices; also if it is not clear which matrix is meant.
arma::mat read_json_matrix(std::string_view text, const std::string& name,
                           const std::vector<std::string>& preferred);

}  // namespace attn
