#include "render/trace/spelled_out.hpp"

#include <cmath>

#include "base/message.hpp"
#include "render/matrix/permission.hpp"
#include "render/number/hand_number.hpp"
#include "render/text/wrap.hpp"
#include "render/trace/spelled_gradients.hpp"
#include "render/trace/spelled_positions.hpp"

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

}  // namespace attn
