// What heads do on a text, what the model says, what changes without heads, and the weights of all
// of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/named.hpp"
#include "data/matrix/arrays.hpp"
#include "network/rows.hpp"
#include "pretrained/forward/forward.hpp"

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

/// What of a head is measured, as a mean over the queries that have such a key. W are its weights,
/// i a query and j a key, from 0; t are the tokens.
///
///     previous   W(i, i−1)                   i ≥ 1
///     first      W(i, 0)                     i ≥ 1
///     self       W(i, i)                     i ≥ 1
///     next       W(i, i+1)                   i < n−1, where a query sees what follows
///     same       Σ W(i, j), j < i, t(j) = t(i)
///     induction  Σ W(i, j), 1 ≤ j ≤ i, t(j−1) = t(i): what followed the token before
///     separator  Σ W(i, j), t(j) a separator ([SEP], </s>)
///     entropy    −Σ W ln W / ln(number of open keys), where there are two or more
enum class HeadMeasureKind { previous, first, self, next, same, induction, separator, entropy };
inline constexpr Named<HeadMeasureKind> kHeadMeasureKinds[] = {
    {HeadMeasureKind::previous, "previous"},   {HeadMeasureKind::first, "first"},
    {HeadMeasureKind::self, "self"},           {HeadMeasureKind::next, "next"},
    {HeadMeasureKind::same, "same"},           {HeadMeasureKind::induction, "induction"},
    {HeadMeasureKind::separator, "separator"}, {HeadMeasureKind::entropy, "entropy"}};
inline constexpr std::size_t kHeadMeasures = std::size(kHeadMeasureKinds);

/// A mean, and over how many queries.
struct MeanOverQueries {
  double sum = 0.0;
  std::size_t n_rows = 0;

  double mean() const { return n_rows == 0 ? 0.0 : sum / static_cast<double>(n_rows); }
  bool operator==(const MeanOverQueries&) const = default;
};

/// All measures of one head over one text.
using HeadMeans = std::array<MeanOverQueries, kHeadMeasures>;

inline const MeanOverQueries& mean_of(const HeadMeans& means, HeadMeasureKind kind) {
  return means[static_cast<std::size_t>(kind)];
}

/// A head's weights as a small picture: a dot where a block of them holds the largest weight of a
/// query, or one of .2 and more.
struct HeadSketch {
  std::size_t n_rows = 0, n_cols = 0;
  std::vector<bool> dots{};  ///< row by row
};

/// One head of a model in one text.
struct HeadFacts {
  std::size_t layer = 0, head = 0;
  HeadMeans means{};
  HeadMeans even{};  ///< of attention that makes no difference between what this layer sees
  HeadSketch sketch{};
};

/// The keys of each rule in one text, found once for all heads of a model.
class TokenRules {
 public:
  /// `separators` are the places of tokens that stand between texts.
  TokenRules(std::vector<std::uint32_t> ids, Sights sights, std::vector<bool> separators);

  std::size_t n_tokens() const { return ids_.size(); }

  /// The measures of a head whose weights these are.
  ///
  /// Shapes:  weights (n × n)
  template <class Real>
  HeadMeans means_of(Rows<const Real> weights) const;

  /// The same of a head that makes no difference between the keys that it may look at.
  HeadMeans even_means() const;

 private:
  bool sees(std::size_t query, std::size_t key) const;
  bool is_padding(std::size_t place) const;
  template <class Weight, class Entropy>
  HeadMeans means(const Weight& weight, const Entropy& entropy) const;

  std::vector<std::uint32_t> ids_;
  Sights sights_;
  std::vector<std::size_t> separators_;
  std::size_t first_ = 0;            // token of the text, behind padding
  std::vector<std::size_t> n_open_;  // keys that each query sees
  std::vector<std::vector<std::uint32_t>>
      same_;  // for each query the places before it of its token
};

/// Which of the measures have any query, by the means of even attention.
std::vector<HeadMeasureKind> measured_in(const HeadMeans& even);

/// The picture of a head, no larger than `side` dots a side.
template <class Real>
HeadSketch sketch_of(Rows<const Real> weights, std::size_t side);

extern template HeadMeans TokenRules::means_of(Rows<const float>) const;
extern template HeadMeans TokenRules::means_of(Rows<const double>) const;
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

/// Puts a text through all layers, and returns the last states.
///
/// Shapes:  result (n × d_model)
/// Errors:  as PretrainedModel
template <class Real>
TokenRows<Real> run_model(PretrainedModel<Real>& model, const ModelInput& input,
                          const ModelRun<Real>& run = {});

/// The states before a layer.
///
/// Shapes:  result (n × d_model)
/// Errors:  as PretrainedModel
template <class Real>
TokenRows<Real> states_before(PretrainedModel<Real>& model, const ModelInput& input,
                              std::size_t layer);

/// The rules of a text for the heads of one layer.
template <class Real>
TokenRules rules_of(const PretrainedModel<Real>& model, const ModelInput& input,
                    const std::vector<bool>& separators, std::size_t layer = 0);

/// What every head does in a text, by layer and head, and the last states at one place.
template <class Real>
struct ModelStudy {
  std::vector<HeadFacts> heads;
  TokenRows<Real> states;
};

/// Shapes:  `side` dots a side of every sketch
template <class Real>
ModelStudy<Real> study_heads(PretrainedModel<Real>& model, const ModelInput& input,
                             const std::vector<bool>& separators, std::size_t side,
                             std::size_t place);

