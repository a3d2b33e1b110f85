#pragma once

#include <string>
#include <vector>

namespace attn {

/// The candidate that a mistyped word most likely meant: the one with the fewest letters to change
/// (never more than half of them), but none that the word has whole behind another word; one that
/// begins with the word, or a flag that the word has with more before its name. "" if there is
/// none.
std::string nearest(const std::string& word, const std::vector<std::string>& candidates);

/// The candidates that a mistyped word may have meant, the nearest first: those with one letter to
/// change, else also those with at most two letters more than the nearest; and where the nearest
/// one has the whole word in it, all that have, since nobody can tell then which was meant. Empty
/// if nearest() has none.
std::vector<std::string> about_as_near(const std::string& word,
                                       const std::vector<std::string>& candidates);

}  // namespace attn
