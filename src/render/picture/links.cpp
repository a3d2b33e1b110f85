#include "render/picture/links.hpp"

#include <algorithm>
#include <cmath>

#include "core/statistics.hpp"

namespace attn {
namespace {

// Cells that are all alike differ from their mean by rounding alone.
constexpr double kRounding = 1e-12;

}  // namespace

bool is_among_same_tokens(const Stage& stage) {
  return stage.value.n_rows == stage.value.n_cols && stage.rows.labels == stage.cols.labels;
}

bool is_query_by_key(const Stage& stage) {
  if (std::holds_alternative<Permission>(stage.rule) || stage.value.is_empty()) return false;
  const bool has_labels = stage.rows.labels.size() == stage.value.n_rows &&
                          stage.cols.labels.size() == stage.value.n_cols;
  return has_labels && (stage.cols.name == "key" || is_among_same_tokens(stage));
}

Links links_of(const Stage& stage, std::optional<arma::uword> row) {
  const Statistics statistics = statistics_of(stage.value);
  Links result{.mean = statistics.mean,
               .standard_deviation = statistics.standard_deviation,
               .threshold = statistics.mean + statistics.standard_deviation,
               .links = {},
               .is_self = is_among_same_tokens(stage)};
  const double least = result.threshold + kRounding * std::max(1.0, std::abs(result.threshold));
  for (arma::uword i = 0; i < stage.value.n_rows; ++i)
    for (arma::uword j = 0; j < stage.value.n_cols; ++j) {
      const double value = stage.value(i, j);
      if ((row && *row != i) || (result.is_self && i == j) || !has_open_cell(stage, i, j)) continue;
      ++result.n_pairs;
      if (value > least) result.links.push_back({i, j, value});
    }
  std::stable_sort(result.links.begin(), result.links.end(),
                   [](const Link& a, const Link& b) { return a.value > b.value; });
  return result;
}

std::optional<Link> strongest_link(const Stage& stage, arma::uword query) {
  const bool is_self = is_among_same_tokens(stage);
  std::optional<Link> strongest;
  for (arma::uword j = 0; j < stage.value.n_cols; ++j) {
    if ((is_self && j == query) || !has_open_cell(stage, query, j)) continue;
    const double value = stage.value(query, j);
    if (!strongest || value > strongest->value) strongest = Link{query, j, value};
  }
  return strongest;
}

arma::uword distance_of(const Link& link) {
  return link.query > link.key ? link.query - link.key : link.key - link.query;
}

}  // namespace attn
