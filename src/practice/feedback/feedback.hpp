#pragma once

#include <string>
#include <vector>

#include "practice/judge/check.hpp"
#include "trace/document.hpp"

namespace attn {

/// What the checker says about one field: right or not, and then in the order in which it helps:
/// the diagnosis, what is wrong and how much, yours beside what is right (as far as the exercise
/// reveals it).
Document field_feedback(const Exercise& exercise, const FieldResult& result);

/// The whole answer: a line for each field; the details of the first that is wrong in its own
/// right, and of all that could not be read; what the others that are wrong show, and where, in a
/// few sentences each (in details too with `in_full`); and the verdict. The command line adds what
/// to type next. Without `counts_attempts` nothing is said of attempts, of which a grading has
/// none.
Document feedback(const CheckResult& result, bool in_full, bool counts_attempts = true);

/// Whether feedback() shows cells with `in_full` that it leaves out without.
bool has_more_in_full(const CheckResult& result);

/// The field in one line: "scores   ✓ right", "weights   not yet".
LabelledLine field_status(const FieldResult& result);

/// What there is to say about an answer that is wrong or could not be read; nothing about others.
std::vector<Piece> field_details(const Exercise& exercise, const FieldResult& result);

}  // namespace attn
