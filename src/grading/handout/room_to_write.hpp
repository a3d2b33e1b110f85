#pragma once

#include <armadillo>
#include <string>

#include "practice/exercise/exercise.hpp"

namespace attn {

/// Room on paper for an answer, as HTML: an empty grid for a matrix, boxes to tick for a choice,
/// else lines. It is made of what the question says and the shape of its answer, never of the
/// answer itself.
std::string room_to_write(const Field& field, const arma::SizeMat& shape);

/// Ruled lines for a text, as HTML.
std::string ruled_lines(std::size_t n);

}  // namespace attn
