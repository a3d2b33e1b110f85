#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mechanisms/positions/additive_encoding.hpp"
#include "trace/trace.hpp"

namespace attn {

/// 0, 1, …, n − 1; nothing for n = 0.
arma::uvec first_places(arma::uword n);

// What each stage about positions is called and what it says about itself. Like those of
// attention_stages.hpp they have no value yet.

/// The positions 0, 1, ..., labelled by their tokens where there are any.
Axis position_axis(arma::uword length, const std::vector<std::string>& tokens);
/// The dimensions 0, 1, ... of an encoding.
Axis dimension_axis(arma::uword width);
/// The pairs 0, 1, ... of an encoding, ⌈width/2⌉ of them.
Axis pair_axis(arma::uword width);
/// Distances from one position to each of `length`, labelled −2, −1, 0, 1...
Axis distance_axis(arma::uword length, arma::uword from);

Stage sinusoidal_stage(const Axis& position, arma::uword d_model, double base);
Stage learned_table_stage(arma::uword max_length, arma::uword d_model);
Stage learned_encoding_stage(const Axis& position, arma::uword max_length, arma::uword d_model);
Stage chosen_stage(const Stage& encoding, const arma::uvec& positions, const arma::uvec& dims);
Stage wavelength_stage(arma::uword width, double base);
Stage reference_stage(const Stage& encoding, arma::uword at);
Stage similarity_stage(const Stage& encoding, arma::uword at);
Stage cosine_stage(const Stage& encoding, arma::uword at);
Stage shift_stage(std::int64_t k, arma::uword d_model);
Stage shifted_stage(const Stage& encoding, std::int64_t k);
Stage embedding_stage(const Axis& token, arma::uword d_model);
Stage scaled_embedding_stage(const Axis& token, arma::uword d_model);
/// The sum that attention gets: the stage `embedding` plus the stage "encoding".
Stage positioned_stage(const Axis& token, const Stage& embedding);

/// Refuses a sequence without positions.
/// Errors:  InputError.
void require_length(arma::uword length);

/// Refuses a stage of more cells than are kept; `what` says what they are, such as
/// "positions x dimensions".
/// Errors:  InputError naming the sizes and the limit, 2^24.
void require_cells_fit(const char* what, arma::uword n_rows, arma::uword n_cols);

/// The pairs of dimensions of a sinusoidal encoding: which dimensions, which exponent, which
/// wavelength. Of many pairs the first, the middle one and the last.
Table pairs_table(const AdditiveProblem& problem);

/// The three steps from token numbers to the input of attention: shapes, what is trained, what is
/// stored, and how long rows are. `trace` holds the stages of the sum.
Table pipeline_table(const Trace& trace, const AdditiveProblem& problem);

}  // namespace attn
