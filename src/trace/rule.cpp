#include "trace/rule.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace attn {

namespace {

constexpr Index kRow = Index::i, kCol = Index::j, kTerm = Index::k;

CellFormula named(const char* name, double value) {
  CellFormula number(value);
  number.name = name;
  return number;
}

template <typename Numbers>
CellFormula listed(const char* name, const Numbers& numbers, CellFormula place) {
  CellFormula list(Op::list, {std::move(place)}, name);
  for (const auto number : numbers) list.list.push_back(static_cast<double>(number));
  return list;
}

CellFormula count(Op op, const std::string& id) { return {op, {}, id}; }

CellFormula whole_number(arma::uword n) { return static_cast<double>(n); }

CellFormula by_name(CellFormula cell) { return {Op::name, {std::move(cell)}}; }
CellFormula known(CellFormula value) { return {Op::known, {std::move(value)}}; }
CellFormula exactly(CellFormula value) { return {Op::exact, {std::move(value)}}; }
CellFormula significant(CellFormula value) { return {Op::significant, {std::move(value)}}; }
CellFormula worked(CellFormula formula) { return {Op::worked, {std::move(formula)}}; }

CellFormula root(CellFormula square) {
  return rule::function_of("sqrt", std::sqrt, std::move(square));
}

// base^(2 pair/width)
CellFormula power_of_base(double base, CellFormula pair, arma::uword width) {
  return {Op::power, {base, exactly(2.0 * std::move(pair)) / whole_number(width)}};
}

}  // namespace

namespace rule {

CellFormula cell(const std::string& id, CellFormula row, CellFormula col) {
  return {Op::cell, {std::move(row), std::move(col)}, id};
}

CellFormula function_of(const char* name, double (*function)(double), CellFormula part) {
  CellFormula formula(Op::function, {std::move(part)}, name);
  formula.function = function;
  return formula;
}

CellFormula sine(CellFormula angle) { return function_of("sin", std::sin, std::move(angle)); }
CellFormula cosine(CellFormula angle) { return function_of("cos", std::cos, std::move(angle)); }

CellFormula sine_of(const std::string& id) { return sine(significant(cell(id))); }
CellFormula cosine_of(const std::string& id) { return cosine(significant(cell(id))); }
CellFormula logarithm_of(const std::string& id) { return {Op::ln, {cell(id)}}; }

CellFormula difference(const std::string& left, const std::string& right) {
  return cell(left) - cell(right);
}

CellFormula sum(const std::string& left, const std::string& right) {
  return {Op::total, {cell(left), cell(right)}};
}

CellFormula part_of(const std::string& id, const arma::uvec& rows, const arma::uvec& cols) {
  return by_name(cell(id, listed("rows", rows, kRow), listed("cols", cols, kCol)));
}

CellFormula mean_row(const std::string& id) { return column_sums(id) / count(Op::rows, id); }

CellFormula alignment(const std::string& left, const std::string& right) {
  const auto dot = [](const CellFormula& a, const CellFormula& b, const std::string& id) {
    return CellFormula(Op::balance, {count(Op::cols, id), a * b});
  };
  const CellFormula a = cell(left, kRow, kTerm), b = cell(right, kCol, kTerm);
  return known(dot(a, b, left)) / (known(root(dot(a, a, left))) * known(root(dot(b, b, right))));
}

CellFormula wavelength(arma::uword width, double base) {
  return named("2π", 2 * arma::datum::pi) * worked(significant(power_of_base(base, kCol, width)));
}

CellFormula alibi_slope(arma::uword n_heads) {
  const arma::uword n = std::bit_floor(n_heads);
  const auto slope = [](CellFormula step, arma::uword of) {
    return named("−8", -8.0) * exactly(std::move(step)) / whole_number(of);
  };
  return {Op::power,
          {2.0,
           {Op::choice,
            {{Op::less, {kRow, whole_number(n)}},
             slope(CellFormula(kRow) + 1.0, n),
             slope(2.0 * (kRow - whole_number(n)) + 1.0, 2 * n)}}}};
}

namespace {

// A cell of a stage, all of whose cells are gone through in the order of reading.
CellFormula each_cell(const std::string& id) {
  const CellFormula width = count(Op::cols, id);
  return cell(id, {Op::floor, {kTerm, width}}, {Op::modulo, {kTerm, width}});
}

CellFormula number_of_cells(const std::string& id) {
  return exactly(count(Op::rows, id) * count(Op::cols, id));
}

}  // namespace

CellFormula total_of(const std::string& id) {
  return {Op::sum, {number_of_cells(id), each_cell(id)}};
}

CellFormula column_sums(const std::string& id) {
  return {Op::sum, {count(Op::rows, id), cell(id, kTerm, kCol)}};
}

CellFormula squared_error(const std::string& left, const std::string& right) {
  const CellFormula error{Op::apart, {each_cell(left), each_cell(right)}};
  return CellFormula(Op::sum, {number_of_cells(left), {Op::square, {error}}}) /
         number_of_cells(left);
}

CellFormula squared_error_slope(const std::string& left, const std::string& right) {
  return 2.0 * CellFormula(Op::apart, {cell(left), cell(right)}) / number_of_cells(left);
}

CellFormula sum_of_products(const std::vector<std::pair<std::string, std::string>>& pairs) {
  std::vector<CellFormula> products;
  for (const auto& [left, right] : pairs)
    products.push_back(
        {Op::sum, {count(Op::cols, left), cell(left, kRow, kTerm) * cell(right, kCol, kTerm)}});
  if (products.size() == 1) return products.front();
  for (CellFormula& product : products) product = worked(std::move(product));
  return {Op::total, std::move(products)};
}

}  // namespace rule

