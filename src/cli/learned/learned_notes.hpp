#pragma once

#include <string>

#include "cli/learned/learned_sentence.hpp"
#include "trace/trace.hpp"

namespace attn {

/// What the reader should know about such numbers: what the model has read, and what it cannot
/// know.
std::string learned_note(const LearnedModel& model);

/// Why a head is shown that nobody named, and what it does in this sentence.
std::string why_shown(const LearnedSentence& sentence, const ChosenHead& place);

/// What one head does by one of its habits, with the numbers that say so.
std::string habit_note(const HeadStudy& study, const StudiedHead& head, Habit habit);

/// Puts into a trace where its numbers come from.
void describe_learned(Trace& trace, const LearnedSentence& sentence);

}  // namespace attn
