#pragma once

#include <armadillo>
#include <optional>
#include <string>

#include "practice/answer/answer_context.hpp"
#include "practice/exercise.hpp"
#include "practice/formula/expression.hpp"

namespace attn {

/// What an answer turned out to be.
struct Reading {
  std::optional<arma::mat> value;     ///< see Field
  std::optional<Expression> formula;  ///< the same, where it is a formula
  std::string digits{};  ///< what the number was read from, without working or other sides of an
                         ///< equation; of anything else the whole text
  std::string problem;   ///< why it could not be read: what was expected, what and where
  std::vector<std::string> remarks;
};

/// Reads one answer by the kind of its field, strictly: the whole text, or it is unreadable. What
/// the context knows makes more spellings unambiguous. It never throws for what a person may type.
///
///     number      2.5   1/3   sqrt(2)   2*pi   40.1 % (.401)   1,048,576   4*d_model^2   4 times
///     matrix      rows at line ends or ";", cells at spaces, commas or tabs; [[1, 2], [3, 4]];
///                 tensor([[1, 2]]); a shape as 512 × 4096; a single row also as a column
///     mask        the same of 1 and 0, or true and false
///     choice      the id of an option, or its whole text
///     label       a term, in either language
///     list        items between commas or spaces; pairs as cat->sat or cat→sat
///     expression  4*n*d^2 + 2 n² d
Reading read_answer(const Field& field, const std::string& text, const AnswerContext& context = {});

}  // namespace attn
