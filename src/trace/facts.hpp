#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/statistics.hpp"
#include "trace/trace.hpp"

namespace attn {

/// What one row of attention weights says.
struct WeightRow {
  double sum = 0.0;                        ///< 1, or 0 where the query may attend to nothing
  double entropy = 0.0;                    ///< nats
  double max_entropy = 0.0;                ///< ln n over the n keys this query may attend to
  std::optional<arma::uword> strongest{};  ///< the key it attends to most; none in an empty row
  arma::uvec equally_strong{};  ///< all that have its weight but for rounding, itself included
};

/// The keys with the largest weight of a row: "cat", "cat = mat", of more how many: "3 equal"; "-"
/// where there is none.
std::string strongest_names(const WeightRow& row, const std::vector<std::string>& keys);

/// The facts of one stage: statistics of its finite cells, and for weights one entry per query.
struct Facts {
  Statistics statistics;
  arma::uword n_zeros = 0;
  arma::uword n_blocked = 0;
  std::vector<WeightRow> weight_rows;  ///< empty unless the stage holds shares
};

Facts facts_of(const Stage& stage);

/// What a whole matrix of weights says, as means over the queries that attend to anything.
struct WeightMeans {
  double entropy = 0.0;      ///< nats
  double max_entropy = 0.0;  ///< the mean of ln n over the n keys each query may attend to
  double first = 0.0;        ///< on the first key, where many trained heads park their attention
  // None of these where the keys are other tokens:
  std::optional<double> self;        ///< on the query's own place
  std::optional<double> neighbours;  ///< on the places right beside it
  std::optional<double> distance;    ///< how many places away, each counted with its weight
};

/// The means of a stage that holds shares; all 0 where no query attends to anything.
WeightMeans weight_means_of(const Stage& stage);

/// The same stage with every query's attention spread evenly over the keys that it may attend to:
/// what its means are to be compared with. A query without attention stays so.
Stage evenly_spread(const Stage& stage);

}  // namespace attn
