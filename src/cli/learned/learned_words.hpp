#pragma once

#include <vector>

#include "cli/learned/learned_flags.hpp"
#include "cli/present/view_flags.hpp"

namespace attn {

/// Prints the words that a model knows, and the kinds of sentences that it learned from: a page,
/// or with --json or --plain what programs read. Returns the exit code.
/// Errors:  InputError for a typed flag without a meaning here; as LearnedModel.
int list_learned_words(const WordFlags& words, const Flag& learned, const FlagTable& table,
                       const ViewFlags& view);

}  // namespace attn
