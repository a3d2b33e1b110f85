#pragma once

#include <vector>

#include "mechanisms/studies/attention_to_study.hpp"

namespace attn {

/// Scores of attention, and the temperatures that they are divided by.
struct TemperatureProblem {
  AttentionToStudy attention{};
  std::vector<double> temperatures{0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 10};
};

/// The scores of the last query divided by T, from a hard maximum to weights that are all alike.
///
///     A_T = softmax(s / T)
///
/// Stages:  those of attention, then row divided tempered spread [mixed]: the scores of the last
///          query; divided by each T; as weights; how they are spread; and the output with them
/// Tables:  temperature
/// Errors:  InputError if a temperature is not a positive finite number, if they do not rise, if a
///          pattern has no scores, if the last query may attend to nothing; or as attention
Trace temperature_study(const TemperatureProblem& problem);

}  // namespace attn
