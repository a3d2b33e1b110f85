#include "mechanisms/backward/backward_tables.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "base/message.hpp"
#include "base/number.hpp"
#include "core/statistics.hpp"
#include "mechanisms/difference.hpp"
#include "trace/trace.hpp"

namespace attn {
namespace {

constexpr int kDigitsOfMean = 4;  // of numbers of any size
constexpr arma::uword kMostKeys = 24;

std::optional<arma::uword> chosen_row(const Backward& backward) {
  if (backward.jacobian_row) return backward.jacobian_row;
  if (backward.loss.kind == Loss::Kind::cell) return backward.loss.row;
  return {};
}

TableRow row_of_key(const Stage& weights, const Stage& slopes, const Stage& scaled, arma::uword i,
                    arma::uword key, double mean) {
  const cell::Text name = cell::name(weights.cols.place_name(key));
  if (is_blocked(weights, i, key)) {
    TableRow row{name};
    row.insert(row.end(), 4, cell::Missing{"."});
    row.emplace_back(cell::Real{0.0});
    return row;
  }
  const double share = weights.value(i, key), slope = slopes.value(i, key);
  return {name,
          cell::Real{share},
          cell::Real{slope},
          cell::Real{share * slope},
          cell::Real{slope - mean},
          cell::Real{scaled.value(i, key)}};
}

// What was given, or is learned: where the walk back ends.
bool is_an_end(const Trace& trace, const Stage& stage) {
  if (stage.gradient_of.empty() || !stage.group.empty()) return false;
  return std::holds_alternative<Given>(trace.stage(stage.gradient_of).rule);
}

// "[sat, 1]"
std::string name_of_place(const Stage& stage, arma::uword cell) {
  return fmt::format("[{}, {}]", stage.rows.place_name(cell % stage.value.n_rows),
                     stage.cols.place_name(cell / stage.value.n_rows));
}

// Beside the largest slope of all, rounding errors have no digits and no place.
TableRow row_of_gradient(const Stage& stage, double largest_of_all) {
  TableRow row{cell::name(stage.id), cell::name(bare_shape(stage))};
  const arma::uword cell = arma::mat(arma::abs(stage.value)).index_max();
  if (std::abs(stage.value[cell]) <= kRounding * largest_of_all) {
    const cell::Real none{.below = kRounding};
    row.insert(row.end(), {none, cell::Missing{"-"}, none});
  } else {
    row.insert(row.end(), {cell::Real{stage.value[cell]}, cell::name(name_of_place(stage, cell)),
                           cell::Real{arma::norm(stage.value, "fro")}});
  }
  return row;
}

}  // namespace

SoftmaxRow row_to_show(const Trace& trace, const Backward& backward) {
  const std::optional<arma::uword> chosen = chosen_row(backward);
  SoftmaxRow best;
  double largest = -1.0;
  for (const Stage& stage : trace.stages) {
    if (stage.id != "d_scaled") continue;
    const arma::vec sizes = arma::max(arma::abs(stage.value), 1);
    const arma::uword row = chosen.value_or(sizes.index_max());
    if (sizes(row) <= largest) continue;
    largest = sizes(row);
    best = {stage.group, row};
  }
  return best;
}

Table softmax_row_table(const Trace& trace, const SoftmaxRow& shown) {
  const Stage& weights = trace.stage("weights", shown.group);
  const Stage& slopes = trace.stage("d_weights", shown.group);
  const Stage& scaled = trace.stage("d_scaled", shown.group);
  const arma::uword i = shown.row, n = weights.value.n_cols;
  const double mean = arma::dot(weights.value.row(i), slopes.value.row(i));
  const std::string name = shown.group.empty() ? scaled.id : shown.group + " " + scaled.id;
  Table table{
      .id = "softmax_row",
      .title = message("{} by hand, row \"{}\": {} = {} ∘ ({} − D), and D = Σ {}⋅{} = {} is "
                       "what its attention is worth on average.",
                       name, weights.rows.place_name(i), scaled.symbol, weights.symbol,
                       slopes.symbol, weights.symbol, slopes.symbol,
                       with_minus_sign(significant_text(mean, kDigitsOfMean))),
      .columns = {{"key", translated("key")},
                  {"weights", weights.symbol},
                  {"d_weights", slopes.symbol},
                  {"product", fmt::format("{}⋅{}", weights.symbol, slopes.symbol)},
                  {"above_mean", fmt::format("{} − D", slopes.symbol)},
                  {"d_scaled", scaled.symbol}},
      .note = translated("The last column sums to 0, as every row of d_scaled does: softmax "
                         "shares out one whole, so what one key gains the others lose."),
      .after = "d_scaled"};
  if (!shown.group.empty())
    add_sentence(table.note, message("Among all heads, {} has the largest gradient here; --head N "
                                     "shows another.",
                                     shown.group));
  for (arma::uword key = 0; key < n; ++key) {
    if (n > kMostKeys && key == kMostKeys - 2) {
      table.rows.emplace_back(table.columns.size(), cell::Gap{n - 1 - key});
      key = n - 1;
    }
    table.rows.push_back(row_of_key(weights, slopes, scaled, i, key, mean));
  }
  table.rows.push_back({cell::Text{"total", translated("total")},
                        cell::Real{arma::accu(weights.value.row(i))}, cell::Missing{},
                        cell::Real{mean}, cell::Missing{},
                        cell::Real{sum_but_for_rounding(scaled.value.row(i))}});
  return table;
}

Table gradient_table(const Trace& trace) {
  Table table{.id = "gradients",
              .title = translated(
                  "How strongly the loss changes with what was given or is learned: "
                  "the largest number of each gradient, where it is, and the norm of them all."),
              .columns = {{"stage", translated("stage")},
                          {"shape", translated("shape")},
                          {"largest", translated("largest")},
                          {"at", translated("at")},
                          {"norm", translated("norm")}},
              .n_text_columns = 2,
              .note = translated("A step of training takes a small multiple of the gradient away "
                                 "from what is learned, and the loss falls."),
              .after = trace.stages.back().id,
              .dispensable = {1}};
  std::vector<const Stage*> ends;
  double largest = 0.0;
  for (const Stage& stage : trace.stages) {
    if (!is_an_end(trace, stage)) continue;
    ends.push_back(&stage);
    largest = std::max(largest, largest_size(statistics_of(stage.value)));
  }
  for (const Stage* end : ends) table.rows.push_back(row_of_gradient(*end, largest));
  return table;
}

}  // namespace attn
