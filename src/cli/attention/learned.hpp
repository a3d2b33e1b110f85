#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/flags/flag.hpp"
#include "cli/flags/shared_flags.hpp"
#include "cli/present/present.hpp"
#include "learning/learned/learned.hpp"
#include "mechanisms/attention/attention.hpp"
#include "trace/trace.hpp"

namespace attn {

/// That the numbers are those of a model that has learned, as typed. Which file it is may stand
/// among the words: FILE.safetensors.
struct LearnedFlags {
  Flag learned{"--learned"}, layer{"--layer"};

  void add_to(const FlagGroup& group);
};

/// A command with --learned: it reads the sentence, how that is masked and scaled, and `more`.
Form learned_form(const LearnedFlags& flags, const WordFlags& words,
                  const AttentionSettingFlags& settings, const Flags& more);

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

/// The head that the flags name; without `head` they name a layer alone. Where they leave it open,
/// one that does what the sentence asks for.
/// Errors:  InputError naming the flag.
ChosenHead read_chosen_head(const LearnedSentence& sentence, const Flag& layer,
                            const Flag* head = nullptr);

/// What the reader should know about such numbers: what the model has read, and what it cannot
/// know.
std::string learned_note(const LearnedModel& model);

/// Why a head is shown that nobody named, and what it does in this sentence.
std::string why_shown(const LearnedSentence& sentence, const ChosenHead& place);

/// What one head does by one of its habits, with the numbers that say so.
std::string habit_note(const HeadStudy& study, const StudiedHead& head, Habit habit);

/// Puts into a trace where its numbers come from.
void describe_learned(Trace& trace, const LearnedSentence& sentence);

/// A sentence in one head of a learned model: queries, keys and values as the head compares them.
/// The settings are those of learned_settings.
AttentionProblem learned_problem(LearnedSentence& sentence, const ChosenHead& place,
                                 const AttentionOptions& options);

/// The same of a whole layer, from what goes into it.
MultiHeadProblem learned_layer_problem(LearnedSentence& sentence, std::size_t layer,
                                       const AttentionOptions& options);

/// Says in the trace of such a problem where its numbers come from, which place of the model they
/// are, and what is known of its heads. The first look is at the weights: what goes into a layer
/// is wide, and means nothing to a person.
void add_learned_head(Trace& trace, const LearnedSentence& sentence, const ChosenHead& place);
void add_learned_layer(Trace& trace, const LearnedSentence& sentence, const ChosenHead& place);

/// What all heads of all layers do: tables, and where there is a sentence the weights of each.
Trace heads_table_trace(const WordFlags& words);

/// Prints the words that a model knows, and the kinds of sentences that it learned from: a page,
/// or with --json or --plain what programs read. Returns the exit code.
/// Errors:  InputError for a typed flag without a meaning here; as LearnedModel.
int list_learned_words(const WordFlags& words, const Flag& learned, const FlagTable& table,
                       const ViewFlags& view);

}  // namespace attn
