#pragma once

#include <string_view>

namespace attn {

/// How much a line break between two pieces of a text disturbs the reader, in columns: a line may
/// end so many columns earlier to avoid it.
///
/// Japanese breaks where a phrase begins: 0 after a mark, after the particle を, and before a
/// kanji, a katakana or a Latin word that follows hiragana. A third of the line inside a word of
/// kanji, before hiragana that ends a word or follows it, and within a formula ("d = 512", "Q Kᵀ")
/// or between a number and its unit ("2 FLOP"), in every language; somewhat more inside a run of
/// hiragana. Half of the line inside a katakana word and between a number and its counter ("2 つ").
/// \param before    the word or wide character with its marks that ends the line
/// \param after     the one that begins the next line
/// \param is_spaced whether white space stands between the two
/// \param room      the columns of a line
unsigned break_cost(std::string_view before, std::string_view after, bool is_spaced, unsigned room);

}  // namespace attn
