#pragma once

#include <optional>
#include <vector>

#include "trace/trace.hpp"

namespace attn {

/// A query and a key that it is linked with.
struct Link {
  arma::uword query = 0, key = 0;
  double value = 0.0;
};

/// The links of a stage, and what was asked of them.
struct Links {
  double mean = 0.0, standard_deviation = 0.0;  ///< of all finite cells of the stage
  double threshold = 0.0;                       ///< their sum: what a link exceeds
  std::vector<Link> links;                      ///< the largest first; no query with itself
  arma::uword n_pairs = 0;                      ///< the open cells that could be links
  bool is_self = false;  ///< queries and keys are the same tokens: each meets itself, too
};

/// Whether the queries of a stage are its keys as well: the same tokens in the same order.
bool is_among_same_tokens(const Stage& stage);

/// Whether a stage has a value for each query and key, and more than a yes or no.
bool is_query_by_key(const Stage& stage);

/// The cells of a stage that stand out.
///
///     value > mean + sd   over the finite cells of the whole stage
///
/// A token's own cell counts for mean and deviation and is no link. Where each row sums to 1 the
/// mean is 1/n_k whatever the numbers. With `row`, only the links of that query.
Links links_of(const Stage& stage, std::optional<arma::uword> row = {});

/// The key that a query weights most, itself apart; the first of equals. None where all are blocked
/// or there is no other.
std::optional<Link> strongest_link(const Stage& stage, arma::uword query);

/// How far apart the two tokens of a link stand: |i − j|.
arma::uword distance_of(const Link& link);

}  // namespace attn
