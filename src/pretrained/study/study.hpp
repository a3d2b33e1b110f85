// What heads do on a text, what the model says, what changes without heads, and the weights of all
// of them; as numbers, and as tables, sketches and sentences.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/named.hpp"
#include "data/matrix/arrays.hpp"
#include "network/habits.hpp"
#include "network/rows.hpp"
#include "pretrained/forward/forward.hpp"
#include "tokenizer/tokenizer.hpp"
#include "trace/table.hpp"
#include "trace/trace.hpp"

namespace attn {

/// What a model says at one place: how probable each token is.
using Probabilities = std::vector<double>;

/// Shapes:  logits one for each token
template <class Real>
Probabilities probabilities(const Real* logits, std::size_t n);

/// A token and how probable it is.
struct Candidate {
  std::uint32_t id = 0;
  double probability = 0.0;

  bool operator==(const Candidate&) const = default;
};

/// The most probable tokens, the first of them first; of equals the smaller id.
std::vector<Candidate> most_probable(const Probabilities& p, std::size_t count);

/// How many tokens are more probable, and one: 1 is the most probable.
std::size_t rank_of(const Probabilities& p, std::uint32_t id);

/// How much is lost where p is true and q is believed.
///
///     KL = Σ p ln(p / q)
///
/// Units:   nats
/// Errors:  std::invalid_argument if they have different lengths
double kl_divergence(const Probabilities& p, const Probabilities& q);

extern template Probabilities probabilities(const float*, std::size_t);
extern template Probabilities probabilities(const double*, std::size_t);

/// What of a head is measured over one text, as means over the queries that have such a key.
inline constexpr Named<Habit> kTextMeasures[] = {
    habit_row(Habit::previous),  habit_row(Habit::first),  habit_row(Habit::self),
    habit_row(Habit::next),      habit_row(Habit::same),   habit_row(Habit::induction),
    habit_row(Habit::separator), habit_row(Habit::entropy)};

/// A head's weights as a small picture: a dot where a block of them holds the largest weight of a
/// query, or one of .2 and more.
struct HeadSketch {
  std::size_t n_rows = 0, n_cols = 0;
  std::vector<bool> dots{};  ///< row by row
};

/// One head of a model in one text.
struct HeadFacts {
  std::size_t layer = 0, head = 0;
  HeadMeasures measures{};
  HeadSketch sketch{};
};

/// Which of the measures have any query.
std::vector<Habit> measured_in(const HeadMeasures& measures);

/// The keys of each habit in one text, found once for all heads of a model.
class TokenRules {
 public:
  /// `separators` are the places of tokens that stand between texts.
  TokenRules(const std::vector<std::uint32_t>& ids, Sights sights,
             const std::vector<bool>& separators);

  /// The measures of a head whose weights these are, beside those of attention that makes no
  /// difference between the keys that a query sees.
  ///
  /// Shapes:  weights (n × n)
  template <class Real>
  HeadMeasures measures_of(Rows<const Real> weights) const;

  /// What the text has any query for.
  std::vector<Habit> measured() const { return measured_in(even_); }

 private:
  bool sees(std::size_t query, std::size_t key) const;
  bool is_padding(std::size_t place) const;
  KeyRule seen_keys(KeyRule rule) const;

