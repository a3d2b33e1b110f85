// What the heads of a model that has learned do: measures of weights, even attention beside them,
// and the habits that these show.
#pragma once

#include <armadillo>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "learning/sentences/sentences.hpp"
#include "network/habits.hpp"

namespace attn {

/// What a rule says of the second halves of names alone: each of those that come again, and where
/// it came first. There a head that looks one back finds the other half.
///
/// Shapes:  ids n
KeyRule queries_in_names(const KeyRule& rule, const std::vector<std::uint32_t>& ids,
                         const std::vector<DeterminedPlace>& determined);

/// What a rule says of the queries that guess such a word alone: those right before one. Elsewhere
/// a head may have no use for the key, and rest.
KeyRule queries_that_guess(const KeyRule& rule, Determined word,
                           const std::vector<DeterminedPlace>& determined);

/// Where it is decided what the pronoun stands for.
enum class ReferentQuery {
  pronoun,  ///< at the pronoun itself
  next,     ///< at the word after it
};

/// The noun that the pronoun stands for: one query, unless it lies past the end.
KeyRule referent_keys(arma::uword n_tokens, const Referent& referent, ReferentQuery query);

/// The keys that a query may attend to.
enum class Sight {
  causal,  ///< itself and those before it
  all,
};

/// Attention that makes no difference between the keys that a query may attend to.
///
///     E(i, j) = 1 / (i + 1) for j ≤ i (causal), or 1 / n for all j
///
/// Shapes:  (n × n)
arma::mat even_attention(arma::uword n_tokens, Sight sight);

/// A rule applied to the weights of one head over one sequence, which has no padding.
///
/// Shapes:  W (n × n)
/// Errors:  std::invalid_argument if W is not square or the rule names a place outside it, which
///          only our own code can cause.
HeadMeasure head_measure(const arma::mat& W, const KeyRule& rule, Sight sight = Sight::causal);

/// How often the noun that a pronoun stands for gets more weight than the other noun: 1 or 0 for
/// this one pronoun, and ½ where both get the same, as by even attention. No row where there is no
/// other noun, or where the query lies past the end.
///
/// Shapes:  W (n × n)
/// Errors:  as head_measure
HeadMeasure referent_choice(const arma::mat& W, const Referent& referent, ReferentQuery query);

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

/// All habits that the measures show, the more particular before the more general: a head that
/// repeats what followed last time may rest on the first word wherever nothing came before.
/// Habit::none alone if there is none.
std::vector<Habit> habits_of(const HeadMeasures& measures);

/// The first of them.
Habit habit_of(const HeadMeasures& measures);

/// The remark that a head deserves, in the user's language: "looks one back".
std::string remark_of(Habit habit);

}  // namespace attn
