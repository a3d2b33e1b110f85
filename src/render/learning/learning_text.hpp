#pragma once

#include <string>

#include "learning/report/report.hpp"
#include "render/layout.hpp"

namespace attn {

/// The line above everything: what learns what, and the settings that matter for it.
std::string learning_title(const LearnSettings& settings, const std::optional<ReadText>& read,
                           std::size_t n_parameters, const Layout& layout);

/// What came of a run, without its curve: the weights before and after, texts that were made up on
/// the way, the measures, and what they say in words.
std::string learning_text(const LearningReport& report, const Layout& layout);

/// The curve with a line that says what its marks mean, under a heading.
std::string learning_curve_text(const LearningReport& report, const Layout& layout);

/// What was learned, in words, and what the reader should know about the numbers. For programs,
/// too.
std::vector<std::string> learning_notes(const LearningReport& report);

}  // namespace attn
