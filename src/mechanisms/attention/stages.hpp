// What the stages of attention are called and say of themselves, for every mechanism that shares
// them.
#pragma once

#include <armadillo>
#include <string>

#include "core/attention.hpp"
#include "core/heads.hpp"
#include "core/positions.hpp"
#include "trace/table.hpp"
#include "trace/trace.hpp"

namespace attn {

/// The numbers of an embedding: they have no names.
inline Axis model_axis() { return {"d_model", {}}; }

// What each stage of attention is called and what it says about itself, in one place for every
// mechanism. These stages have no value yet: the mechanism computes it and records them.

Stage input_stage(const Axis& query);
Stage memory_stage(const Axis& key);
Stage value_memory_stage(const Axis& key);
Stage query_weight_stage();
Stage key_weight_stage();
Stage value_weight_stage();
Stage query_stage(const Axis& query);
Stage key_stage(const Axis& key);
Stage value_stage(const Axis& key);
Stage scores_stage(const Axis& query, const Axis& key);
Stage scaled_stage(const Axis& query, const Axis& key, arma::uword d_k, const Scale& scale);
Stage masked_stage(const Stage& of, const BlockedCells& blocked);
Stage weights_stage(const Axis& query, const Axis& key, const BlockedCells& blocked);
Stage output_stage(const Axis& query);

/// Adds to the configuration what was chosen of the scale, which one of the scaled stages shows.
void add_scale_config(Trace& trace, const Scale& scale, const Stage& scaled);

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

/// What is called equal: two matrices computed in another order of additions differ by less.
constexpr double kRounding = 1e-12;

/// The largest difference between two cells in the same place, whatever its sign.
/// Errors:  InputError if the shapes differ.
double largest_difference(const arma::mat& A, const arma::mat& B);

/// The same as a cell of a table. The digits of a rounding error differ from one processor to
/// another, so for rounding alone it only says that it is less than 1e-12.
cell::Real difference_cell(const arma::mat& A, const arma::mat& B);

/// The same in a sentence: "0.0385", or "< 1e-12".
std::string difference_text(const arma::mat& A, const arma::mat& B);

/// Records the stages of another trace under the name of a group; their rules then name their
/// siblings.
void record_group(Trace& trace, const Trace& part, const std::string& group);

}  // namespace attn