  Sights sights_;
  std::vector<std::size_t> n_open_;  // keys that each query sees; of padding none
  std::vector<std::pair<Habit, KeyRule>> rules_;
  HeadMeasures even_;  // without the weights of a head
};

/// The picture of a head, no larger than `side` dots a side.
template <class Real>
HeadSketch sketch_of(Rows<const Real> weights, std::size_t side);

extern template HeadMeasures TokenRules::measures_of(Rows<const float>) const;
extern template HeadMeasures TokenRules::measures_of(Rows<const double>) const;
extern template HeadSketch sketch_of(Rows<const float>, std::size_t);
extern template HeadSketch sketch_of(Rows<const double>, std::size_t);

/// A head of a model: layer and number, both from 0.
using LayerHead = std::pair<std::size_t, std::size_t>;

/// Called with the weights of every head of a model; see WatchWeights.
template <class Real>
using WatchHeads =
    std::function<void(std::size_t layer, std::size_t head, Rows<const Real> weights)>;

/// What happens in a run through all layers besides its numbers.
template <class Real>
struct ModelRun {
  WatchHeads<Real> watch{};
  std::set<LayerHead> without{};         ///< heads whose output is set to 0
  std::optional<std::size_t> only_at{};  ///< the one place whose last states are made
};

/// What every head does in a text, by layer and head, and the last states at one place.
template <class Real>
struct ModelStudy {
  std::vector<HeadFacts> heads;
  TokenRows<Real> states;
};

/// What is different where heads are set to 0.
struct Removal {
  Probabilities with, without;                        ///< at one place
  double kl = 0.0;                                    ///< of the second from the first
  std::optional<double> loss_with{}, loss_without{};  ///< mean over the text, of causal models
  std::vector<double> random_kls{};  ///< the same for as many heads, drawn at random
};

/// What another program does differently where undoing that gives the weights of a layer here.
enum class WeightsCause {
  other_heads,      ///< the same ones in another order
  other_layer,      ///< those of a layer with another number
  transposed,       ///< a column for each query
  unmasked,         ///< keys are seen that are hidden here
  masked,           ///< keys are hidden that are seen here
  scores,           ///< before the softmax
  unmasked_scores,  ///< before the mask, and so before the softmax
  dropout,          ///< some weights are 0 by chance, and the rest larger for it
};

/// One cause, and the layer of the others that agrees.
struct CauseFound {
  WeightsCause cause = WeightsCause::other_heads;
  std::size_t layer = 0;
};

/// Whether a layer is small enough to look for the cause.
bool is_cause_sought(std::size_t n_weights);

/// The one cause of a difference between the weights of a layer and others, of which `layer` is
/// the one that should agree; nothing if it is none of these.
///
/// Shapes:  ours (n_heads · n × n), the heads one below another; others (n_layers, n_heads, n, n)
/// Errors:  as MappedArray::copy
template <class Real>
std::optional<CauseFound> cause_of_difference(Rows<const Real> ours, const MappedArray& others,
                                              std::size_t layer, double tolerance);

extern template std::optional<CauseFound> cause_of_difference(Rows<const float>, const MappedArray&,
                                                              std::size_t, double);
extern template std::optional<CauseFound> cause_of_difference(Rows<const double>,
                                                              const MappedArray&, std::size_t,
                                                              double);

/// Where weights differ most from others.
struct WeightsDifference {
  double largest = 0.0;  ///< NaN where the others have one that is no number
  std::size_t layer = 0, head = 0, query = 0, key = 0;
  double ours = 0.0, theirs = 0.0;
  std::optional<std::size_t> first_layer{};  ///< that has a difference beyond the tolerance
  bool is_cause_sought = false;              ///< of the difference of that layer
  std::optional<CauseFound> cause{};

  bool agrees() const { return !first_layer; }
};

/// A text in a model, of which things are asked, each by passes through its layers. Both must live
/// longer. `place` is one of the text.
///
/// Errors:  as PretrainedModel
template <class Real>
class TextInModel {
 public:
  TextInModel(PretrainedModel<Real>& model, const ModelInput& input)
      : model_(model), input_(input) {}

  /// The last states.
  ///
  /// Shapes:  result (n × d_model)
  TokenRows<Real> states(const ModelRun<Real>& run = {}) const;

  /// The states before a layer.
  ///
  /// Shapes:  result (n × d_model)
  TokenRows<Real> states_before(std::size_t layer) const;

  /// The rules of the text for the heads of one layer.
  TokenRules rules(const std::vector<bool>& separators, std::size_t layer = 0) const;

  /// Shapes:  `side` dots a side of every sketch
  ModelStudy<Real> study(const std::vector<bool>& separators, std::size_t side,
                         std::size_t place) const;

  /// What the model says at one place, whose last states these are.
  Probabilities said_at(std::size_t place, const TokenRows<Real>& states) const;

  /// What each layer would already say at one place, were it the last: those of the embedding, then
  /// one for each layer.
  ///
  /// Source:  nostalgebraist 2020, "interpreting GPT: the logit lens".
  std::vector<Probabilities> lens(std::size_t place) const;

  /// How surprised the model is by each token of the text, from the second on.
  ///
  ///     −ln p(t(i+1) | t(0), …, t(i))
  ///
  /// Units:   nats
  /// Shapes:  result n − 1
  std::vector<double> losses(const TokenRows<Real>& states) const;

  /// Sets heads to 0 and compares what the model says at one place with what it `said` with them,
  /// where that is known already, and no more: losses and random heads cost several passes.
  Removal brief_removal(std::size_t place, const std::set<LayerHead>& heads,
                        std::optional<Probabilities> said = {}) const;

  /// How far the last state of one place moves where heads are set to 0, as a part of its length:
  /// for a model that says nothing.
  ///
  ///     ‖x − x'‖ / ‖x‖
  double state_change(std::size_t place, const std::set<LayerHead>& heads) const;

  /// As brief_removal, with the losses of the text, of causal models. `n_random` sets of as many
  /// other heads are drawn with `seed` to compare with.
  Removal removal(std::size_t place, const std::set<LayerHead>& heads, std::size_t n_random,
                  std::uint64_t seed) const;

  /// Hands out the attention weights of each layer, or of one. One layer of them is held at a time.
  ///
  /// Shapes:  weights (n_heads · n × n), the heads one below another
  /// Errors:  also what `take` throws
  void for_all_weights(
      std::optional<std::size_t> only_layer,
      const std::function<void(std::size_t layer, Rows<const Real> weights)>& take) const;

