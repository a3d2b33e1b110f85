#include "render/matrix/stage_heat.hpp"

#include <algorithm>
#include <cmath>

#include "core/statistics.hpp"
#include "render/number/heat_level.hpp"

namespace attn {

int Heat::level() const { return kind == Kind::share ? share_level(value) : signed_level(value); }

StageHeat::StageHeat(const Stage& stage, double largest_share)
    : stage_(stage),
      has_shares_(holds_shares(stage)),
      largest_(has_shares_ ? largest_share : largest_size(statistics_of(stage.value))) {}

Heat StageHeat::operator()(arma::uword row, arma::uword col) const {
  const double value = stage_.value(row, col);
  if (is_blocked(stage_, row, col) || !std::isfinite(value)) return {};
  if (has_shares_) return {Heat::Kind::share, std::min(value / largest_, 1.0)};
  return {Heat::Kind::signed_value, largest_ > 0 ? value / largest_ : 0.0};
}

}  // namespace attn
