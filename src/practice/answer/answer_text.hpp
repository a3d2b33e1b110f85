#pragma once

#include <armadillo>
#include <string>
#include <vector>

#include "practice/exercise.hpp"

namespace attn {

/// A matrix as a learner writes it: "1 2; 3 4".
std::string matrix_text(const arma::mat& matrix);

/// An answer to a field in words: its number, its matrix as matrix_text(), what its option says,
/// the items of its list. `answer` has the form that Field describes, a list's places included; of
/// an expression it is not looked at.
std::string answer_text(const Field& field, const arma::mat& answer);

/// The name of an option: its letter, and what it says where that is something else.
std::string option_text(const Field& field, std::size_t place);

}  // namespace attn
