#include "trace/trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "base/message.hpp"
#include "base/text.hpp"

namespace attn {

std::string Axis::place_name(arma::uword place) const {
  return labels.empty() ? std::to_string(place) : labels[place];
}

std::optional<arma::uword> Axis::find_place(const std::string& typed, arma::uword n) const {
  constexpr std::size_t kMostDigits = 9;
  const auto found = std::find(labels.begin(), labels.end(), typed);
  if (found != labels.end() && std::find(found + 1, labels.end(), typed) == labels.end())
    return static_cast<arma::uword>(found - labels.begin());
  if (!are_ascii_digits(typed) || typed.size() > kMostDigits) return std::nullopt;
  const arma::uword place = std::stoul(typed);
  return place < n ? std::optional(place) : std::nullopt;
}

const arma::mat& Trace::record(Stage stage) {
  stages.push_back(std::move(stage));
  return stages.back().value;
}

const Stage* Trace::find(const std::string& id, const std::string& group) const {
  const auto at = std::find_if(stages.begin(), stages.end(), [&](const Stage& stage) {
    return stage.id == id && stage.group == group;
  });
  return at == stages.end() ? nullptr : &*at;
}

const Stage& Trace::stage(const std::string& id, const std::string& group) const {
  if (const Stage* stage = find(id, group)) return *stage;
  throw std::out_of_range("Trace::stage: no stage " + id);
}

const Stage& Trace::source_of(const Stage& stage, const std::string& id) const {
  if (const Stage* sibling = find(id, stage.group)) return *sibling;
  return this->stage(id);
}

std::vector<const Stage*> Trace::in_every_group(const std::string& id) const {
  std::vector<const Stage*> members;
  for (const Stage& stage : stages)
    if (stage.id == id && !stage.group.empty()) members.push_back(&stage);
  return members;
}

namespace {

// What an operation is called, and what it makes of the values of its parts; nothing where it looks
// at the trace, or at a part more than once.
struct Operation {
  Op op;
  const char* name;
  double (*result)(double a, double b, double c) = nullptr;
};

constexpr Operation kOperations[] = {
    {Op::number, "number"},
    {Op::index, "index"},
    {Op::list, "list"},
    {Op::rows, "rows"},
    {Op::cols, "cols"},
    {Op::groups, "groups"},
    {Op::group_cols, "group_cols"},
    {Op::cell, "cell"},
    {Op::whole, "whole"},
    {Op::member, "member"},
    {Op::blocked, "blocked"},
    {Op::empty_row, "empty_row", [](double, double, double) { return 0.0; }},
    {Op::sum, "sum"},
    {Op::balance, "balance"},
    {Op::max, "max"},
    {Op::total, "total"},
    {Op::plus, "plus", [](double a, double b, double) { return a + b; }},
    {Op::minus, "minus", [](double a, double b, double) { return a - b; }},
    {Op::apart, "apart", [](double a, double b, double) { return a - b; }},
    {Op::times, "times", [](double a, double b, double) { return a * b; }},
    {Op::over, "over", [](double a, double b, double) { return a / b; }},
    {Op::share, "share", [](double a, double b, double c) { return b == 0.0 ? c : a / b; }},
    {Op::power, "power", [](double a, double b, double) { return std::pow(a, b); }},
    {Op::square, "square", [](double a, double, double) { return a * a; }},
    {Op::floor, "floor", [](double a, double b, double) { return std::floor(a / b); }},
    {Op::modulo, "modulo", [](double a, double b, double) { return std::fmod(a, b); }},
    {Op::equal, "equal", [](double a, double b, double) { return a == b ? 1.0 : 0.0; }},
    {Op::less, "less", [](double a, double b, double) { return a < b ? 1.0 : 0.0; }},
    {Op::choice, "choice", [](double a, double b, double c) { return a != 0.0 ? b : c; }},
    {Op::negative, "negative", [](double a, double, double) { return -a; }},
    {Op::exp, "exp", [](double a, double, double) { return std::exp(a); }},
    {Op::ln, "ln", [](double a, double, double) { return std::log(a); }},
    {Op::function, "function"},
    {Op::relative, "relative",
     [](double a, double b, double) { return is_large_exponent(b) ? a - b : a; }},
    {Op::name, "name", [](double a, double, double) { return a; }},
    {Op::known, "known", [](double a, double, double) { return a; }},
    {Op::bare, "bare", [](double a, double, double) { return a; }},
    {Op::exact, "exact", [](double a, double, double) { return a; }},
    {Op::significant, "significant", [](double a, double, double) { return a; }},
    {Op::worked, "worked", [](double a, double, double) { return a; }},
    {Op::open, "open", [](double, double, double c) { return c; }}};

const Operation& operation_of(Op op) {
  return *std::find_if(std::begin(kOperations), std::end(kOperations),
                       [op](const Operation& row) { return row.op == op; });
}

}  // namespace

const char* name_of(Op op) { return operation_of(op).name; }

double FormulaAt::value(const CellFormula& formula) {
  switch (formula.op) {
    case Op::number:
      return formula.number;
    case Op::index:
      return static_cast<double>(indices_.at(static_cast<std::size_t>(formula.number)));
    case Op::list:
      return formula.list.at(place(formula.parts.at(0)));
    case Op::rows:
      return static_cast<double>(sized_stage(formula).value.n_rows);
    case Op::cols:
    case Op::group_cols:
      return static_cast<double>(sized_stage(formula).value.n_cols);
    case Op::groups:
      return static_cast<double>(trace_.in_every_group(formula.name).size());
    case Op::cell:
    case Op::whole:
    case Op::member:
      return stage_of(formula).value(row_of(formula), col_of(formula));
    case Op::function:
      return formula.function(value(formula.parts.at(0)));
    case Op::blocked:
      return is_closed(formula) ? 1.0 : 0.0;
    case Op::sum:
    case Op::balance:
    case Op::max:
      return gathered(formula);
    case Op::total:
      return std::accumulate(
          formula.parts.begin(), formula.parts.end(), 0.0,
          [this](double sum, const CellFormula& part) { return sum + value(part); });
    default: {
      std::array<double, 3> parts{};
      for (std::size_t n = 0; n < formula.parts.size(); ++n) parts.at(n) = value(formula.parts[n]);
      return operation_of(formula.op).result(parts[0], parts[1], parts[2]);
    }
  }
}

arma::uword FormulaAt::place(const CellFormula& formula) {
  return static_cast<arma::uword>(value(formula));
}

double FormulaAt::gathered(const CellFormula& formula) {
  const auto known = gathered_.find(&formula);
  if (known != gathered_.end()) return known->second;
  const bool is_max = formula.op == Op::max;
  const arma::uword before = indices_[2];
  double all = is_max ? -std::numeric_limits<double>::infinity() : 0.0;
  for (const arma::uword k : terms_of(formula)) {
    set_term(k);
    const double term = value(formula.parts.at(1));
    all = is_max ? std::max(all, term) : all + term;
  }
  set_term(before);
  return gathered_[&formula] = all;
}

std::vector<arma::uword> FormulaAt::terms_of(const CellFormula& sum) {
  const CellFormula& term = sum.parts.at(1);
  const arma::uword n = place(sum.parts.at(0)), before = indices_[2];
  std::vector<arma::uword> terms;
  for (arma::uword k = 0; k < n; ++k) {
    set_term(k);
    if (term.op != Op::open || !is_closed(term)) terms.push_back(k);
  }
  set_term(before);
  return terms;
}

bool FormulaAt::is_closed(const CellFormula& formula) {
  return is_blocked(stage_, place(formula.parts.at(0)), place(formula.parts.at(1)));
}

const Stage& FormulaAt::stage_of(const CellFormula& cell) {
  if (cell.op == Op::whole) return trace_.stage(cell.name);
  if (cell.op == Op::member) return *trace_.in_every_group(cell.name).at(place(cell.parts.front()));
  return trace_.source_of(stage_, cell.name);
}

arma::uword FormulaAt::row_of(const CellFormula& cell) {
  return place(cell.parts.at(cell.parts.size() - 2));
}

arma::uword FormulaAt::col_of(const CellFormula& cell) { return place(cell.parts.back()); }

const Stage& FormulaAt::sized_stage(const CellFormula& count) const {
  if (count.op == Op::group_cols) return *trace_.in_every_group(count.name).at(0);
  return trace_.source_of(stage_, count.name);
}

bool is_large_exponent(double exponent) {
  constexpr double kLargestExponent = 20.0;  // beyond it, exp is worked out relative to the maximum
  return std::abs(exponent) > kLargestExponent;
}

bool holds_shares(const Stage& stage) {
  return std::holds_alternative<Softmax>(stage.rule) ||
         std::holds_alternative<Shares>(stage.rule) || std::holds_alternative<Mean>(stage.rule);
}

bool holds_whole_rows(const Stage& stage) {
  const auto* shares = std::get_if<Shares>(&stage.rule);
  return holds_shares(stage) && !(shares && shares->is_part);
}

bool is_blocked(const Stage& stage, arma::uword row, arma::uword col) {
  return !stage.blocked.is_empty() && stage.blocked(row, col) != 0;
}

bool hides_blocked(const Stage& stage) {
  return holds_shares(stage) || !stage.gradient_of.empty() ||
         std::holds_alternative<SoftmaxJacobian>(stage.rule);
}

bool has_open_cell(const Stage& stage, arma::uword row, arma::uword col) {
  return !is_blocked(stage, row, col) && std::isfinite(stage.value(row, col));
}

bool repeats_its_source(const Stage& stage) {
  if (const auto* scaling = std::get_if<Scaling>(&stage.rule))
    return scaling->number == 1.0 && is_cell(scaling->of);
  return std::holds_alternative<Masking>(stage.rule) && stage.blocked.is_empty();
}

namespace {

// "batch 2, ", in front of the other axes.
std::string batch_axis(const Stage& stage) {
  return stage.n_batch > 0 ? fmt::format("batch {}, ", stage.n_batch) : "";
}

}  // namespace

std::vector<std::uint64_t> sizes_of(const Stage& stage, const HeadAxis& heads) {
  std::vector<std::uint64_t> sizes{stage.value.n_rows, stage.value.n_cols};
  if (heads.n_heads > 0) sizes.insert(sizes.begin(), heads.n_heads);
  if (stage.n_batch > 0) sizes.insert(sizes.begin(), stage.n_batch);
  return sizes;
}

std::string bare_shape(const Stage& stage) {
  return fmt::format("{}", fmt::join(sizes_of(stage), " x "));
}

std::string named_shape(const Stage& stage, const HeadAxis& heads) {
  const std::string head =
      heads.n_heads > 0 ? fmt::format("{} {}, ", heads.name, heads.n_heads) : "";
  return fmt::format("({}{}{} {}, {} {})", batch_axis(stage), head, stage.rows.name,
                     stage.value.n_rows, stage.cols.name, stage.value.n_cols);
}

std::string short_shape(const Stage& stage) {
  return fmt::format("({}{} {}, {})", batch_axis(stage), stage.rows.name, stage.value.n_rows,
                     stage.value.n_cols);
}

std::string tuple_shape(const std::vector<std::uint64_t>& sizes) {
  return fmt::format("({})", fmt::join(sizes, ", "));
}

std::uint64_t n_numbers(const Stage& stage, const HeadAxis& heads) {
  std::uint64_t n = 1;
  for (const std::uint64_t size : sizes_of(stage, heads)) n *= size;
  return n;
}

namespace {

arma::uword open_keys(const Stage& stage, arma::uword row) {
  if (stage.blocked.is_empty()) return stage.value.n_cols;
  return arma::accu(stage.blocked.row(row) == 0);
}

std::vector<WeightRow> weight_rows_of(const Stage& stage) {
  const arma::mat& W = stage.value;
  const arma::vec entropies = row_entropies(W);
  const arma::uvec strongest = row_maxima(W);
  std::vector<WeightRow> rows;
  for (arma::uword i = 0; i < W.n_rows; ++i) {
    WeightRow row{.sum = arma::accu(W.row(i)), .entropy = entropies(i), .max_entropy = 0.0};
    // Who shares out nothing has no strongest key.
    const arma::uword n_open = row.sum == 0.0 ? 0 : open_keys(stage, i);
    // An empty row that was given weights all the same spread them over every key.
    const arma::uword n_shares = n_open == 0 && row.sum != 0.0 ? W.n_cols : n_open;
    if (n_shares > 0) row.max_entropy = std::log(static_cast<double>(n_shares));
    if (n_open > 0) {
      row.equally_strong = places_equal_to(W.row(i), strongest(i));
      row.strongest = row.equally_strong.front();
    }
    rows.push_back(row);
  }
  return rows;
}

}  // namespace

std::string strongest_names(const WeightRow& row, const std::vector<std::string>& keys) {
  if (!row.strongest) return "-";
  const arma::uvec& equal = row.equally_strong;
  if (equal.n_elem == 1) return keys[equal(0)];
  if (equal.n_elem == 2) return keys[equal(0)] + " = " + keys[equal(1)];
  return message("{} equal", equal.n_elem);
}

Facts facts_of(const Stage& stage) {
  Facts facts;
  facts.statistics = statistics_of(stage.value);
  facts.n_zeros = arma::accu(stage.value == 0.0);
  facts.n_blocked = stage.blocked.is_empty() ? 0 : arma::accu(stage.blocked != 0);
  if (holds_whole_rows(stage)) facts.weight_rows = weight_rows_of(stage);
  return facts;
}

WeightMeans weight_means_of(const Stage& stage) {
  WeightMeans means;
  const bool is_self_attention = stage.rows.labels == stage.cols.labels;
  arma::vec neighbours, distances;
  if (is_self_attention) {
    means.self = means.neighbours = means.distance = 0.0;
    neighbours = row_neighbour_weights(stage.value);
    distances = row_distances(stage.value);
  }
  const std::vector<WeightRow> rows = weight_rows_of(stage);
  double n_rows = 0.0;
  for (arma::uword i = 0; i < rows.size(); ++i) {
    if (!(rows[i].sum > 0.0)) continue;  // an empty row: its weights are 0 or undefined
    ++n_rows;
    means.entropy += rows[i].entropy;
    means.max_entropy += rows[i].max_entropy;
    means.first += stage.value(i, 0);
    if (!is_self_attention) continue;
    *means.self += stage.value(i, i);
    *means.neighbours += neighbours(i);
    *means.distance += distances(i);
  }
  if (n_rows == 0.0) return means;
  means.entropy /= n_rows;
  means.max_entropy /= n_rows;
  means.first /= n_rows;
  for (std::optional<double>* mean : {&means.self, &means.neighbours, &means.distance})
    if (*mean) **mean /= n_rows;
  return means;
}

Stage evenly_spread(const Stage& stage) {
  Stage even = stage;
  even.value.zeros();
  for (arma::uword i = 0; i < even.value.n_rows; ++i) {
    if (!(arma::accu(stage.value.row(i)) > 0.0)) continue;
    const arma::uword n_open = open_keys(stage, i);
    for (arma::uword j = 0; j < even.value.n_cols; ++j)
      if (n_open == 0 || !is_blocked(stage, i, j))
        even.value(i, j) = 1.0 / static_cast<double>(n_open == 0 ? even.value.n_cols : n_open);
  }
  return even;
}

}  // namespace attn
