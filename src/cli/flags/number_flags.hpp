#pragma once

#include <string>
#include <vector>

#include "cli/flags/flag_group.hpp"
#include "examples/numbers.hpp"

namespace attn {

/// The widest vectors that words get.
constexpr std::uint64_t kLargestWidth = 4096;

/// Where words get their numbers from, as typed.
struct NumberFlags {
  Flag seed{"--seed"}, rng{"--rng"}, init{"--init"}, d_model{"--d-model"};

  void add_number_flags(const FlagGroup& group);

  /// The model, with d_model, d_k and d_v all as wide as --d-model says, or 4.
  /// Errors: InputError naming the flag.
  WordModel read_model() const;
};

/// Refuses words whose embeddings would not fit into 512 MiB.
/// Errors: InputError saying how many words fit.
void require_words_fit(std::size_t n_words, arma::uword d_model);

/// The note that says how weights start that have a bound, and how far scores spread then; "" where
/// a factor was chosen. `tells_scores`: the scores are divided by √d_k, and nothing is added to
/// queries and keys.
std::string init_note(const WeightInit& init, arma::uword d_model, arma::uword query_width,
                      arma::uword key_width, bool tells_scores);

/// Refuses embeddings too wide for weights that are made up.
/// Errors: InputError saying how wide they may be.
void require_weights_fit(arma::uword d_model);

/// The note that weights are made up where embeddings are given.
std::string made_up_weights_note();

/// The note that these numbers are made up, not from a trained model.
std::string made_up_note();

/// The note on the numbers of a model. Of short rows by hand it says that they can be checked on
/// paper.
std::string made_up_note(const WordModel& model);

}  // namespace attn
