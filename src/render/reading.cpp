#include "render/reading.hpp"

#include <algorithm>
#include <cctype>

#include "core/message.hpp"
#include "render/number_format.hpp"

namespace attn {
namespace {

// "The" and "the" are two tokens but one word: that they find each other teaches little.
bool is_same_word(const std::string& a, const std::string& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char x, unsigned char y) {
    return std::tolower(x) == std::tolower(y);
  });
}

// The query whose largest share for another word is the largest of all; the first of equals.
// Where all attend only to themselves, the first that attends to anything.
arma::uword most_telling_row(const Stage& stage) {
  arma::mat shares = stage.value;
  shares.replace(arma::datum::nan, 0.0);
  arma::mat others = shares;
  for (arma::uword i = 0; i < others.n_rows; ++i)
    for (arma::uword j = 0; j < others.n_cols; ++j)
      if (is_same_word(stage.rows.labels[i], stage.cols.labels[j])) others(i, j) = 0.0;
  return arma::vec(arma::max(others.is_zero() ? shares : others, 1)).index_max();
}

}  // namespace

std::string reading_of(const Stage& stage, const Layout& layout) {
  if (!holds_shares(stage)) return "";
  const arma::uword row = most_telling_row(stage);
  const arma::rowvec shares = stage.value.row(row);
  if (shares.has_nan() || shares.is_zero()) return "";

  const arma::uvec order = arma::stable_sort_index(shares, "descend");
  const NumberFormat write(stage.value, layout);
  const std::string& query = stage.rows.labels[row];
  const std::string& first = stage.cols.labels[order(0)];
  if (order.n_elem < 2 || shares(order(1)) == 0.0)
    return message("\"{}\" gives all its attention to \"{}\".", query, first);
  return message("\"{0}\" gives {2} of its attention to \"{1}\" and {4} to \"{3}\".", query, first,
                 write(shares(order(0))), stage.cols.labels[order(1)], write(shares(order(1))));
}

}  // namespace attn
