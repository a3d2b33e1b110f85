#include "render/trace/spelled_out.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <vector>

#include "base/message.hpp"
#include "base/number.hpp"
#include "render/matrix/matrix.hpp"
#include "render/text/number.hpp"
#include "render/text/text.hpp"

namespace attn {

namespace {

constexpr std::size_t kMaxCells = 144;  // cells spelled out in one stage

// A piece of a calculation, and what it has outside of all parentheses: a sum, a product or a
// quotient, or nothing that could be torn apart but a sign, or not even that.
struct Spelling {
  enum class Kind { sum, product, whole, bare } kind = Kind::whole;
  std::string text;
};

// A piece where anything that binds less than `least` would be torn apart.
std::string within(const Spelling& piece, Spelling::Kind least) {
  return piece.kind < least ? "(" + piece.text + ")" : piece.text;
}

// The same where a sign may not stand, either.
std::string operand(const Spelling& piece, Spelling::Kind least) {
  return piece.kind == Spelling::Kind::whole ? in_parentheses(piece.text) : within(piece, least);
}

// The steps that lead to a cell, by the tree of its rule.
class SpelledOut {
 public:
  SpelledOut(const Trace& trace, const Stage& stage, Cell cell, const Layout& layout)
      : at_(trace, stage, cell.row, cell.col), write_(layout) {}

  // "sin(3 / 10000^(2/8)) = sin(0.3)". Empty where there is nothing to work out.
  std::string steps(const CellFormula& rule) {
    std::string steps = spelled(rule).text;
    if (!has_worked_ || steps.empty()) return steps;
    is_worked_ = true;
    const std::string numbers = spelled(rule).text;
    return steps + " " + write_.sign() + " " + numbers;
  }

  // " = −1.614" behind the steps, or " ≈ −1.614" where a number is rounded.
  std::string result(double value) {
    const std::string number = write_(value);
    return (std::isfinite(value) ? " " + write_.sign() + " " : " = ") + number;
  }

 private:
  using Kind = Spelling::Kind;

  Spelling spelled(const CellFormula& rule) {
    const auto part = [&](std::size_t n) { return spelled(rule.parts.at(n)); };
    switch (rule.op) {
      case Op::number:
        return {Kind::whole, rule.name.empty() ? exact(rule.number) : rule.name};
      case Op::name:
        if (!is_cell(rule.parts.at(0))) return part(0);
        return {Kind::whole, name_of(rule.parts.at(0))};
      case Op::significant:
        return rule.parts.at(0).op == Op::cell ? significant(rule) : part(0);
      case Op::bare:
        return {Kind::bare, write_(at_.value(rule))};
      case Op::exact:
      case Op::list:
      case Op::rows:
      case Op::groups:
        return {Kind::whole, exact(at_.value(rule))};
      case Op::worked:
        has_worked_ = true;
        if (!is_worked_) return part(0);
        return rule.parts.at(0).op == Op::significant ? significant(rule) : number(rule);
      case Op::open:
        return at_.is_closed(rule) ? Spelling{} : part(2);
      case Op::choice:
        return at_.value(rule.parts.at(0)) != 0.0 ? part(1) : part(2);
      case Op::sum:
      case Op::balance: {
        const std::vector<arma::uword> terms = at_.terms_of(rule);
        return {Kind::sum, sum_of(terms.size(), [&](arma::uword n) {
                  at_.set_term(terms[n]);
                  return operand(part(1), Kind::product);
                })};
      }
      case Op::total:
        return {Kind::sum, sum_of(rule.parts.size(),
                                  [&](arma::uword n) { return operand(part(n), Kind::product); })};
      case Op::plus:
        return {Kind::sum, part(0).text + " + " + operand(part(1), Kind::product)};
      case Op::minus:
      case Op::apart:
        return difference(rule);
      case Op::relative:
        return is_large_exponent(at_.value(rule.parts.at(1))) ? difference(rule) : part(0);
      case Op::times: {
        const bool is_literal = rule.parts.at(0).op == Op::number;
        const std::string first = is_literal ? part(0).text : operand(part(0), Kind::product);
        return {Kind::product, first + "⋅" + operand(part(1), Kind::product)};
      }
      case Op::share: {
        const double all = at_.value(rule.parts.at(1));
        if (all == 0.0 || !std::isfinite(all)) return {};
        return quotient(rule);
      }
      case Op::over:
        return quotient(rule);
      case Op::square:
        return {Kind::whole, operand(part(0), Kind::whole) + "²"};
      case Op::power:
        return {Kind::whole, operand(part(0), Kind::whole) + "^" + exponent(rule.parts.at(1))};
      case Op::exp:
        if (!std::isfinite(at_.value(rule.parts.at(0)))) return {Kind::whole, "0"};
        return {Kind::whole, "e^" + exponent(rule.parts.at(0))};
      case Op::negative:
        return {Kind::product, "−" + operand(part(0), Kind::whole)};
      case Op::function:
        return {Kind::whole, rule.name + "(" + part(0).text + ")"};
      case Op::ln:
        return {Kind::whole, "ln " + part(0).text};
      default:
        return number(rule);
    }
  }

