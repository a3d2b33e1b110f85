#pragma once

#include <string>

#include "cli/flags/attention_settings.hpp"
#include "cli/flags/flag_group.hpp"
#include "cli/flags/words.hpp"

namespace attn {

/// That the numbers are those of a model that has learned, as typed. Which file it is may stand
/// among the words: FILE.safetensors.
struct LearnedFlags {
  Flag learned{"--learned"}, layer{"--layer"};

  void add_to(const FlagGroup& group);
};

/// The flags that have a meaning beside --learned whatever is shown of it: the sentence, and how it
/// is masked and scaled.
Flags flags_beside_learned(const LearnedFlags& flags, const WordFlags& words,
                           const AttentionSettingFlags& settings);

/// The words without the file of a model among them.
WordFlags without_model_file(WordFlags words);

/// Whether there is a sentence, and not a file alone.
bool has_sentence(const WordFlags& words);

/// The file that stands among the words, else that of the model of a language that attn brings
/// along.
std::string model_path(const WordFlags& words, const std::string& language);

/// The language whose model is shown where there is no sentence: that of the user, and for programs
/// English, since what they read is the same in every language.
std::string language_of_model(const WordFlags& words);

/// The model as it was typed, so that another command can name it: "--learned", behind a file of
/// the user's own.
std::string typed_model(const WordFlags& words);

}  // namespace attn
