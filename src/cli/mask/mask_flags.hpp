#pragma once

#include <string>
#include <vector>

#include "cli/flags/number_flags.hpp"
#include "cli/flags/visibility_flags.hpp"
#include "cli/flags/words.hpp"
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

}  // namespace attn
