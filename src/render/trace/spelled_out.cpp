#include "render/trace/spelled_out.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <vector>

#include "base/message.hpp"
#include "base/number.hpp"
#include "render/matrix/matrix.hpp"
#include "render/text/number.hpp"
#include "render/text/text.hpp"

namespace attn {

namespace {

constexpr std::size_t kMaxCells = 144;     // cells spelled out in one stage
constexpr double kLargestExponent = 20.0;  // beyond it, exp is worked out relative to the maximum

class SpelledOut {
 public:
  SpelledOut(const Trace& trace, const Stage& stage, Cell cell, const Layout& layout)
      : trace_(trace), stage_(stage), cell_(cell), write_(layout) {}

  std::string operator()(const Given&) { return ""; }
  std::string operator()(const Permission&) { return ""; }  // see permission_sentence

  std::string operator()(const Product& product) {
    const Stage& left = source(product.left);
    const Stage& right = source(product.right);
    const arma::uword n = product.left_transposed ? left.value.n_rows : left.value.n_cols;
    const std::string sum = sum_of(n, [&](arma::uword k) {
      const double first =
          product.left_transposed ? left.value(k, cell_.row) : left.value(cell_.row, k);
      const double second =
          product.right_transposed ? right.value(cell_.col, k) : right.value(k, cell_.col);
      const std::string factor = in_parentheses(write_(first));
      return factor + "⋅" + in_parentheses(write_(second));
    });
    if (product.bias.empty()) return sum;
    return sum + " + " + in_parentheses(write_(source(product.bias).value(0, cell_.col)));
  }

  std::string operator()(const Columns& columns) {
    return cell_name(trace_.stage(columns.of), {cell_.row, columns.first + cell_.col});
  }

  std::string operator()(const Concat& concat) {
    const std::vector<const Stage*> parts = trace_.in_every_group(concat.of);
    arma::uword col = cell_.col;
    for (std::size_t first = 0; first < parts.size(); first += concat.n_added) {
      if (col < parts[first]->value.n_cols) return added(parts, first, concat.n_added, col);
      col -= parts[first]->value.n_cols;
    }
    return "";
  }

  std::string operator()(const Difference& difference) {
    return source_number(difference.left) + " − " + in_parentheses(source_number(difference.right));
  }

  std::string operator()(const Mean& mean) {
    const std::vector<const Stage*> parts = trace_.in_every_group(mean.of);
    if (blocked()) return "";
    const std::string sum = sum_of(parts.size(), [&](arma::uword k) {
      return in_parentheses(write_(parts[k]->value(cell_.row, cell_.col)));
    });
    return fmt::format("({}) / {}", sum, parts.size());
  }

  std::string operator()(const Scaling& scaling) {
    if (scaling.asked && scaling.asked->kind == Scale::Kind::off && scaling.number == 1.0)
      return cell_name(source(scaling.of), cell_);
    const std::string score = source_number(scaling.of);
    const std::string number = write_(scaling.number);
    return scaling.divides ? score + " / " + number
                           : in_parentheses(score) + "⋅" + in_parentheses(number);
  }

  std::string operator()(const Masking& masking) {
    return source_number(masking.of) + (blocked() ? " + (−∞)" : " + 0");
  }

  std::string operator()(const Logarithm& logarithm) { return "ln " + source_number(logarithm.of); }

  // Empty for a cell that is blocked: there is nothing to work out.
  std::string operator()(const Softmax& softmax) {
    const Stage& scores = source(softmax.of);
    const arma::rowvec row = scores.value.row(cell_.row);
    const double highest = row.max();
    if (blocked() || !std::isfinite(highest)) return "";

    // By hand one does not shift small exponents; large ones would leave the range of the numbers.
    const bool shifts = std::abs(highest) > kLargestExponent;
    const double shift = shifts ? highest : 0.0;
    const auto power = [&](arma::uword j) {
      if (!std::isfinite(row(j))) return std::string("0");
      const std::string exponent = write_(row(j));
      if (shifts) return "e^(" + exponent + " − " + in_parentheses(write_(highest)) + ")";
      return "e^" + in_parentheses(exponent);
    };
    const arma::rowvec powers = arma::exp(row - shift);
    const double sum = arma::accu(powers);
    const std::string formula = power(cell_.col) + " / (" + sum_of(row.n_elem, power) + ")";
    const std::string numbers = write_(powers(cell_.col)) + " / " + write_(sum);
    return formula + " " + write_.sign() + " " + numbers;
  }

