#include "render/drawing/share_scale.hpp"

#include <algorithm>
#include <cmath>

#include "render/drawing/matrix_drawing.hpp"

namespace attn {
namespace {

constexpr double kToldApart = 0.2;  // two steps of ten: from there on 0…1 shows what is strong

constexpr double kDigitSlack = 1e-6;

struct RowMaxima {
  double mean = 0.0, largest = 0.0;
};

RowMaxima row_maxima_of(const Stage& stage) {
  RowMaxima maxima;
  arma::uword n_rows = 0;
  for (arma::uword i = 0; i < stage.value.n_rows; ++i) {
    double largest = 0.0;
    for (arma::uword j = 0; j < stage.value.n_cols; ++j)
      if (has_open_cell(stage, i, j)) largest = std::max(largest, stage.value(i, j));
    if (largest <= 0.0) continue;
    maxima.mean += largest;
    maxima.largest = std::max(maxima.largest, largest);
    ++n_rows;
  }
  if (n_rows > 0) maxima.mean /= static_cast<double>(n_rows);
  return maxima;
}

double rounded_up(double value) {
  const double digit = std::pow(10.0, std::floor(std::log10(value)) - 1.0);
  return std::ceil(value / digit - kDigitSlack) * digit;
}

}  // namespace

ShareScale share_scale_of(const std::vector<const Stage*>& stages) {
  double strongest = 0.0, largest = 0.0;
  for (const Stage* stage : stages) {
    if (!holds_shares(*stage)) continue;
    if (!has_many_cells(*stage)) return {};
    const RowMaxima maxima = row_maxima_of(*stage);
    strongest = std::max(strongest, maxima.mean);
    largest = std::max(largest, maxima.largest);
  }
  if (strongest <= 0.0 || strongest >= kToldApart) return {};
  const double darkest = rounded_up(strongest);
  return {darkest, largest > darkest};
}

}  // namespace attn
