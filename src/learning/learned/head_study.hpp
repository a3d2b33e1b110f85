#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "learning/heads/habits.hpp"
#include "learning/learned/learned_model.hpp"

namespace attn {

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

}  // namespace attn
