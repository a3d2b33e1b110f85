#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "learning/text/corpus.hpp"

namespace attn {

/// How many sentences of a grammar a model reads, and how many show what it has learned.
inline constexpr std::size_t kGrammarSentences = 20'000, kHeldOutSentences = 1'000;

/// Settings with which a small model learns the sentences of a grammar. With those of English and
/// Japanese, seed and all, the files that attn brings along are made:
///
///     attn learn text --grammar en -o en.safetensors
///
/// Errors:  InputError as grammar_of
LearnSettings grammar_settings(std::string_view language);

/// The sentences that such a model reads, which hang on its seed.
///
/// Errors:  InputError as grammar_of
Corpus grammar_corpus(std::string_view language, std::uint64_t seed);

/// The name of the file that attn brings along for a language: "en.safetensors".
std::string learned_file_name(std::string_view language);

}  // namespace attn
