// How answers, numbers and words are written, and how a field wants its answer.
#pragma once

#include <armadillo>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "practice/exercise/exercise.hpp"

namespace attn {

/// A matrix as a learner writes it: "1 2; 3 4".
std::string matrix_text(const arma::mat& matrix);

/// An answer to a field in words: its number, its matrix as matrix_text(), what its option says,
/// the items of its list. `answer` has the form that Field describes, a list's places included; of
/// an expression it is not looked at.
std::string answer_text(const Field& field, const arma::mat& answer);

/// The name of an option: its letter, and what it says where that is something else.
std::string option_text(const Field& field, std::size_t place);

/// How a field wants its answer: "3 × 3, to 2 decimals", "two whole numbers". Translated.
std::string wanted_form(const Field& field, const arma::mat& truth);

/// "3 × 4".
std::string size_text(const arma::mat& matrix);

/// How much an answer may be off: "0.005", "0.1 %", both with "/" between, or "half a unit of digit
/// 2" where digits are counted from the first.
std::string allowed_text(const Tolerance& tolerance);

/// The same as a sentence; "" for an exact answer.
std::string allowed_sentence(const Tolerance& tolerance);

/// The tolerance without the little that allows for binary rounding: half a unit of the last digit
/// asked for, and zero for an exact answer.
Tolerance asked_tolerance(Tolerance tolerance);

/// The decimals that were asked for, else those at which rounding stays within `absolute`; below 0:
/// whole tens. Nothing where there is neither.
///
///     decimals = 3    3        absolute = 0.01    2        absolute = 5    -1
std::optional<int> asked_decimals(const Tolerance& tolerance);

/// Whether the answer is a whole number, or a matrix of them, and nothing between two of them: a
/// count, a shape.
bool asks_whole_numbers(const Field& field, const arma::mat& truth);

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

/// A text as it is compared with another: without case, spaces, hyphens, underlines and full stops,
/// full-width letters as ASCII, half-width kana as kana.
std::string compared_form(std::string_view text);

/// A text without the quotation marks around it.
std::string_view without_quotes(std::string_view item);

/// The places of the items that a text lists: between spaces, commas or line ends, with or without
/// numbers before them ("1. cat 2. sat") and "and" between; pairs as cat->sat, cat → sat, cat to
/// sat or (cat, sat). Errors:  InputError naming an item that is unknown or listed twice; an item's
/// pair with
///          itself.
std::vector<std::size_t> typed_list(const Field& field, std::string_view plain);

/// A number as one would copy it: whole ones in full, others to 6 significant digits, never "-0".
std::string plain_number(double value);

/// A number with a fixed count of decimals, never "-0.00"; whole numbers too large for that in
/// full.
std::string fixed_number(double value, int decimals);

/// A small number in two digits, for errors and tolerances: "0.032", "3e-07".
std::string rough_number(double value);

/// How many decimals show every cell as it is, but for `hair` of a unit in the last one; at most
/// `most`.
int decimals_of(const arma::mat& matrix, int most, double hair = 1e-9);

/// The decimals that people write at most.
constexpr int kMostWrittenDecimals = 12;

/// Half a unit of a decimal, and a hair for what binary makes of it.
double half_unit(int decimals);

/// Whether all numbers are whole, but for what binary makes of them (see whole_hair).
bool are_whole_numbers(const arma::mat& matrix);

}  // namespace attn
