#pragma once

#include <optional>

#include "cli/pretrained/model_text.hpp"
#include "pretrained/study/study.hpp"
#include "trace/trace.hpp"

namespace attn {

// What is shown of a model and a text, each as a trace. Where nobody reads notes, what takes more
// passes for them is left out (`has_notes`).

/// All heads in small, what the model says, and what changes without the head that does most; with
/// `has_table`, or sorted, the measures of each.
template <class Real>
Trace overview_trace(PretrainedModel<Real>& model, const ModelText& text,
                     const PretrainedFlags& flags, bool has_table);

/// Adds the weights of every head, "head 4.11", to a trace: a page or a figure shows
/// all of them.
/// Errors:  InputError if they are too many for that.
template <class Real>
void add_all_weights(Trace& trace, PretrainedModel<Real>& model, const ModelText& text);

/// The stages of some heads of a layer.
template <class Real>
Trace heads_trace(PretrainedModel<Real>& model, const ModelText& text, std::size_t layer,
                  const std::vector<std::uint64_t>& heads, const Flag& at, bool has_notes);

/// One head, queries and keys as it compares them: for `attend`. Without a place, the head that
/// does most.
template <class Real>
Trace one_head_trace(PretrainedModel<Real>& model, const ModelText& text, const Flag& layer,
                     const Flag& head);

/// Where one token looks, in every head or in those of a layer.
template <class Real>
Trace from_token_trace(PretrainedModel<Real>& model, const ModelText& text,
                       const PretrainedFlags& flags, std::optional<std::size_t> layer);

/// What each layer would already say.
template <class Real>
Trace lens_trace(PretrainedModel<Real>& model, const ModelText& text, const PretrainedFlags& flags);

/// What changes without some heads.
template <class Real>
Trace removal_trace(PretrainedModel<Real>& model, const ModelText& text,
                    const PretrainedFlags& flags);

/// How surprised the model is by each token.
template <class Real>
Trace losses_trace(PretrainedModel<Real>& model, const ModelText& text,
                   const PretrainedFlags& flags);

/// What the model says of two texts.
template <class Real>
Trace beside_trace(PretrainedModel<Real>& model, const ModelText& text,
                   const PretrainedFlags& flags);

/// A part of the weights of one head, of a text of any length; or its strongest pairs.
template <class Real>
Trace window_trace(PretrainedModel<Real>& model, const ModelText& text,
                   const PretrainedFlags& flags, LayerHead head, bool has_notes);

/// Where a token stands in a text.
Trace places_trace(const ModelText& text, const PretrainedFlags& flags);

}  // namespace attn
