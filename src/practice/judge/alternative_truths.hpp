#pragma once

#include <armadillo>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "practice/exercise.hpp"
#include "practice/recipe/worksheet.hpp"

namespace attn {

/// What the fields of a worksheet are under each alternative of its exercise, every one computed
/// once: whoever compares all alternatives with one another needs each of them many times.
///
/// The exercise and the worksheet must live as long.
class AlternativeTruths {
 public:
  AlternativeTruths(const Exercise& exercise, const Worksheet& worksheet);

  /// The truth of a field under an alternative of the exercise; null where the alternative does not
  /// reach it, or leads to no answer.
  const arma::mat* of(const Alternative& alternative, const Field& field);

  /// The first graded field at which an alternative's answer is not right; null if it is right
  /// everywhere.
  const Field* first_wrong_field(const Alternative& alternative);

  /// Alternatives that may not coincide and cannot be told from the truth, or from one another
  /// where they first show: pairs of names, the second "" being the truth.
  std::vector<std::pair<std::string, std::string>> indistinguishable();

 private:
  struct Sheet {
    Worksheet worksheet;
    std::map<const Field*, std::optional<arma::mat>> truths{};
  };

  Sheet& sheet_of(const Alternative& alternative);

  const Exercise& exercise_;
  Worksheet truths_;
  std::map<const Alternative*, Sheet> sheets_;
};

}  // namespace attn
