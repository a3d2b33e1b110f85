#pragma once

#include <armadillo>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "practice/answer/answer.hpp"
#include "practice/exercise/exercise.hpp"

namespace attn {

/// What a line of an answer file begins with.
struct AnswerLine {
  enum class Sign { equals, colon, none };

  std::string name{};  ///< of the question, as the exercise has it; "": the line begins with none
  bool is_known = false;                 ///< the exercise asks for it
  Sign sign = Sign::none;                ///< what stands behind the name
  std::string text{};                    ///< what stands behind that
  std::optional<std::int32_t> hidden{};  ///< a character that cannot be seen, in or before the name

  /// Whether it goes on as a formula or a sentence would: "total / 2", "Weights stay the same".
  bool looks_like_text() const;
};

/// Whether a name can stand before "=": a letter or underline, then also digits and hyphens.
bool is_answer_name(std::string_view text);

/// Reads the name that a line begins with, behind the marks of a list and of Markdown ("- **total**
/// = 3"). One of `questions` is found in capital letters and with spaces too, behind a label such
/// as "(a)", and whatever stands behind it; another name only before an equals sign or a colon.
AnswerLine answer_line(std::string_view line, const std::vector<std::string>& questions);

/// Whether a line opens or closes a block of code in Markdown.
bool is_code_fence(std::string_view line);

/// A numeric answer in plain characters without what stands around it and does not belong to it:
///
///     quotation marks, `code`, **bold** and fences of code      "0.4"   「0.4」   **0.4**
///     the signs around a formula in LaTeX                       \(0.4\)   $0.4$
///     what programs print before a result                       Out[3]: 0.4   >>> 0.4
///     words before it, and words and marks behind it            about 0.4   約 0.4   0.4
///     (rounded).
///
/// A name before an equals sign and units stay (see typed_number). Any other text as it is.
/// `left_out` gains the words that were taken off.
std::string without_surroundings(std::string_view plain, std::vector<std::string>& left_out);
std::string without_surroundings(std::string_view plain);

/// The remark that these words were left out; "" if there are none.
std::string remark_of_left_out(const std::vector<std::string>& words);

/// A text with "=" for ≈, ≒ and their like, and \approx: "about equal" in a chain of sides.
std::string with_equals_signs(std::string_view plain);

/// A number as other programs and languages write it, in attn's own way: 6.28... and Math.PI,
/// 26万2144, 40\%, and M, G or k behind a decimal (115.1M).
/// Errors: InputError for 262k, which may be 262 times 1000 or 1024.
std::string number_in_plain_notation(std::string_view plain);

/// An answer without the unit behind it, where that is the one the question asks for in words:
/// MACs, FLOP or numbers. Another unit stays, and is refused later on.
std::string without_asked_unit(const Field& field, std::string_view plain);

/// Rows as R, pandas and Julia print them, and rows in one line behind labels or as
/// `rows_in_one_line` has them, with the semicolons between rows that attn reads.
std::string rows_in_plain_notation(std::string_view plain, const AnswerContext& context);

/// The rows of a matrix that was copied from a screen or a table, as "1, 0; 0, 1": what attn prints
/// itself, with labels, headings, shades and sums; rows that each stand in brackets on a line of
/// their own; Markdown tables; and lines of cells in which each row has its label and the columns
/// have headings. Any other text as it is.
///
///         k0   k1              | 1 | 0 |         [1, 0]          ,k0,k1
///     q0 ⎡ 1.0  0.0 ⎤          |---|---|         [0, 1]          q0,1,0
///     q1 ⎣ 0.0  1.0 ⎦          | 0 | 1 |                         q1,0,1
///
/// Errors:  InputError for several matrices beside each other, and for labels that are those of the
///          matrix in another order.
std::string without_labels(std::string_view plain, const AnswerContext& context);

/// A matrix without what programs print around it: tensor([[1, 2]], dtype=torch.float64),
/// array(...), np.matrix(...), torch.Size([512, 4096]) and \begin{pmatrix} 1 & 2 \end{pmatrix} as
/// their rows; tuples ((1, 2), (3, 4)) with brackets; rows inside one pair of brackets too many
/// without it. Any other text as it is.
std::string without_program_words(std::string_view plain);

/// Rows and cells in one line as people part them, in attn's own way: rows between strokes
/// (`1 0 / 0 1`), between bars (`1 0 | 0 1`) or in parentheses (`(1 0) (0 1)`), the cells of one
/// row between bars, and those behind names: `The: 1.2, cat: 1.1`, `k1=0.1 k2=0.9`, `x=1 y=2`. Only
/// where that gives just the rows and columns that are asked for; else the text as it is.
/// Errors: InputError where the names are those of the columns, in another order.
std::string rows_in_one_line(std::string_view text, const AnswerContext& context);

/// Whether commas within the numbers of a matrix must be decimal commas: read so, and only so, it
/// has the rows and columns that are asked for.
bool has_decimal_commas(std::string_view text, const AnswerContext& context);

/// A mask of 1 (may attend) and 0: also true and false, T and F, o and x, ✓ and ✗. A row may stand
/// without spaces, "1000; 1100", where it has as many signs as the mask has columns.
///
/// Errors:  InputError naming the cell; as typed_cells.
arma::mat typed_mask(std::string_view plain, const AnswerContext& context);

/// Where the bracket that a text begins with is closed; npos if nowhere. `brackets` are those that
/// count, "()" or "[]" or both.
std::size_t closing_bracket(std::string_view text, std::string_view brackets = "()[]");

/// How many bytes the sign has that stands at a place of a text; 0 where there is none.
using LengthOfSign = std::function<std::size_t(std::string_view text, std::size_t at)>;

/// What stands between signs that are in no brackets; the text alone where there are none.
std::vector<std::string> parts_between(std::string_view text, const LengthOfSign& length_of_sign,
                                       std::string_view brackets = "()");
std::vector<std::string> parts_between(std::string_view text, char sign,
                                       std::string_view brackets = "()");

/// The cells of a matrix as they stand in a text, row by row; no row is empty.
using TypedCells = std::vector<std::vector<std::string_view>>;

/// The most cells that are read, and the longest one, in bytes.
constexpr std::size_t kTypedCells = 100'000;
constexpr std::size_t kTypedCellLength = 300;

/// Cuts a text of plain characters into the cells of a matrix; they point into it. All rows have
/// the same length.
///
///     1 0 1              1, 0, 1; 0, 1, 1        [[1, 0, 1], [0, 1, 1]]
///     0 1 1              [1 0 1; 0 1 1]          [[1 0 1] [0 1 1]]
///
/// Spaces and commas inside parentheses do not part cells; a percent sign belongs to the number
/// before it.
///
/// Errors:  InputError naming row and column, both from 1: an empty cell or row, rows of different
///          lengths, brackets that do not match, commas that may be decimal ones; too many cells.
TypedCells typed_cells(std::string_view plain);

/// The rows of a matrix of `n_cols` columns, parted by commas only, with parentheses around cells
/// that have spaces inside: "2 cos(1.5), 1 / 3" as "(2 cos(1.5)), (1 / 3)". The spaces stand before
/// a name or a parenthesis, or on both sides of a sign, so that the cell is one product or sum; a
/// text in which that is not so, or is so with another number of columns, stays as it is.
std::string with_cells_at_commas(const std::string& plain, std::size_t n_cols);

/// The matrix of what `value_of` makes of each cell.
/// Errors:  those of `value_of`, with row and column before them.
arma::mat matrix_of(const TypedCells& cells,
                    const std::function<double(std::string_view)>& value_of);

/// A text of plain characters without the name and the equals sign that people write before an
/// answer: "total = 42" and "= 42" as "42", "f(n) = n" as "n". A name in `kept` stays.
std::string_view without_name(std::string_view plain, const std::vector<std::string>& kept);

/// Whole numbers as programs and people group their digits, without that: "1_048_576", "1'048'576",
/// and where `by_words` says so "1,048,576" and "1 048 576". "1,5" stays. A single comma may be a
/// decimal one, so "1,048" stays too unless the number is known to be whole.
std::string without_grouping(std::string_view plain, bool by_words, bool is_whole);

/// A number, and the part of an answer that it was read from.
struct TypedNumber {
  double value = 0.0;
  std::string text{};  ///< with its unit, and without its working
};

/// The number of a whole answer: arithmetic in which the numbers of the context have their names,
/// with a name and an equals sign before it, and a unit behind (see without_units). 40 % is 0.4;
/// degrees are turned into radians, which `remarks` says. Working in parentheses beside it is left
/// out; of a rounded count, "0.26 million (262144)", the exact one is taken.
///
/// Errors:  InputError naming the piece and its place; also where two sides of an equals sign
/// differ.
TypedNumber typed_number(std::string_view plain, const AnswerContext& context,
                         std::vector<std::string>& remarks);

/// The number of one cell: no spaces or commas, and no unit but % and °.
/// Errors:  as typed_number.
double typed_cell(std::string_view plain, const AnswerContext& context);

/// The shape of a matrix as a row of `n` numbers: 512 × 4096, 512 x 4096, 512*4096, 512 by 4096 and
/// 512 行 4096 列 as "512, 4096", and so is "512, 4,096". Of more sizes than that, with a × between
/// them, each is a number, since no product is asked for. A text that has its numbers parted by
/// spaces or commas, or that is no such shape, stays as it is.
std::string shape_as_row(std::string_view plain, std::size_t n);

/// "5×5 (25)" and "512 × 4096 (n × d_model)" without the parenthesis, where it holds the product of
/// the `n` numbers or names alone; `remarks` then says so. Any other text stays as it is.
/// Errors: InputError where something else stands in it.
std::string without_size_in_parentheses(std::string_view plain, std::size_t n,
                                        std::vector<std::string>& remarks);

/// (1, 512, 4096) and 1 × 512 × 4096 without the 1, where `n` = 2 numbers are asked for: it is a
/// batch of one, which `remarks` then says. Any other text stays as it is.
std::string without_batch_of_one(std::string_view plain, std::size_t n,
                                 std::vector<std::string>& remarks);

/// Refuses "512 4.096", where a point parts thousands.
/// Errors: InputError that says so.
void require_no_points_in_thousands(std::string_view plain);

/// The place of the option that a text names: by its id, also as "(b)", "b)", "option b" and
/// "b: what it says", or by its whole text, but for little words.
/// Errors:  InputError listing the ids, or naming the one that was probably meant.
std::size_t typed_choice(const Field& field, std::string_view text);

/// The place of the term that a text is: by its id, its texts or its spellings, in any language and
/// also twice, "equivariant (同変)". Little words are left out: "It is a causal mask.", 同変である.
/// Errors:  InputError for a term that is not known, with the one that was probably meant; for one
///          that is negated, and for two different ones.
std::size_t typed_label(const Field& field, std::string_view text);

/// A number and what stands in parentheses beside it: "262144 (512*512)", "(= ln 2) 0.69".
struct AnswerAndWorking {
  std::string answer;
  std::string working;      ///< without its parentheses and the equals sign it may begin with
  bool says_equal = false;  ///< the working has an equals sign, so that it is no factor
  bool is_parted = false;   ///< a blank stands between the two
  bool is_behind = true;    ///< the working stands behind the answer
};

/// The two parts of such a text, whatever stands in them; nothing of a text in another form.
std::optional<AnswerAndWorking> answer_and_working(std::string_view plain);

/// The words of a text, without the spaces, full stops and quotation marks around them.
std::vector<std::string> words_of(std::string_view text);

/// The parts of a text that tells one thing from another, or says it twice: "equivariant (同変)" as
/// two, and "equivariant rather than invariant" with "not invariant" as the second.
std::vector<std::string> parts_told_apart(std::string_view text);

/// Whether a part denies what it names: "not invariant", 不変ではない.
bool is_negated(const std::string& part);

/// Whether it denies only that this is all, where it is negated: "not just invariant",
/// 不変だけではない.
bool says_more_than_one(const std::string& part);

/// A number that is written in other signs than its own.
struct WordedNumber {
  double value = 0.0;
  bool is_ordinal = false;  ///< "3rd", which may be meant to count from 1
  std::string nouns{};      ///< "head" of "head 3", in small letters; none of "No. 3"
};

/// The number that a text is and nothing else: "four" and "四" up to twelve, "3rd" and "3番目",
/// "head 3" and "ヘッド 3", "x4" and "×4". `is_name` tells the names of known numbers: where n and
/// d are some, "2nd" may be a product.
std::optional<WordedNumber> worded_number(std::string_view plain,
                                          const std::function<bool(const std::string&)>& is_name);

/// Refuses "same" and 同じ: what is equal to an earlier answer is written once more.
/// Errors: InputError that says so.
void require_more_than_sameness(std::string_view plain);

/// Refuses "-1.35 -0.207", which is two numbers or a difference, and "512 512", which is two or
/// one.
/// Errors: InputError that says so.
void require_single_number(std::string_view plain);

/// What stands behind a number without belonging to it: "4 times", "30 個", "85.9°", "40.1 %".
struct NumberAndUnit {
  std::string_view number;  ///< the rest of the text
  double factor = 1.0;  ///< what the unit multiplies by: 0.01 for %, π/180 for degrees, 1e4 for 万
  bool is_degrees = false;
  std::vector<std::string_view> nouns{};  ///< what is counted, without counters (個, 本, x)
};

/// Takes the words of a small list off the end of a text of plain characters. A word that is the
/// name of a number stays.
NumberAndUnit without_units(std::string_view plain,
                            const std::function<bool(const std::string&)>& is_name);

/// Whether a text ends in ×, x or "times": a unit of "4 ×", and a sign where more stands behind it.
bool ends_in_times_sign(std::string_view plain);

}  // namespace attn
