// The positional encodings, what each does to attention, and attention without any.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mechanisms/attention/attention.hpp"
#include "trace/trace.hpp"

namespace attn {

/// An encoding that a formula gives for every position: nothing in it is trained.
struct PositionFormula {
  const char* name;         ///< after --kind, in titles and for programs
  const char* (*called)();  ///< in a sentence, translated: "the sinusoidal table"
  arma::mat (*encoding)(const arma::vec& positions, arma::uword d_model, double base);
  /// The stage "encoding": what it says about itself, and its rule.
  Stage (*stage)(const Axis& position, arma::uword d_model, double base);
  /// The matrix that moves every position by k; null where there is none.
  arma::mat (*shift)(double k, arma::uword d_model, double base) = nullptr;
};

/// All of them, the usual one first.
const std::vector<PositionFormula>& position_formulas();

/// All kinds of encodings in a sentence, translated: these, and others.
const char* position_kinds_in_words();

/// Embeddings that an encoding is added to.
struct AddedTo {
  arma::mat X;                     ///< (length × d_model)
  arma::uword vocabulary = 10000;  ///< rows of the table that X was looked up in
  bool scales = false;             ///< multiply X by √d_model before
  arma::uword n_batch = 0;         ///< sequences at once, of which X is one; 0: no such axis
  arma::uword n_stored = 0;  ///< rows that a table by a formula is stored with; 0: one a position
};

/// An encoding that is added to the embeddings, and what to show of it.
struct AdditiveProblem {
  arma::uword length = 64, d_model = 16;
  std::vector<std::string> tokens{};  ///< one for each position, or empty
  double base = kPositionBase;
  PositionFormula formula = position_formulas().front();
  std::optional<arma::mat> table{};  ///< a learned one, (max_length × d_model), and no formula
  arma::uvec positions{}, dims{};    ///< the rows and columns to show; empty for all
  arma::uword at = 0;                ///< the position that the others are compared with
  std::optional<std::int64_t> shift{};
  std::optional<AddedTo> added_to{};
};

/// An encoding of positions by a formula or learned, stage by stage.
///
///     encoding       PE, from the formula, or the first rows of the learned table
///     chosen         its rows and columns that were asked for
///     wavelength     of each pair (of waves)
///     similarity     dot products with position `at`, by distance; cosine: the same as cosines
///     shift          R with R PE(p) = PE(p + k), and shifted: what it makes of the encoding
///     embedding      E, scaled_embedding: √d E, input: their sum with the encoding
///
/// Shapes:  encoding (length × d_model)
/// Errors:  InputError if a size is 0 or a stage would not fit, a position or dimension is not
///          there, the learned table has too few rows, or what is asked for needs the formula.
/// Source:  Vaswani et al. 2017, arXiv:1706.03762, §3.5 and §3.4 (√d_model).
Trace additive_encoding(const AdditiveProblem& problem);

/// 0, 1, …, n − 1; nothing for n = 0.
arma::uvec first_places(arma::uword n);

// What each stage about positions is called and what it says about itself. Like those of attention
// they have no value yet.

/// The positions 0, 1, ..., labelled by their tokens where there are any.
Axis position_axis(arma::uword length, const std::vector<std::string>& tokens);
/// The dimensions 0, 1, ... of an encoding.
Axis dimension_axis(arma::uword width);
/// The pairs 0, 1, ... of an encoding, ⌈width/2⌉ of them.
Axis pair_axis(arma::uword width);
/// Distances from one position to each of `length`, labelled −2, −1, 0, 1...
Axis distance_axis(arma::uword length, arma::uword from);

Stage learned_table_stage(arma::uword max_length, arma::uword d_model);
Stage learned_encoding_stage(const Axis& position, arma::uword max_length, arma::uword d_model);
Stage wavelength_stage(arma::uword width, double base);
Stage shift_stage(std::int64_t k, arma::uword d_model);
Stage shifted_stage(const Stage& encoding, std::int64_t k);
Stage chosen_stage(const Stage& encoding, const arma::uvec& positions, const arma::uvec& dims);
Stage reference_stage(const Stage& encoding, arma::uword at);
Stage similarity_stage(const Stage& encoding, arma::uword at);
Stage cosine_stage(const Stage& encoding, arma::uword at);
Stage embedding_stage(const Axis& token, arma::uword d_model);
Stage scaled_embedding_stage(const Axis& token, arma::uword d_model);
/// The sum that attention gets: the stage `embedding` plus the stage "encoding".
Stage positioned_stage(const Axis& token, const Stage& embedding);

/// Whether all rows are equally long: only a formula makes them so, of a whole number of pairs.
bool has_rows_of_one_length(const Stage& encoding);

/// Refuses a sequence without positions.
/// Errors:  InputError.
void require_length(arma::uword length);

/// Refuses a stage of more cells than are kept; `what` says what they are, such as
/// "positions x dimensions".
/// Errors:  InputError naming the sizes and the limit, 2^24.
void require_cells_fit(const char* what, arma::uword n_rows, arma::uword n_cols);

/// The pairs of dimensions of an encoding by waves: which dimensions, which exponent, which
/// wavelength. Of many pairs the first, the middle one and the last.
Table pairs_table(const AdditiveProblem& problem);

/// The three steps from token numbers to the input of attention: shapes, what is trained, what is
/// stored, and how long rows are. `trace` holds the stages of the sum.
Table pipeline_table(const Trace& trace, const AdditiveProblem& problem);

/// The sinusoidal encoding beside a learned table: the stages of additive_encoding in the groups
/// "sinusoidal" and "learned", and the table `comparison`.
///
/// Errors:  InputError as for additive_encoding; `problem.table` must be given.
Trace encoding_comparison(const AdditiveProblem& problem);

/// Linear biases by distance (ALiBi), shown on scores that are all equal.
struct AlibiProblem {
  arma::uword length = 8, n_heads = 8;
  std::vector<std::string> tokens{};  ///< one for each position, or empty
};

/// ALiBi stage by stage.
///
///     slopes      m, one for each head
///     distance    how far each key is from each query
///     bias        −m · distance, in one group a head
///     masked      the same under a causal mask, and weights: its softmax, what attention would be
///                 if the words made no difference
///
/// Shapes:  slopes (n_heads × 1), all others (length × length)
/// Errors:  InputError if a size is 0, or if the stages of all heads would not fit.
/// Source:  Press et al. 2022, arXiv:2108.12409, §3.
Trace alibi(const AlibiProblem& problem);

/// The same words in two orders.
struct OrderProblem {
  std::vector<std::string> words{}, reordered{};
  arma::mat X{};                  ///< (n × d_model): embeddings of `words`
  arma::mat W_Q{}, W_K{}, W_V{};  ///< (d_model × d_k), (d_model × d_k), (d_model × d_v)
  double base = kPositionBase;
  PositionFormula formula = position_formulas().front();
  bool compares_directions = false;  ///< records the cosines between the embeddings, too
};

/// Self-attention over both orders: without positions, with those of a formula added, and without
/// positions under a causal mask. Each is recorded for both orders, from the input to `pooled`, the
/// mean of the output's rows. The cosines between embeddings, where they are wanted, are recorded
/// after the input of the orders without positions.
///
///     groups  "order 1", "order 2", "order 1 + PE", "order 2 + PE", "order 1 causal", ...
///     table   order: how far the outputs differ when rows are matched by word, and pooled
///
/// Without positions the rows of the output are permuted like the words (attention is
/// permutation-equivariant), and only what is pooled is the same (invariant).
///
/// Errors:  InputError if the two orders do not hold the same words.
Trace order_blindness(const OrderProblem& problem);

/// Where each word of `reordered` stands in `words`; equal words are taken in order.
/// Errors:  InputError naming a word that one of them lacks.
arma::uvec order_of(const std::vector<std::string>& words,
                    const std::vector<std::string>& reordered);

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
