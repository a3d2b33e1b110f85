#pragma once

#include <armadillo>
#include <map>
#include <string>
#include <vector>

#include "practice/recipe/worksheet.hpp"

namespace attn {

/// What is known of an answer before it is read: how it may be written depends on that. Without it
/// every answer that is unambiguous by itself is read as well.
struct AnswerContext {
  arma::uword n_rows = 0, n_cols = 0;  ///< of the truth, where that has cells; 0: not known
  bool is_whole = false;  ///< the truth has whole numbers, or is one number, and no decimals are
                          ///< asked for
  bool takes_degrees = true;  ///< which are turned into radians
  bool is_mask = false;       ///< who may attend to whom: marks and letters may stand for 1 and 0
  std::map<std::string, double> names;  ///< single numbers that the learner may use by name
  std::string question{};               ///< in all languages, in small letters
  std::vector<std::string> row_labels{}, col_labels{};  ///< of the matrix, or empty

  /// Whether the shape of a matrix is asked for: "512 × 4096" is two numbers then, not a product.
  bool is_shape() const { return is_whole && n_rows == 1 && n_cols > 1; }

  /// The names alone.
  std::vector<std::string> known_names() const;
};

/// The context of a field. Of the exercise's numbers, those can be named that are given, or defined
/// and named on the page; and single numbers that the learner has answered before, as answered.
AnswerContext answer_context(const Worksheet& worksheet, const Field& field,
                             const std::map<std::string, double>& answered);

}  // namespace attn
