#pragma once

#include "cli/learned/learned_sentence.hpp"
#include "mechanisms/attention/attention.hpp"

namespace attn {

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

}  // namespace attn
