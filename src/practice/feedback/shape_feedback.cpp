#include "practice/feedback/shape_feedback.hpp"

#include <cmath>

#include "base/message.hpp"
#include "practice/answer/wanted_form.hpp"
#include "practice/judge/compare.hpp"

namespace attn {
namespace {

const char* name_of_number(double value) {
  if (std::isnan(value)) return "NaN";
  return value > 0 ? "+∞" : "−∞";
}

// Whether "0,5 0,25" with a comma between all numbers would look like this.
bool may_have_decimal_commas(const arma::mat& given, const arma::mat& truth) {
  const auto is_whole = [](const arma::mat& matrix) {
    return matrix.is_finite() &&
           arma::all(arma::vectorise(matrix) == arma::round(arma::vectorise(matrix)));
  };
  return given.n_cols == 2 * truth.n_cols && is_whole(given) && !is_whole(truth);
}

// What it means, and where it may come from.
const char* origin_of(double value) {
  if (std::isnan(value))
    return translated(
        "NaN means “not a number”. A computer gets it from 0/0, ∞/∞ and ∞ − ∞: where a power of e "
        "is too large, for instance, or where a row that is divided by its sum has the sum 0.");
  return value > 0
             ? translated(
                   "A computer gives ∞ for what is too large for it, and for a division by 0.")
             : translated("Blocked scores are −∞ before softmax; after it their weights are 0.");
}

// What may have led to this shape; "" if that is not clear.
std::string likely_reason(const Field& field, const arma::mat& given, const arma::mat& truth) {
  if (given.n_elem == 1)
    return translated("One number does not stand for a whole matrix: write every cell.");
  if (arma::size(given.t()) == arma::size(truth))
    return compare(field, given.t(), truth).matches()
               ? translated(
                     "This is the transpose: the numbers are right, but rows and columns "
                     "are exchanged. A query is a row.")
               : translated("Rows and columns seem to be exchanged. A query is a row.");
  if (given.n_elem == truth.n_elem)
    return translated(
        "The number of cells is right. Write each row on a line of its own, or put "
        "; between rows.");
  if (may_have_decimal_commas(given, truth))
    return translated(
        "Each row has twice the cells, all of them whole numbers. If a comma was meant as a "
        "decimal "
        "point, write a point: 0.5. A comma separates cells.");
  return "";
}

// Of numbers in a row, how many there are says more than rows and columns: two of them may be asked
// for that are the rows and columns of something.
bool are_counted(const Field& field, const arma::mat& given, const arma::mat& truth) {
  return given.n_rows == 1 && truth.n_rows == 1 &&
         (given.n_cols == 1 || asks_whole_numbers(field, truth));
}

std::string count_message(const Field& field, const arma::mat& given, const arma::mat& truth) {
  if (!asks_whole_numbers(field, truth))
    return message("This is one number, and {} are asked for.", truth.n_elem);
  return given.n_elem == 1
             ? message("This is one number, and {} whole numbers are asked for.", truth.n_elem)
             : message("These are {0} numbers, and {1} whole numbers are asked for.", given.n_elem,
                       truth.n_elem);
}

}  // namespace

std::string shape_message(const Field& field, const arma::mat& given, const arma::mat& truth) {
  if (field.kind == FieldKind::list)
    return message("The answer lists {} items, and {} are asked for.", given.n_elem, field.count);
  if (are_counted(field, given, truth)) return count_message(field, given, truth);
  std::string text = message("The answer is {} (rows × columns), and {} is asked for.",
                             size_text(given), size_text(truth));
  if (const std::string reason = likely_reason(field, given, truth); !reason.empty())
    add_sentence(text, reason);
  return text;
}

std::string not_finite_message(const arma::mat& given) {
  arma::uword n = 0, first = given.n_elem;
  const arma::mat by_row = given.t();  // so that the first is the first one reads
  for (arma::uword i = 0; i < by_row.n_elem; ++i) {
    if (std::isfinite(by_row(i))) continue;
    ++n;
    first = std::min(first, i);
  }
  const char* what = name_of_number(by_row(first));
  const arma::uword row = first / given.n_cols + 1, col = first % given.n_cols + 1;
  std::string text =
      given.n_elem == 1
          ? message("{} is not a finite number, and every answer here is one.", what)
          : message("Row {0}, column {1} is {2}, not a finite number; such cells: {3}.", row, col,
                    what, n);
  add_sentence(text, origin_of(by_row(first)));
  return text;
}

arma::uword n_hits(const Field& field, const arma::mat& given, const arma::mat& truth) {
  const double least_of_best = truth(static_cast<arma::uword>(answer_of(field, truth).back()));
  arma::uword hits = 0;
  for (const double place : given) hits += truth(static_cast<arma::uword>(place)) >= least_of_best;
  return hits;
}

}  // namespace attn
