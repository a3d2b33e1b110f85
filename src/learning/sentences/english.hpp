#pragma once

#include "learning/sentences/grammar.hpp"

namespace attn {

/// English: animals that wake each other because "it" barked, cars near dogs that stopped because
/// "it" was old, people with two names, and gifts. Words are lower case but for names, and a full
/// stop is a word.
const Grammar& english_grammar();

}  // namespace attn