  /// How far the attention weights are from those that an array holds: (n_layers, n_heads, n, n),
  /// or (n_heads, n, n) of one layer.
  ///
  /// Errors:  also as MappedArray::copy; the shapes must fit.
  WeightsDifference difference_of_weights(std::optional<std::size_t> only_layer,
                                          const MappedArray& others, double tolerance) const;

 private:
  void run_from(std::size_t first, TokenRows<Real>& X, const ModelRun<Real>& whole) const;

  PretrainedModel<Real>& model_;
  const ModelInput& input_;
};

extern template class TextInModel<float>;
extern template class TextInModel<double>;

/// What is known of all heads of a model in one text.
struct HeadsInText {
  std::vector<HeadFacts> heads{};  ///< by layer and head
  std::vector<Habit> measured{};   ///< what the text has queries for
};

/// "5.11": layer 5, head 11.
std::string head_name(std::size_t layer, std::size_t head);

/// What a head does more than even attention would, by .10 or more: the measure that is furthest
/// above it. Entropy is none of them.
std::optional<Habit> strongest_habit(const HeadFacts& head);

/// The head that does most of any habit. Rest on the first token counts only where no head does
/// anything else; nothing where none has a habit.
const HeadFacts* head_with_most(const HeadsInText& known);

/// The heads in the order of a measure, the largest first; of entropy the smallest.
std::vector<const HeadFacts*> sorted_heads(const HeadsInText& known, Habit by);

/// A sketch of each head, a row for each layer; or in the order of a measure, the first `top` of
/// them.
SketchSheet heads_sheet(const HeadsInText& known, std::optional<Habit> by, std::size_t top);

/// The measures of each head, those of even attention, and over how many queries: `top` heads in
/// the order of a measure, or all. Even attention has a row for each window that layers have.
Table heads_table(const HeadsInText& known, std::optional<Habit> by, std::size_t top);

/// What one head does, in a sentence: "previous .97 (even .20), first .01 ..."
std::string measures_sentence(const HeadFacts& head, const std::vector<Habit>& measured);

// What a model says, as tables. Tokens are shown as people read them, and for programs as the
// vocabulary spells them.

/// A token as a cell.
TableCell token_cell(const Tokenizer& tokenizer, std::uint32_t id);

/// The most probable tokens at one place. `title` says which place.
Table candidates_table(const Tokenizer& tokenizer, const Probabilities& said, std::size_t top,
                       const std::string& title);

/// The same of two texts side by side.
Table candidates_beside(const Tokenizer& tokenizer, const Probabilities& left,
                        const Probabilities& right, std::size_t top, const std::string& title);

/// What each layer would say, and how probable it takes one token to be. At narrow widths fewer
/// candidates are shown.
Table lens_table(const Tokenizer& tokenizer, const std::vector<Probabilities>& said,
                 std::uint32_t wanted);

/// What the model says with all heads and without some. `without` names them: "5.5, 6.9".
Table removal_table(const Tokenizer& tokenizer, const Removal& removal, std::size_t top,
                    const std::string& without);

/// What the removal of one head says about its weights, in a sentence.
std::string removal_sentence(const Tokenizer& tokenizer, const Removal& removal, LayerHead head);

/// The same of a model that says nothing: how far the last state of a place moves.
std::string state_change_sentence(const std::vector<std::string>& tokens, std::size_t place,
                                  double change, LayerHead head);

/// How surprised the model is by each token of a text, or by the `top` ones that surprise it most.
Table losses_table(const std::vector<std::string>& tokens, const std::vector<double>& losses,
                   std::optional<std::size_t> top = {});

/// One query's weights of one head: where most of them lie.
struct WeightsOfQuery {
  LayerHead head;
  std::size_t strongest = 0;  ///< the key
  double weight = 0.0;
};

/// The strongest key of one query in every head, as bars, the largest weight first; at most `top`
/// rows. Heads that look at the first token of the text most are counted, not listed, unless all of
/// them do.
Table from_token_table(const std::vector<std::string>& tokens, std::size_t query, std::size_t first,
                       std::vector<WeightsOfQuery> heads, std::size_t top);

/// A weight and where it stands.
struct WeighedPair {
  std::size_t query = 0, key = 0;
  double weight = 0.0;
};

/// The strongest pairs of a head, those on the token `resting_on` left out.
Table pairs_table(const std::vector<std::string>& tokens, const std::vector<WeighedPair>& pairs,
                  std::size_t resting_on, const std::string& head);

/// Where a token stands in the text, with its neighbours.
Table places_table(const std::vector<std::string>& tokens, const std::vector<std::size_t>& places);

/// A token and its place in a table: "␣it (11)".
std::string placed_token(const std::vector<std::string>& tokens, std::size_t place);

/// The same in a sentence, and a token alone: "\"␣it\" (11)", "\"␣it\"".
std::string quoted_place(const std::vector<std::string>& tokens, std::size_t place);
std::string quoted_token(const std::string& token);

}  // namespace attn
