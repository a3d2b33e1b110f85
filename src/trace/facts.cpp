#include "trace/facts.hpp"

#include <cmath>

#include "base/message.hpp"

namespace attn {
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
