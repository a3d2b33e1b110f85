#pragma once

#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "pretrained/forward/pretrained_model.hpp"
#include "pretrained/study/candidates.hpp"
#include "pretrained/study/head_facts.hpp"

namespace attn {

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

}  // namespace attn
