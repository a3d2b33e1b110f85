#pragma once

#include <vector>

#include "practice/judge/check.hpp"
#include "trace/document.hpp"

namespace attn {

/// The learner's latest `n` answers that count, as they were typed: matrices side by side, the
/// others on a line; an empty page for none. Later questions go on from them.
Document own_answers(const std::vector<FieldResult>& results, std::size_t n);

/// A page of matrices with those of another at its end, in one row where they fit.
Document beside(Document page, Document more);

/// How many of the answers count: they are right, or follow from an earlier one.
std::size_t n_own_answers(const std::vector<FieldResult>& results);

}  // namespace attn
