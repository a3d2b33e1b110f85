#pragma once

#include <string>

#include "cli/exercise/session.hpp"
#include "practice/answer/answer.hpp"
#include "practice/judge/check.hpp"
#include "trace/document.hpp"

namespace attn {

/// The bytes of an answer: an ordinary file, which may be empty.
/// Errors: InputError if it cannot be read, or is larger than kAnswerLimit.
std::string answer_bytes(const std::string& path);

/// Judges an answer in the variant that it or the command names.
/// Errors: InputError if they name different variants; those of check().
CheckResult judge(ExerciseSession& session, const AnswerSheet& sheet);

/// Remembers that a sheet was judged. It is one attempt if something in it is wrong, however much
/// and whatever else could not be read, or if all is right; what is right so far is none.
void record_sheet(ExerciseSession& session, const CheckResult& result);

/// Remembers an attempt, or a pass. An answer that could not be read is not an attempt.
void record_attempt(ExerciseSession& session, const Exercise& exercise, Verdict verdict);

/// What to do after the verdict; `repeat` is how to hand the answer in again, "" if it cannot
/// be.
Document after_check(ExerciseSession& session, const Exercise& exercise, Verdict verdict,
                     const std::string& repeat);

/// "Exercise 1 is passed, at attempt 2."
std::string passed_sentence(const Exercise& exercise, const ExerciseProgress& progress);

/// Says how to see what the verdict left out, if it left out anything: by the command, or where
/// that is "" by its flag.
void add_more(Document& page, const ExerciseSession& session, const CheckResult& result,
              const std::string& command);

/// 0 for a pass, 1 for "not yet", 2 for what cannot be read.
int exit_code_of(Verdict verdict);

}  // namespace attn
