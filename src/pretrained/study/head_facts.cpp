#include "pretrained/study/head_facts.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "network/elementary.hpp"
#include "network/rows.hpp"
#include "network/workers.hpp"

namespace attn {
namespace {

// −Σ w ln w. A weight of 0 adds nothing; one below 1e-30 would not show either.
template <class Real>
double entropy_of(const Real* w, std::size_t n) {
  Real sum = 0;
  in_vectors([&] {
    sum = sum_of<Real>(n, [w](std::size_t j) {
      const Real held = w[j] > Real(1e-30) ? w[j] : Real(1);
      return -held * elementary::log(static_cast<float>(held));
    });
  });
  return static_cast<double>(sum);
}

template <>
double entropy_of(const double* w, std::size_t n) {
  return sum_of<double>(n, [w](std::size_t j) { return w[j] > 0 ? -w[j] * std::log(w[j]) : 0.0; });
}

constexpr double kStrong = 0.2;  // a weight that shows, wherever it is

}  // namespace

TokenRules::TokenRules(std::vector<std::uint32_t> ids, Sights sights, std::vector<bool> separators)
    : ids_(std::move(ids)), sights_(std::move(sights)), n_open_(ids_.size()), same_(ids_.size()) {
  for (std::size_t j = 0; j < separators.size(); ++j)
    if (separators[j]) separators_.push_back(j);
  while (first_ + 1 < ids_.size() && is_padding(first_)) ++first_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> places;
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    for (std::size_t j = 0; j < ids_.size(); ++j) n_open_[i] += sees(i, j);
    auto& before = places[ids_[i]];
    same_[i] = before;
    before.push_back(static_cast<std::uint32_t>(i));
  }
}

bool TokenRules::is_padding(std::size_t place) const {
  return !sights_.is_padding.empty() && sights_.is_padding[place];
}

bool TokenRules::sees(std::size_t query, std::size_t key) const {
  if (is_padding(key)) return false;
  if (!sights_.is_causal) return true;
  return key <= query && (!sights_.window || query - key < *sights_.window);
}

// `weight(i, j)` is that of a cell that is open, `entropy(i)` that of a whole row.
template <class Weight, class Entropy>
HeadMeans TokenRules::means(const Weight& weight, const Entropy& entropy) const {
  HeadMeans result;
  const std::size_t n = ids_.size();
  const auto add = [&](HeadMeasureKind kind, double value) {
    MeanOverQueries& mean = result[static_cast<std::size_t>(kind)];
    mean.sum += value;
    ++mean.n_rows;
  };
  const auto add_cell = [&](HeadMeasureKind kind, std::size_t i, std::size_t j) {
    if (sees(i, j)) add(kind, weight(i, j));
  };
  // Several keys of one query count together, and the query once.
  const auto add_cells = [&](HeadMeasureKind kind, std::size_t i, const auto& keys,
                             std::size_t behind) {
    double sum = 0.0;
    bool has_any = false;
    for (const auto key : keys) {
      const std::size_t j = key + behind;
      if (j >= n || !sees(i, j)) continue;
      sum += weight(i, j);
      has_any = true;
    }
    if (has_any) add(kind, sum);
  };
  for (std::size_t i = 0; i < n; ++i) {
    if (is_padding(i)) continue;
    if (i > first_) {
      add_cell(HeadMeasureKind::previous, i, i - 1);
      add_cell(HeadMeasureKind::first, i, first_);
      add_cell(HeadMeasureKind::self, i, i);
    }
    if (i + 1 < n) add_cell(HeadMeasureKind::next, i, i + 1);
    add_cells(HeadMeasureKind::same, i, same_[i], 0);
    add_cells(HeadMeasureKind::induction, i, same_[i], 1);
    add_cells(HeadMeasureKind::separator, i, separators_, 0);
    if (n_open_[i] >= 2)
      add(HeadMeasureKind::entropy, entropy(i) / std::log(static_cast<double>(n_open_[i])));
  }
  return result;
}

template <class Real>
HeadMeans TokenRules::means_of(Rows<const Real> weights) const {
  return means([&](std::size_t i, std::size_t j) { return static_cast<double>(weights(i, j)); },
               [&](std::size_t i) { return entropy_of(weights.row(i), weights.n_cols); });
}

HeadMeans TokenRules::even_means() const {
  return means([&](std::size_t i, std::size_t) { return 1.0 / static_cast<double>(n_open_[i]); },
               [&](std::size_t i) { return std::log(static_cast<double>(n_open_[i])); });
}

std::vector<HeadMeasureKind> measured_in(const HeadMeans& even) {
  std::vector<HeadMeasureKind> kinds;
  for (const auto& kind : kHeadMeasureKinds)
    if (mean_of(even, kind.value).n_rows > 0) kinds.push_back(kind.value);
  return kinds;
}

template <class Real>
HeadSketch sketch_of(Rows<const Real> weights, std::size_t side) {
  const std::size_t n = weights.n_rows, dots = std::min(side, n);
  HeadSketch sketch{dots, dots, std::vector<bool>(dots * dots)};
  for (std::size_t i = 0; i < n; ++i) {
    const Real* const row = weights.row(i);
    const std::size_t most = static_cast<std::size_t>(std::max_element(row, row + n) - row);
    const std::size_t first = i * dots / n * dots;
    if (row[most] > 0) sketch.dots[first + most * dots / n] = true;
    if (row[most] < static_cast<Real>(kStrong)) continue;
    for (std::size_t j = 0; j < n; ++j)
      if (row[j] >= static_cast<Real>(kStrong)) sketch.dots[first + j * dots / n] = true;
  }
  return sketch;
}

template HeadMeans TokenRules::means_of(Rows<const float>) const;
template HeadMeans TokenRules::means_of(Rows<const double>) const;
template HeadSketch sketch_of(Rows<const float>, std::size_t);
template HeadSketch sketch_of(Rows<const double>, std::size_t);

}  // namespace attn
