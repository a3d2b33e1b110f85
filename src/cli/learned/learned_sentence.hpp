#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/learned/learned_flags.hpp"
#include "learning/learned/learned.hpp"

namespace attn {

/// A model that has learned, and a sentence for it.
struct LearnedSentence {
  LearnedModel model;
  HeadStudy study;
  std::vector<arma::mat> weights;   ///< of all heads over the sentence, by layer and head
  std::vector<std::uint32_t> ids;   ///< <s>, and the words of the sentence
  std::vector<std::string> tokens;  ///< the same as people read them
  std::string title;
  std::string typed_model;           ///< "--learned", behind the user's own file where there is one
  std::vector<std::string> notes{};  ///< what the reader should know about what was typed
};

/// Reads the model and the sentence.
/// Errors:  InputError for a file that is no such model, a word that it does not know, or a
///          sentence that is too long.
LearnedSentence read_learned_sentence(const WordFlags& words);

/// The settings that the flags ask for, over the words of a sentence: causal in any case, as the
/// model was when it learned. The notes of the sentence then tell what the words themselves block.
/// Errors:  InputError naming the flag or file.
AttentionOptions learned_settings(const AttentionSettingFlags& flags, LearnedSentence& sentence);

/// The head that is looked at.
struct ChosenHead {
  std::size_t layer = 0, head = 0;
  bool is_typed = false;                 ///< so that nothing was left to choose
  std::optional<HeadWithHabit> found{};  ///< what it does in this sentence
};

/// The head that the flags name. Where they leave it open, one that does what the sentence asks
/// for.
/// Errors:  InputError naming the flag.
ChosenHead read_chosen_head(const LearnedSentence& sentence, const Flag& layer, const Flag& head);

}  // namespace attn
