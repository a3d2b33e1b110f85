#pragma once

#include <string>
#include <vector>

namespace attn {

/// The candidate that a mistyped word most likely meant: the one with the fewest letters to change
/// (never more than half of them), one that begins with the word, or a flag that the word has with
/// more before its name. "" if there is none.
std::string nearest(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace attn
