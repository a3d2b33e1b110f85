#pragma once

#include <armadillo>
#include <string>

#include "practice/judge/check.hpp"

namespace attn {

/// An answer as a person writes it: rounded to the digits that the tolerance leaves room for.
arma::mat written(const Field& field, const arma::mat& answer);

/// What the judging says of the answers that hold under an alternative, or, without one, of the
/// truth: the result of every field up to `last`, that one included. The answers are exact, or as
/// they would be written.
std::vector<FieldResult> tried_answers(const Exercise& exercise, const Worksheet& worksheet,
                                       const Alternative* alternative, const Field& last,
                                       bool as_written);

/// Whether a judgement names an alternative, be it among others that give the same.
bool is_named_in(const FieldResult& result, const Alternative& alternative);

}  // namespace attn
