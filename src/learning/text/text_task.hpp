#pragma once

#include <string>
#include <vector>

#include "learning/tasks/task.hpp"
#include "learning/text/corpus.hpp"

namespace attn {

/// A causal transformer that guesses every token of a text from those before it.
///
/// The corpus must outlive the task. Vocabulary and unit of the settings are those of the
/// corpus.
std::unique_ptr<Task> text_task(LearnSettings settings, const Corpus& corpus);

/// The model of such a task.
TransformerSettings text_model_settings(const LearnSettings& settings);

/// A sentence that the model makes up: one token after another, each drawn from the probabilities
/// that the model gives, sharpened by the temperature.
///
///     p ∝ exp(z / temperature)
///
/// Units:   temperature 1 as learned; towards 0 always the most probable token
TextPiece sampled_text(Network<float>& model, Workers& workers, const TextPiece& beginning,
                       std::size_t n_longest, double temperature, std::uint64_t seed);

}  // namespace attn
