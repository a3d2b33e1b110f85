#include "render/trace/spelled_gradients.hpp"

#include <fmt/format.h>

#include <vector>

namespace attn {
namespace {

const arma::mat& values_of(const CellAtHand& at, const std::string& id) {
  return at.trace.source_of(at.stage, id).value;
}

// "2⋅(−3)"
std::string times(double a, double b, const CellAtHand& at) {
  const std::string left = in_parentheses(at.write(a));
  return left + "⋅" + in_parentheses(at.write(b));
}

// "1 − (−2)"
std::string minus(double a, double b, const CellAtHand& at) {
  const std::string left = at.write(a);
  return left + " − " + in_parentheses(at.write(b));
}

}  // namespace

std::string steps_of(const TotalLoss& rule, const CellAtHand& at) {
  const arma::mat rows = values_of(at, rule.of).t();  // its cells in the order of reading
  return sum_of(rows.n_elem, [&](arma::uword k) { return in_parentheses(at.write(rows[k])); });
}

std::string steps_of(const SquaredErrorLoss& rule, const CellAtHand& at) {
  const arma::mat left = values_of(at, rule.left).t(), right = values_of(at, rule.right).t();
  const std::string squares =
      sum_of(left.n_elem, [&](arma::uword k) { return "(" + minus(left[k], right[k], at) + ")²"; });
  return fmt::format("({}) / {}", squares, left.n_elem);
}

std::string steps_of(const SquaredErrorSlope& rule, const CellAtHand& at) {
  const arma::mat &left = values_of(at, rule.left), &right = values_of(at, rule.right);
  const auto [row, col] = at.cell;
  return fmt::format("2⋅({}) / {}", minus(left(row, col), right(row, col), at), left.n_elem);
}

std::string steps_of(const SoftmaxGradient& rule, const CellAtHand& at) {
  const auto [row, col] = at.cell;
  if (is_blocked(at.stage, row, col)) return "";
  const arma::mat &weights = values_of(at, rule.weights), &slopes = values_of(at, rule.slopes);
  std::vector<arma::uword> open;
  for (arma::uword j = 0; j < weights.n_cols; ++j)
    if (!is_blocked(at.stage, row, j)) open.push_back(j);
  const std::string mean = sum_of(open.size(), [&, row = row](arma::uword k) {
    return times(weights(row, open[k]), slopes(row, open[k]), at);
  });
  const std::string weight = in_parentheses(at.write(weights(row, col)));
  const std::string slope = at.write(slopes(row, col));
  const std::string above_mean =
      minus(slopes(row, col), arma::dot(weights.row(row), slopes.row(row)), at);
  return fmt::format("{0}⋅({1} − ({2})) {3} {0}⋅({4})", weight, slope, mean, at.write.sign(),
                     above_mean);
}

std::string steps_of(const SoftmaxJacobian& rule, const CellAtHand& at) {
  const auto [row, col] = at.cell;
  if (is_blocked(at.stage, row, col)) return "";
  const arma::rowvec a = values_of(at, rule.of).row(rule.row);
  const std::string own = at.write(a(row));
  if (row == col) return fmt::format("{0}⋅(1 − {0})", own);
  return fmt::format("−({}⋅{})", own, at.write(a(col)));
}

std::string steps_of(const SumOfProducts& rule, const CellAtHand& at) {
  const auto [row, col] = at.cell;
  std::string products, sums;
  for (const auto& [left_id, right_id] : rule.terms) {
    const arma::mat &left = values_of(at, left_id), &right = values_of(at, right_id);
    const std::string between = products.empty() ? "" : " + ";
    const std::string terms = sum_of(left.n_cols, [&, row = row, col = col](arma::uword k) {
      return times(left(row, k), right(col, k), at);
    });
    products += between + (rule.terms.size() > 1 ? "(" + terms + ")" : terms);
    sums += between + in_parentheses(at.write(arma::dot(left.row(row), right.row(col))));
  }
  if (rule.terms.size() == 1) return products;
  return products + " " + at.write.sign() + " " + sums;
}

std::string steps_of(const ColumnSums& rule, const CellAtHand& at) {
  const arma::mat& rows = values_of(at, rule.of);
  return sum_of(rows.n_rows,
                [&](arma::uword row) { return in_parentheses(at.write(rows(row, at.cell.col))); });
}

}  // namespace attn
