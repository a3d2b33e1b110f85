#pragma once

#include <optional>
#include <vector>

#include "core/statistics.hpp"
#include "trace/trace.hpp"

namespace attn {

/// What one row of attention weights says.
struct WeightRow {
  double sum = 0.0;                      ///< 1, or 0 where the query may attend to nothing
  double entropy = 0.0;                  ///< nats
  double max_entropy = 0.0;              ///< ln n over the n keys this query may attend to
  std::optional<arma::uword> strongest;  ///< the key it attends to most; none in an empty row
};

/// The facts of one stage: statistics of its finite cells, and for weights one entry per query.
struct Facts {
  Statistics statistics;
  arma::uword n_zeros = 0;
  arma::uword n_blocked = 0;
  std::vector<WeightRow> weight_rows;  ///< empty unless the stage is a softmax
};

Facts facts_of(const Stage& stage);

}  // namespace attn
