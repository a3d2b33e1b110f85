#pragma once

#include <string>
#include <vector>

#include "grading/gradebook.hpp"

namespace attn {

/// Four students and two exercises, typed and a program, in which every state comes up:
///
///     s01 Ada       marked, all right       marked, the hidden check failed
///     s02 山田      marked, all wrong       unreadable
///     s03           missing, no folder      missing
///     guest         other_variant           grader_failed; not on the roster
Gradebook small_gradebook();

/// Names and texts that break reports which are not careful, each for another reason.
const std::vector<std::string>& hostile_texts();

/// The small gradebook with such a text wherever a student's can come in.
Gradebook gradebook_with(const std::string& text);

/// The same with one more student for each of the texts, who answered with it.
Gradebook hostile_gradebook();

}  // namespace attn
