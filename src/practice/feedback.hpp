#pragma once

#include "practice/check.hpp"
#include "trace/document.hpp"

namespace attn {

/// What the checker says about one field: right or not, and then in the order in which it helps:
/// the diagnosis, what is wrong and how much, yours beside what is right (as far as the exercise
/// reveals it).
Document field_feedback(const Exercise& exercise, const FieldResult& result);

/// The whole answer: a line for each field, the details of the first that is wrong in its own right
/// (of all with `in_full`) and of all that could not be read, and the verdict. What to type next is
/// for the command line to say.
Document feedback(const CheckResult& result, bool in_full);

}  // namespace attn
