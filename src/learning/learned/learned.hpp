// Models that attn brings along or that were kept, and what their heads do.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/heads.hpp"
#include "learning/heads/heads.hpp"
#include "learning/text/text.hpp"
#include "learning/training/training.hpp"
#include "network/models/models.hpp"
#include "trace/table.hpp"

namespace attn {

/// How many sentences of a grammar a model reads, and how many show what it has learned.
inline constexpr std::size_t kGrammarSentences = 20'000, kHeldOutSentences = 1'000;

/// Settings with which a small model learns the sentences of a grammar. With those of English and
/// Japanese, seed and all, the files that attn brings along are made:
///
///     attn learn text --grammar en -o en.safetensors
///
/// Errors:  InputError as grammar_of
LearnSettings grammar_settings(std::string_view language);

/// The sentences that such a model reads, which hang on its seed.
///
/// Errors:  InputError as grammar_of
Corpus grammar_corpus(std::string_view language, std::uint64_t seed);

/// The name of the file that attn brings along for a language: "en.safetensors".
std::string learned_file_name(std::string_view language);

/// A model of text that has learned, in double, as a file of attn learn keeps it.
class LearnedModel {
 public:
  /// Errors:  InputError if it learned anything but text, if its parts do not fit each other, or as
  ///          load_parameters.
  explicit LearnedModel(ModelFile file);

  /// Errors:  the same, or as read_model_file.
  explicit LearnedModel(const std::string& path) : LearnedModel(read_model_file(path)) {}

  const ModelFile& file() const { return file_; }
  const TextFacts& text() const { return *file_.text; }
  const Vocabulary& vocabulary() const { return vocabulary_; }
  std::size_t n_layers() const { return model_->n_layers(); }
  std::size_t n_heads() const { return model_->n_heads(); }

  /// How many words a sentence may have, <s> not among them.
  std::size_t n_longest() const { return model_->settings().longest - 1; }

  /// A layer of attention in one sentence: its weights, and what the layers below it and LayerNorm
  /// make of the words. It is causal.
  ///
  /// Shapes:  X (n × d_model)
  /// Errors:  std::out_of_range if there is no such layer.
  MultiHeadLayer layer(const std::vector<std::uint32_t>& ids, std::size_t layer);

  /// What all heads do in sentences: by sentence, then by layer and head.
  ///
  /// Shapes:  each (n × n) of a sentence of n tokens
  std::vector<std::vector<arma::mat>> weights(const std::vector<TextPiece>& sentences);

  /// The same of this model as it was before it learned anything.
  std::vector<std::vector<arma::mat>> untrained_weights(const std::vector<TextPiece>& sentences);

 private:
  MultiHeadWeights layer_weights(std::size_t layer);
  arma::mat tensor(const std::string& name);

  ModelFile file_;
  Vocabulary vocabulary_;
  std::unique_ptr<Transformer<double>> model_;
};

/// What a model knows of a text: its words, and how they are written.
struct WordsOfModel {
  const Vocabulary& vocabulary;
  TextUnit unit = TextUnit::words;
  bool has_spaces = true;
};

/// The tokens of a sentence as a model would read them, <s> not among them. Marks of punctuation
/// stand alone, a capital at the beginning is small where only that is known, and a text without
/// spaces is cut from its beginning into the longest words that are known. What is unknown stays
/// whole.
///
/// Errors:  InputError as split_words
std::vector<std::string> model_tokens(std::string_view sentence, const WordsOfModel& known);

/// How many of the tokens of a sentence the model does not know.
std::size_t n_unknown(const std::vector<std::string>& tokens, const Vocabulary& vocabulary);

/// One head of a model, and what it does in sentences that the model never saw.
struct StudiedHead {
  std::size_t layer = 0, head = 0;
  ReferentQuery query{};     ///< where it looks for the referent: chosen on training sentences
  HeadMeasures measures{};   ///< over held-out sentences
  HeadMeasures untrained{};  ///< the same, before anything was learned
};

/// What all heads of a model do, layer by layer.
struct HeadStudy {
  std::vector<StudiedHead> heads{};
  std::size_t n_sentences = 0;  ///< held out
  /// Words of the sentences of a grammar: those that stand for a noun, the nouns, and first halves
  /// of names, after which the second half can be guessed. None of any other text.
  std::set<std::uint32_t> pronouns{}, nouns{}, name_starts{};

  const StudiedHead& at(std::size_t layer, std::size_t head, std::size_t n_heads) const {
    return heads.at(layer * n_heads + head);
  }
};

/// Measures the heads of a model on held-out sentences: those of its grammar, drawn anew, or those
/// that its file keeps of any other text.
HeadStudy study_of_heads(LearnedModel& model);

/// Which heads come into question: those of a layer, those with a number in their layers, or all.
struct WantedHead {
  std::optional<std::size_t> layer{}, head{};
};

/// The habits that a sentence has a use for: to find what a pronoun stands for where there is one,
/// to repeat what followed where something comes again, and to look one back where a name ends, or
/// in a text without names anywhere.
std::vector<Habit> habits_asked(const HeadStudy& study, const std::vector<std::uint32_t>& ids);

/// The first of these habits that a head has; where it has none of them, the first of its own.
Habit habit_among(const StudiedHead& head, const std::vector<Habit>& asked);

/// What a head with a habit does, in the user's language, and no more than was measured: inside
/// names where a grammar has some, and one word after a pronoun where the head waits that long.
std::string remark_for(const HeadStudy& study, const StudiedHead& head, Habit habit);

/// On what heads were measured: "192 sentences that the model never saw", or pieces of a text that
/// were held out.
std::string measured_on(const HeadStudy& study);

/// A head that is worth a look in a sentence, and why.
struct HeadWithHabit {
  std::size_t place = 0;  ///< among those of a study
  Habit habit = Habit::none;
  std::size_t query = 0;  ///< the first at which the sentence asks for it

  bool operator==(const HeadWithHabit&) const = default;
};

/// The head that is worth a look in a sentence: for the first habit asked that a wanted head has,
/// the one of them that follows it most in this very sentence. Nothing where there is none.
///
/// Shapes:  weights a matrix (n × n) for each head, by layer and head
std::optional<HeadWithHabit> head_for(const HeadStudy& study, const std::vector<std::uint32_t>& ids,
                                      const std::vector<arma::mat>& weights,
                                      const WantedHead& wanted = {});

/// What each head does, a row for each of its habits: its remark, the weight that it has from, that
/// of even attention and of the untrained model over the same queries, and how many these are. A
/// head without a habit has the remark alone. Of one layer, or of all.
Table habit_table(const HeadStudy& study, std::optional<std::size_t> layer);

/// The weight of every head where each habit would have it, and below that of even attention and
/// the most that any head of the untrained model has.
Table mass_table(const HeadStudy& study);

/// On which queries habits are measured: a sentence for the user.
std::string measured_where(const HeadStudy& study);

}  // namespace attn
