#include "render/trace/spelled_positions.hpp"

#include <fmt/format.h>

#include <bit>

#include "base/number.hpp"
#include "render/trace/spelled_out.hpp"

namespace attn {
namespace {

// "3 / 10000^(2/8)" for pair 1 of width 8.
std::string quotient(double position, double base, arma::uword pair, arma::uword width) {
  return fmt::format("{} / {}^({}/{})", exact(position), exact(base), 2 * pair, width);
}

double angle_of(double position, double base, arma::uword pair, arma::uword width) {
  return position * pair_frequencies(width, base)(pair);
}

const Stage& source(const CellAtHand& at, const std::string& id) {
  return at.trace.source_of(at.stage, id);
}

}  // namespace

std::string steps_of(const Sinusoid& rule, const CellAtHand& at) {
  const arma::uword dim = rule.dims(at.cell.col);
  const double position = rule.positions(at.cell.row);
  const char* wave = dim % 2 == 0 ? "sin" : "cos";
  const std::string angle =
      at.write.significant(angle_of(position, rule.base, dim / 2, rule.d_model));
  return fmt::format("{0}({1}) {2} {0}({3})", wave,
                     quotient(position, rule.base, dim / 2, rule.d_model), at.write.sign(), angle);
}

std::string steps_of(const Angle& rule, const CellAtHand& at) {
  return quotient(rule.positions(at.cell.row), rule.base, at.cell.col, rule.width);
}

std::string steps_of(const Wavelength& rule, const CellAtHand& at) {
  const std::string number =
      at.write.significant(1.0 / pair_frequencies(rule.width, rule.base)(at.cell.col));
  return fmt::format("2π⋅{}^({}/{}) {} 2π⋅{}", exact(rule.base), 2 * at.cell.col, rule.width,
                     at.write.sign(), number);
}

std::string steps_of(const Trigonometric& rule, const CellAtHand& at) {
  return fmt::format("{}({})", rule.is_sine ? "sin" : "cos",
                     at.write.significant(source(at, rule.of).value(at.cell.row, at.cell.col)));
}

std::string steps_of(const Rotation& rule, const CellAtHand& at) {
  const arma::mat& X = source(at, rule.of).value;
  const arma::mat& angles = source(at, rule.angles).value;
  for (arma::uword pair = 0; pair < angles.n_cols; ++pair) {
    const auto [first, second] = columns_of_pair(pair, X.n_cols, rule.pairing);
    if (at.cell.col != first && at.cell.col != second) continue;
    const bool is_first = at.cell.col == first;
    const double angle = angles(at.cell.row, pair);
    const std::string angle_text = at.write.significant(angle);
    const std::string own = in_parentheses(at.write(X(at.cell.row, at.cell.col)));
    const std::string other = in_parentheses(at.write(X(at.cell.row, is_first ? second : first)));
    const std::string cosine = in_parentheses(at.write(std::cos(angle)));
    const std::string sine = in_parentheses(at.write(std::sin(angle)));
    return fmt::format("{0}⋅cos({1}) {2} {3}⋅sin({1}) {6} {0}⋅{4} {2} {3}⋅{5}", own, angle_text,
                       is_first != rule.is_back ? "−" : "+", other, cosine, sine, at.write.sign());
  }
  return "";
}

std::string steps_of(const Slope& rule, const CellAtHand& at) {
  const arma::uword head = at.cell.row, n = std::bit_floor(rule.n_heads);
  if (head < n) return fmt::format("2^(−8⋅{}/{})", head + 1, n);
  return fmt::format("2^(−8⋅{}/{})", 2 * (head - n) + 1, 2 * n);
}

std::string steps_of(const Sum& rule, const CellAtHand& at) {
  const auto term = [&at](const std::string& id) {
    return in_parentheses(at.write(source(at, id).value(at.cell.row, at.cell.col)));
  };
  return term(rule.left) + " + " + term(rule.right);
}

std::string steps_of(const Part& rule, const CellAtHand& at) {
  return cell_name(source(at, rule.of), {rule.rows(at.cell.row), rule.cols(at.cell.col)});
}

std::string steps_of(const Pooling& rule, const CellAtHand& at) {
  const arma::mat& rows = source(at, rule.of).value;
  const std::string sum = sum_of(rows.n_rows, [&](arma::uword row) {
    return in_parentheses(at.write(rows(row, at.cell.col)));
  });
  return fmt::format("({}) / {}", sum, rows.n_rows);
}

std::string steps_of(const Alignment& rule, const CellAtHand& at) {
  const arma::rowvec a = source(at, rule.left).value.row(at.cell.row);
  const arma::rowvec b = source(at, rule.right).value.row(at.cell.col);
  return fmt::format("{} / ({}⋅{})", at.write(arma::dot(a, b)), at.write(arma::norm(a)),
                     at.write(arma::norm(b)));
}

}  // namespace attn