namespace {

using rule::cell;

// The tree of each rule.
struct TreeOf {
  CellFormula operator()(const Given&) const { return 0.0; }
  CellFormula operator()(const CellFormula& rule) const { return rule; }

  CellFormula operator()(const Product& rule) const {
    const CellFormula left =
        rule.left_transposed ? cell(rule.left, kTerm, kRow) : cell(rule.left, kRow, kTerm);
    const CellFormula right =
        rule.right_transposed ? cell(rule.right, kCol, kTerm) : cell(rule.right, kTerm, kCol);
    const CellFormula sum{
        Op::sum, {count(rule.left_transposed ? Op::rows : Op::cols, rule.left), left * right}};
    return rule.bias.empty() ? sum : sum + cell(rule.bias, 0.0, kCol);
  }

  CellFormula operator()(const Scaling& rule) const {
    if (rule.asked && rule.asked->kind == Scale::Kind::off && rule.number == 1.0)
      return by_name(rule.of);
    return rule.divides ? rule.of / known(rule.number) : rule.of * known(rule.number);
  }

  CellFormula operator()(const Masking& rule) const {
    const CellFormula infinite = named("−∞", -std::numeric_limits<double>::infinity());
    return cell(rule.of) + CellFormula(Op::choice, {{Op::blocked, {kRow, kCol}}, infinite, 0.0});
  }

  CellFormula operator()(const Softmax& rule) const {
    const CellFormula n = count(Op::cols, rule.of);
    const CellFormula highest{Op::max, {n, cell(rule.of, kRow, kTerm)}};
    const auto power = [&](Index col) -> CellFormula {
      return {Op::exp, {{Op::relative, {cell(rule.of, kRow, col), highest}}}};
    };
    const CellFormula all{Op::sum, {n, power(kTerm)}};
    return {Op::open,
            {kRow, kCol, {Op::share, {worked(power(kCol)), worked(all), {Op::empty_row, {}}}}}};
  }

  CellFormula operator()(const Shares& rule) const {
    const CellFormula all{Op::sum, {count(Op::cols, rule.of), cell(rule.of, kRow, kTerm)}};
    return {Op::share, {cell(rule.of), worked(all), 0.0}};
  }

  CellFormula operator()(const Columns& rule) const {
    return by_name({Op::whole, {kRow, whole_number(rule.first) + kCol}, rule.of});
  }

  CellFormula operator()(const Concat& rule) const {
    const CellFormula width = count(Op::group_cols, rule.of), n = whole_number(rule.n_added);
    const CellFormula place{Op::floor, {kCol, width}}, col{Op::modulo, {kCol, width}};
    if (rule.n_added == 1) return by_name({Op::member, {place, kRow, col}, rule.of});
    const CellFormula part = by_name({Op::member, {place * n + kTerm, kRow, col}, rule.of});
    return {Op::sum, {n, worked(part)}};
  }

