#pragma once

#include "learning/sentences/grammar.hpp"

namespace attn {

/// Japanese: animals that wake each other because それ barked, what there is in a garden, counted
/// with its counter, people with two names, and gifts. A particle is a word, and so is 。.
const Grammar& japanese_grammar();

}  // namespace attn
