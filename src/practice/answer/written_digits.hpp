#pragma once

#include <armadillo>
#include <string_view>
#include <vector>

#include "practice/exercise.hpp"

namespace attn {

/// The most decimals that a number has in a text, zeros at its end included: 4 of "0.7310", 2 of
/// "1.5; 12.50". Of a percentage there are two more, and 7.310e-1 has four.
int typed_decimals(std::string_view text);

/// The same of one number without a sign, where it may be negative: -4 of "2.6e5", which tells no
/// digit below the tens of thousands.
int decimals_of_one(std::string_view number);

/// The most decimals in an answer to a field (see Reading::digits); 0 where no numbers are asked
/// for.
int typed_decimals(const Field& field, std::string_view text);

/// The same for each cell of an answer that was read, column by column: 3 and 1 of "0.100 0.2". Of
/// equal cells those of the one that has the most; of a cell that stands in the text in no other
/// form than one to be worked out (2/5), as many as can be told. Empty where no numbers are asked
/// for.
std::vector<int> typed_in_cells(const Field& field, std::string_view text, const arma::mat& given);

}  // namespace attn