  Spelling number(const CellFormula& rule) { return {Kind::whole, write_(at_.value(rule))}; }

  Spelling significant(const CellFormula& rule) {
    return {Kind::whole, write_.significant(at_.value(rule))};
  }

  Spelling difference(const CellFormula& rule) {
    const std::string left = spelled(rule.parts.at(0)).text;
    return {Kind::sum, left + " − " + operand(spelled(rule.parts.at(1)), Kind::product)};
  }

  Spelling quotient(const CellFormula& rule) {
    const std::string dividend = within(spelled(rule.parts.at(0)), Kind::product);
    return {Kind::product, dividend + (is_exponent_ ? "/" : " / ") +
                               within(spelled(rule.parts.at(1)), Kind::whole)};
  }

  std::string exponent(const CellFormula& rule) {
    is_exponent_ = true;
    const std::string text = operand(spelled(rule), Kind::whole);
    is_exponent_ = false;
    return text;
  }

  // "S[sat, cat]", or of one of several heads "head 0 O_0[sat, 1]".
  std::string name_of(const CellFormula& cell) {
    const Stage& stage = at_.stage_of(cell);
    const std::string name = cell_name(stage, {at_.row_of(cell), at_.col_of(cell)});
    return cell.op == Op::member ? stage.group + " " + name : name;
  }

  FormulaAt at_;
  HandNumber write_;
  bool has_worked_ = false;   // some of it is a number of its own
  bool is_worked_ = false;    // and is written as that
  bool is_exponent_ = false;  // where fractions stand close together
};

}  // namespace

std::string cell_name(const Stage& stage, Cell cell) {
  const bool is_a_number = stage.value.n_elem == 1 && stage.rows.name == "loss";
  if (is_a_number) return stage.symbol;
  return fmt::format("{}[{}, {}]", stage.symbol, stage.rows.place_name(cell.row),
                     stage.cols.place_name(cell.col));
}

std::string spelled_out(const Trace& trace, const Stage& stage, Cell cell, const Layout& layout) {
  const std::optional<CellFormula> rule = cell_formula(stage.rule);
  if (!rule) return "";
  const std::string name = cell_name(stage, cell);
  const double value = stage.value(cell.row, cell.col);
  if (std::holds_alternative<Permission>(stage.rule))
    return fmt::format("{} = {}. {}", name, value, permission_sentence(stage, cell));
  SpelledOut spell(trace, stage, cell, layout);
  const std::string steps = spell.steps(*rule);
  std::string line = name + " = " + steps + spell.result(value);
  if (steps.empty()) line = name + " = " + HandNumber(layout)(value);
  if (is_blocked(stage, cell.row, cell.col) && (steps.empty() || hides_blocked(stage)))
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
