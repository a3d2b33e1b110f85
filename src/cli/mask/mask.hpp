#pragma once

#include <string>
#include <vector>

#include "cli/flags/shared_flags.hpp"
#include "examples/numbers.hpp"
#include "mechanisms/mask/mask.hpp"

namespace attn {

/// A mask as typed: the tokens, what restricts them, and what is asked about it.
struct MaskFlags : WordFlags, VisibilityFlags {
  Flag cross{"--cross"}, key_tokens{"--key-tokens"}, queries{"--queries"}, keys{"--keys"};
  Flag cell{"--cell"}, code{"--code"}, leak{"--leak"}, change{"--change"};
  NumberFlags numbers{};  ///< of the words of the leak test: --seed and --d-model

  void add_to(FlagTable& table);
};

/// The same, read: a problem for the mechanism, and what to say about where it came from.
struct MaskInput {
  MaskProblem problem;
  std::string title;               ///< the sentence in quotes, or nothing for tokens without words
  std::string source;              ///< with a leak test, where the numbers come from
  std::vector<std::string> notes;  ///< what the reader should know about this input
};

/// Errors: InputError naming the flag or file.
MaskInput read_mask_input(const MaskFlags& flags);

/// A leak test of these words with the numbers of a model: what `change` says ("cat=dog" or
/// "1=dog"), or where it is empty, the last word that is not padding becomes another.
/// Errors: InputError if `change` names no token or one that is there twice, or a word with the
/// same numbers.
LeakTest leak_test(const std::vector<std::string>& words, const arma::uvec& padded,
                   const std::string& change, const WordModel& model);

}  // namespace attn
