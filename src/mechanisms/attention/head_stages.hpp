#pragma once

#include "core/heads.hpp"
#include "core/positions.hpp"
#include "trace/trace.hpp"

namespace attn {

// What the stages around the heads are called and what they say about themselves; those inside a
// head are the stages of attention (attention_stages). They have no value yet.

/// The group of one head: "head 0".
std::string group_of(arma::uword head);

/// Queries, keys and values of all heads side by side.
Stage all_queries_stage(const Axis& query);
Stage all_keys_stage(const Axis& key);
Stage all_values_stage(const Axis& key);

/// Of the stages above, the columns of one head: Q_h, K_h, V_h.
Stage head_query_stage(const Axis& query, arma::uword head, arma::uword d_head);
Stage head_key_stage(const Axis& key, arma::uword head, const HeadCounts& counts,
                     arma::uword d_head);
Stage head_value_stage(const Axis& key, arma::uword head, const HeadCounts& counts,
                       arma::uword d_head);

/// The angles of rotary positions, and a head's queries and keys turned by them. `of` is the stage
/// that is turned.
Stage angles_stage(const Axis& token, const arma::vec& positions, arma::uword d_k,
                   const Rotary& rope);
Stage rotated_stage(const Stage& of, const Rotary& rope);

/// A head's queries or keys behind their norm.
Stage normed_stage(const Stage& of);

/// A bias: id "bq", symbol "b_Q".
Stage bias_stage(const std::string& id, const std::string& symbol, const Axis& cols);

Stage average_stage(const Axis& query, const Axis& key, arma::uword n_heads,
                    const BlockedCells& blocked);
Stage concat_stage(const Axis& query, arma::uword n_heads);
Stage output_weight_stage();
Stage projected_stage(const Axis& query);

}  // namespace attn