/// What the model says at one place of the text.
template <class Real>
Probabilities said_at(PretrainedModel<Real>& model, const TokenRows<Real>& states,
                      std::size_t place);

/// What each layer would already say at one place, were it the last: those of the embedding, then
/// one for each layer.
///
/// Source:  nostalgebraist 2020, "interpreting GPT: the logit lens".
template <class Real>
std::vector<Probabilities> lens(PretrainedModel<Real>& model, const ModelInput& input,
                                std::size_t place);

/// How surprised the model is by each token of the text, from the second on.
///
///     −ln p(t(i+1) | t(0), …, t(i))
///
/// Units:   nats
/// Shapes:  result n − 1
template <class Real>
std::vector<double> token_losses(PretrainedModel<Real>& model, const ModelInput& input,
                                 const TokenRows<Real>& states);

/// What is different where heads are set to 0.
struct Removal {
  Probabilities with, without;                        ///< at one place
  double kl = 0.0;                                    ///< of the second from the first
  std::optional<double> loss_with{}, loss_without{};  ///< mean over the text, of causal models
  std::vector<double> random_kls{};  ///< the same for as many heads, drawn at random
};

/// Sets heads to 0 and compares what the model says at one place with what it `said` with them,
/// where that is known already, and no more: losses and random heads cost several passes.
template <class Real>
Removal brief_removal(PretrainedModel<Real>& model, const ModelInput& input, std::size_t place,
                      const std::set<LayerHead>& heads, std::optional<Probabilities> said = {});

/// How far the last state of one place moves where heads are set to 0, as a part of its length: for
/// a model that says nothing.
///
///     ‖x − x'‖ / ‖x‖
template <class Real>
double state_change(PretrainedModel<Real>& model, const ModelInput& input, std::size_t place,
                    const std::set<LayerHead>& heads);

/// As brief_removal, with the losses of the text, of causal models. `n_random` sets of as many
/// other heads are drawn with `seed` to compare with.
template <class Real>
Removal removal(PretrainedModel<Real>& model, const ModelInput& input, std::size_t place,
                const std::set<LayerHead>& heads, std::size_t n_random, std::uint64_t seed);

#define ATTN_MODEL_STUDY(Real, kind)                                                              \
  kind template TokenRows<Real> run_model(PretrainedModel<Real>&, const ModelInput&,              \
                                          const ModelRun<Real>&);                                 \
  kind template TokenRows<Real> states_before(PretrainedModel<Real>&, const ModelInput&,          \
                                              std::size_t);                                       \
  kind template Removal brief_removal(PretrainedModel<Real>&, const ModelInput&, std::size_t,     \
                                      const std::set<LayerHead>&, std::optional<Probabilities>);  \
  kind template double state_change(PretrainedModel<Real>&, const ModelInput&, std::size_t,       \
                                    const std::set<LayerHead>&);                                  \
  kind template TokenRules rules_of(const PretrainedModel<Real>&, const ModelInput&,              \
                                    const std::vector<bool>&, std::size_t);                       \
  kind template ModelStudy<Real> study_heads(PretrainedModel<Real>&, const ModelInput&,           \
                                             const std::vector<bool>&, std::size_t, std::size_t); \
  kind template Probabilities said_at(PretrainedModel<Real>&, const TokenRows<Real>&,             \
                                      std::size_t);                                               \
  kind template std::vector<Probabilities> lens(PretrainedModel<Real>&, const ModelInput&,        \
                                                std::size_t);                                     \
  kind template std::vector<double> token_losses(PretrainedModel<Real>&, const ModelInput&,       \
                                                 const TokenRows<Real>&);                         \
  kind template Removal removal(PretrainedModel<Real>&, const ModelInput&, std::size_t,           \
                                const std::set<LayerHead>&, std::size_t, std::uint64_t)
ATTN_MODEL_STUDY(float, extern);
ATTN_MODEL_STUDY(double, extern);

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

/// Puts a text through a model, or through one layer and those before it, and hands out the
/// attention weights of each layer. One layer of them is held at a time.
///
/// Shapes:  weights (n_heads · n × n), the heads one below another
/// Errors:  as PretrainedModel, and what `take` throws
template <class Real>
void for_all_weights(PretrainedModel<Real>& model, const ModelInput& input,
                     std::optional<std::size_t> only_layer,
                     const std::function<void(std::size_t layer, Rows<const Real> weights)>& take);

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

/// How far the attention weights of a model are from those that an array holds: (n_layers, n_heads,
/// n, n), or (n_heads, n, n) of one layer.
///
/// Errors:  as for_all_weights and MappedArray::copy; the shapes must fit.
template <class Real>
WeightsDifference difference_of_weights(PretrainedModel<Real>& model, const ModelInput& input,
                                        std::optional<std::size_t> only_layer,
                                        const MappedArray& others, double tolerance);

#define ATTN_ALL_WEIGHTS(Real, kind)                                                               \
  kind template void for_all_weights(PretrainedModel<Real>&, const ModelInput&,                    \
                                     std::optional<std::size_t>,                                   \
                                     const std::function<void(std::size_t, Rows<const Real>)>&);   \
  kind template WeightsDifference difference_of_weights(PretrainedModel<Real>&, const ModelInput&, \
                                                        std::optional<std::size_t>,                \
                                                        const MappedArray&, double)
ATTN_ALL_WEIGHTS(float, extern);
ATTN_ALL_WEIGHTS(double, extern);

}  // namespace attn
