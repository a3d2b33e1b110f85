#pragma once

#include <string>
#include <vector>

#include "trace/trace.hpp"

namespace attn {

/// Rotary positions (RoPE), shown on one query and one key that stand at every position.
struct RotaryProblem {
  arma::uword length = 6;
  std::vector<std::string> tokens{};  ///< one for each position, or empty
  double base = kPositionBase;
  arma::rowvec query{}, key{};            ///< (d_head)
  Pairing layout = Pairing::interleaved;  ///< the pairing that comes first
};

/// RoPE stage by stage, in both pairings.
///
///     angles, cos, sin               θ(p, i) = p / base^(2i/d_head)
///     query, key                     the same vector at every position
///     query_rotated, key_rotated     in the groups "interleaved" and "half-split"
///     scores                         their dot products: a function of the distance
///
/// Shapes:  angles (length × d_head/2), query and key (length × d_head), scores (length × length)
/// Errors:  InputError if d_head is odd, if query and key differ in width, or if a stage would not
///          fit.
/// Source:  Su et al. 2021, arXiv:2104.09864, §3.
Trace rotary_encoding(const RotaryProblem& problem);

/// "interleaved" or "half-split".
const char* name_of(Pairing pairing);

}  // namespace attn
