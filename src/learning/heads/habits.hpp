#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/named.hpp"
#include "learning/heads/head_measure.hpp"

namespace attn {

/// What a head may be seen to do, the more particular before the more general: a head that repeats
/// what followed last time may rest on the first word wherever nothing came before.
enum class Habit { referent, recall, induction, copy, reverse, sort, previous, self, first, none };

inline constexpr Named<Habit> kHabits[] = {
    {Habit::referent, "referent"}, {Habit::recall, "recall"},   {Habit::induction, "induction"},
    {Habit::copy, "copy"},         {Habit::reverse, "reverse"}, {Habit::sort, "sort"},
    {Habit::previous, "previous"}, {Habit::self, "self"},       {Habit::first, "first"},
    {Habit::none, "none"}};

/// The measures of one head; those that were not taken have no rows.
struct HeadMeasures {
  HeadMeasure& operator[](Habit habit) { return of[static_cast<std::size_t>(habit)]; }
  const HeadMeasure& operator[](Habit habit) const { return of[static_cast<std::size_t>(habit)]; }

  HeadMeasures& operator+=(const HeadMeasures& other);

  std::array<HeadMeasure, static_cast<std::size_t>(Habit::none)> of{};  ///< by habit, none left out
  HeadMeasure choice{};  ///< beside Habit::referent: referent_choice
};

/// One head over one sentence.
struct HeadOverSentence {
  arma::mat weights{};  ///< (n × n), without padding, of a model that is not in training
  std::vector<std::uint32_t> ids{};  ///< n
  std::optional<Referent> referent{};
  /// What of it can be guessed, where a grammar wrote it: then habits are measured at the queries
  /// that ask for them, since elsewhere a head may rest.
  std::optional<std::vector<DeterminedPlace>> determined{};
};

/// What one head of a language model does in a sentence: previous, self, first, induction, and
/// referent with its choice where there is a pronoun. A sum over sentences is made by +=.
///
/// Where it is known what can be guessed, previous is measured at the second halves of names,
/// induction at the queries that guess one, and referent where no number tells the nouns apart.
///
/// Errors:  std::invalid_argument if there are not as many ids as rows, or as head_measure.
HeadMeasures sentence_measures(const HeadOverSentence& head, ReferentQuery query);

/// The same over many sentences.
HeadMeasures sentence_measures(const std::vector<HeadOverSentence>& sentences, ReferentQuery query);

/// The query at which a head puts more weight on the noun that a pronoun stands for. It is to be
/// chosen on sentences for training and reported on others.
ReferentQuery referent_query(const std::vector<HeadOverSentence>& sentences);

/// Whether the measures say so:
///
///     previous, self, first, recall, sort  mean ≥ .5      copy, reverse  mean ≥ .8
///     induction  mean ≥ .4 and ≥ 3 × even                 referent  mean ≥ .4 and choice ≥ .8
///
/// Never where a measure has no rows, and never Habit::none.
bool has_habit(const HeadMeasures& measures, Habit habit);

/// All habits that the measures show, in the order of the enum; Habit::none alone if there is none.
std::vector<Habit> habits_of(const HeadMeasures& measures);

/// The first of them.
Habit habit_of(const HeadMeasures& measures);

/// The remark that a head deserves, in the user's language: "looks one back".
std::string remark_of(Habit habit);

}  // namespace attn
