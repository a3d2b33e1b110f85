#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "trace/trace.hpp"

namespace attn {

/// Embeddings that an encoding is added to.
struct AddedTo {
  arma::mat X;                     ///< (length × d_model)
  arma::uword vocabulary = 10000;  ///< rows of the table that X was looked up in
  bool scales = false;             ///< multiply X by √d_model before
  arma::uword n_batch = 0;         ///< sequences at once, of which X is one; 0: no such axis
  arma::uword n_stored = 0;  ///< rows that a sinusoidal table is stored with; 0: one a position
};

/// An encoding that is added to the embeddings, and what to show of it.
struct AdditiveProblem {
  arma::uword length = 64, d_model = 16;
  std::vector<std::string> tokens{};  ///< one for each position, or empty
  double base = kPositionBase;
  std::optional<arma::mat> table{};  ///< a learned one, (max_length × d_model); absent: sinusoidal
  arma::uvec positions{}, dims{};    ///< the rows and columns to show; empty for all
  arma::uword at = 0;                ///< the position that the others are compared with
  std::optional<std::int64_t> shift{};
  std::optional<AddedTo> added_to{};
};

/// A sinusoidal or learned encoding of positions, stage by stage.
///
///     encoding       PE, from the formula, or the first rows of the learned table
///     chosen         its rows and columns that were asked for
///     wavelength     of each pair (sinusoidal)
///     similarity     dot products with position `at`, by distance; cosine: the same as cosines
///     shift          R with R PE(p) = PE(p + k), and shifted: what it makes of the encoding
///     embedding      E, scaled_embedding: √d E, input: their sum with the encoding
///
/// Shapes:  encoding (length × d_model)
/// Errors:  InputError if a size is 0 or a stage would not fit, a position or dimension is not
///          there, the learned table has too few rows, or what is asked for needs the formula.
/// Source:  Vaswani et al. 2017, arXiv:1706.03762, §3.5 and §3.4 (√d_model).
Trace additive_encoding(const AdditiveProblem& problem);

}  // namespace attn
