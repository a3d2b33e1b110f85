#pragma once

#include <armadillo>
#include <string>
#include <vector>

#include "base/message.hpp"
#include "practice/exercise/exercise.hpp"
#include "practice/exercise/worksheet.hpp"

namespace attn {

/// ` lang="fr"` for a text in another language than that of the program's own sentences, which
/// stand around it; "" for the same.
std::string lang_attribute(const LocalText& text);

/// The text for the user, as HTML that says which language it is in where that is another one.
std::string local_html(const LocalText& text);

/// A right answer to a question, as a teacher compares it with what is on paper.
struct RightAnswer {
  std::vector<std::string> lines;  ///< of a matrix its rows, else one
  bool is_matrix = false;          ///< its columns stand below one another
};

/// What is right: the truth first, then each other answer that an accepted reading has. Numbers
/// have the digits that were asked for, or one more than their tolerance tells apart.
std::vector<RightAnswer> right_answers(const Worksheet& worksheet, const Field& field);

/// How far a number may be off: "0.005", "1 %"; "" where it may not, or the answer is no number.
std::string allowed_on_paper(const Field& field);

/// Room on paper for an answer, as HTML: an empty grid for a matrix, boxes to tick for a choice,
/// else lines. It is made of what the question says and the shape of its answer, never of the
/// answer itself.
std::string room_to_write(const Field& field, const arma::SizeMat& shape);

/// Ruled lines for a text, as HTML.
std::string ruled_lines(std::size_t n);

}  // namespace attn
