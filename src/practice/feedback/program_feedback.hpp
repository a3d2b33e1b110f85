#pragma once

#include <string>

#include "practice/program/judge_program.hpp"
#include "trace/document.hpp"

namespace attn {

/// What is said of a program: a line for each check; of the first that failed which mistake its
/// replies show, where they are wrong (as far as the exercise reveals it), and what the program
/// printed last on standard error; and the verdict. The command line adds what to type next.
Document program_feedback(const ProgramResult& result);

/// How a program ended, where it did not end well: "It was ended after 20 s." Translated.
std::string ending_text(const RunResult& run, const Limits& limits);

/// What came of compiling a program, where that failed. Translated.
std::string build_text(const RunResult& build);

/// What a check is for, in the user's language; of a hidden one only that it is hidden.
std::string title_of_check(const ProgramCheck& check);

/// What stands between the program and the machine, as a sentence. Translated.
std::string isolation_text(Isolation isolation);

/// The first check that failed; null if none did.
const ProgramCheckResult* first_failure(const ProgramResult& result);

}  // namespace attn