  CellFormula operator()(const Mean& rule) const {
    const CellFormula n = count(Op::groups, rule.of);
    const CellFormula sum{Op::sum, {n, {Op::member, {kTerm, kRow, kCol}, rule.of}}};
    return {Op::open, {kRow, kCol, sum / n}};
  }

  CellFormula operator()(const Permission&) const {
    return {Op::choice, {{Op::blocked, {kRow, kCol}}, 0.0, 1.0}};
  }

  CellFormula operator()(const Waves& rule) const {
    const CellFormula dim = listed("dims", rule.dims, kCol), pair{Op::floor, {dim, 2.0}};
    const CellFormula angle = worked(significant(listed("positions", rule.positions, kRow) /
                                                 power_of_base(rule.base, pair, rule.d_model)));
    return {Op::choice, {{Op::modulo, {dim, 2.0}}, rule.odd(angle), rule.even(angle)}};
  }

  CellFormula operator()(const Angle& rule) const {
    return listed("positions", rule.positions, kRow) / power_of_base(rule.base, kCol, rule.width);
  }

  CellFormula operator()(const Rotation& rule) const {
    // Pairs are neighbours, or one column of each half.
    const bool is_beside = rule.pairing == Pairing::interleaved;
    const CellFormula n_pairs = count(Op::cols, rule.angles);
    const CellFormula size = is_beside ? CellFormula(2.0) : n_pairs;
    const CellFormula whole{Op::floor, {kCol, size}}, rest{Op::modulo, {kCol, size}};
    const CellFormula pair = is_beside ? whole : rest, is_second = is_beside ? rest : whole;
    const CellFormula distance = is_beside ? CellFormula(1.0) : n_pairs;
    const CellFormula other{Op::choice, {is_second, kCol - distance, kCol + distance}};
    const CellFormula angle = significant(cell(rule.angles, kRow, pair));
    const CellFormula kept = cell(rule.of) * worked(rule::cosine(angle));
    const CellFormula taken = cell(rule.of, kRow, other) * worked(rule::sine(angle));
    const CellFormula sum = kept + taken, difference = kept - taken;
    return {Op::choice,
            {is_second, rule.is_back ? difference : sum, rule.is_back ? sum : difference}};
  }

  CellFormula operator()(const SoftmaxGradient& rule) const {
    const CellFormula term = cell(rule.weights, kRow, kTerm) * cell(rule.slopes, kRow, kTerm);
    const CellFormula mean{Op::balance,
                           {count(Op::cols, rule.weights), {Op::open, {kRow, kTerm, term}}}};
    const CellFormula above{Op::apart, {cell(rule.slopes), worked(mean)}};
    return {Op::open, {kRow, kCol, cell(rule.weights) * above}};
  }

  CellFormula operator()(const SoftmaxJacobian& rule) const {
    const CellFormula row = whole_number(rule.row), own{Op::bare, {cell(rule.of, row, kRow)}};
    const CellFormula other{Op::bare, {cell(rule.of, row, kCol)}};
    const CellFormula across{Op::negative, {own * other}};
    return {Op::open,
            {kRow, kCol, {Op::choice, {{Op::equal, {kRow, kCol}}, own * (1.0 - own), across}}}};
  }
};

bool is_given(const Rule& rule) {
  const auto* shares = std::get_if<Shares>(&rule);
  return std::holds_alternative<Given>(rule) || (shares && shares->of.empty());
}

void collect_sources(const CellFormula& formula, std::vector<std::string>& ids) {
  if (is_cell(formula) && std::find(ids.begin(), ids.end(), formula.name) == ids.end())
    ids.push_back(formula.name);
  for (const CellFormula& part : formula.parts) collect_sources(part, ids);
}

}  // namespace

std::optional<CellFormula> cell_formula(const Rule& rule) {
  if (is_given(rule)) return std::nullopt;
  return std::visit(TreeOf{}, rule);
}

std::vector<std::string> sources_of(const Rule& rule) {
  std::vector<std::string> ids;
  if (const auto formula = cell_formula(rule)) collect_sources(*formula, ids);
  return ids;
}

bool is_cell(const CellFormula& formula) {
  return formula.op == Op::cell || formula.op == Op::whole || formula.op == Op::member;
}

bool uses(const CellFormula& formula, Op op) {
  return formula.op == op || std::any_of(formula.parts.begin(), formula.parts.end(),
                                         [op](const CellFormula& part) { return uses(part, op); });
}

}  // namespace attn