  std::string operator()(const Shares& shares) {
    if (shares.of.empty()) return "";
    const arma::rowvec row = source(shares.of).value.row(cell_.row);
    const double sum = arma::accu(row);
    if (sum == 0.0) return "";
    const std::string terms =
        sum_of(row.n_elem, [&](arma::uword j) { return in_parentheses(write_(row(j))); });
    const std::string share = write_(row(cell_.col)) + " / ";
    return share + "(" + terms + ") " + write_.sign() + " " + share + write_(sum);
  }

  // The rules about positions and about gradients.
  template <typename OtherRule>
  std::string operator()(const OtherRule& rule) {
    return steps_of(rule, CellAtHand{trace_, stage_, cell_, write_});
  }

  // " = −1.614" behind the steps, or " ≈ −1.614" where a number is rounded.
  std::string result(double value) {
    const std::string number = write_(value);
    return (std::isfinite(value) ? " " + write_.sign() + " " : " = ") + number;
  }

  bool blocked() const { return is_blocked(stage_, cell_.row, cell_.col); }

 private:
  const Stage& source(const std::string& id) const { return trace_.source_of(stage_, id); }

  // "head 0 O_0[sat, 1]", or of several heads "head 0 .. + head 1 .. = 2 + 1".
  std::string added(const std::vector<const Stage*>& parts, std::size_t first, arma::uword n,
                    arma::uword col) {
    const auto name = [&](arma::uword k) {
      const Stage& part = *parts[first + k];
      return part.group + " " + cell_name(part, {cell_.row, col});
    };
    if (n == 1) return name(0);
    const std::string numbers = sum_of(n, [&](arma::uword k) {
      return in_parentheses(write_(parts[first + k]->value(cell_.row, col)));
    });
    return sum_of(n, name) + " " + write_.sign() + " " + numbers;
  }

  std::string source_number(const std::string& id) {
    const Stage& stage = source(id);
    return write_(stage.value(cell_.row, cell_.col));
  }

  const Trace& trace_;
  const Stage& stage_;
  Cell cell_;
  HandNumber write_;
};

}  // namespace

std::string cell_name(const Stage& stage, Cell cell) {
  const bool is_a_number = stage.value.n_elem == 1 && stage.rows.name == "loss";
  if (is_a_number) return stage.symbol;
  return fmt::format("{}[{}, {}]", stage.symbol, stage.rows.place_name(cell.row),
                     stage.cols.place_name(cell.col));
}

std::string spelled_out(const Trace& trace, const Stage& stage, Cell cell, const Layout& layout) {
  if (std::holds_alternative<Given>(stage.rule)) return "";
  if (const auto* shares = std::get_if<Shares>(&stage.rule); shares && shares->of.empty())
    return "";
  if (std::holds_alternative<Permission>(stage.rule))
    return fmt::format("{} = {}. {}", cell_name(stage, cell), stage.value(cell.row, cell.col),
                       permission_sentence(stage, cell));
  SpelledOut spell(trace, stage, cell, layout);
  const std::string steps = std::visit(spell, stage.rule), name = cell_name(stage, cell);
  const double value = stage.value(cell.row, cell.col);
  std::string line = name + " = " + steps + spell.result(value);
  if (steps.empty()) line = name + " = " + HandNumber(layout)(value);
  if (spell.blocked() && (steps.empty() || hides_blocked(stage)))
    line = message("{}, may not attend", line);
  return layout.glyphs == Glyphs::ascii ? in_ascii(line) : line;
}

std::string note_on_rounding(const std::string& lines) {
  if (lines.find("≈") == lines.npos && lines.find("~=") == lines.npos) return "";
  return translated(
      "≈ stands where numbers are rounded. The result is worked out with all their digits: a "
      "calculator that is given those shown may differ from it in the last ones.");
}

std::string arithmetic_text(const Trace& trace, const Stage& stage, const Layout& layout,
                            unsigned indent) {
  std::string text;
  std::size_t n_cells = 0;
  for (arma::uword row = 0; row < stage.value.n_rows; ++row)
    for (arma::uword col = 0; col < stage.value.n_cols; ++col) {
      const std::string line = spelled_out(trace, stage, {row, col}, layout);
      if (line.empty()) return "";
      if (++n_cells > kMaxCells) {
        text += wrap(message("cells spelled out: {} of {}", kMaxCells, stage.value.n_elem),
                     layout.width, indent);
        return text;
      }
      text += wrap(line, layout.width, indent, 4);
    }
  return text;
}

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
