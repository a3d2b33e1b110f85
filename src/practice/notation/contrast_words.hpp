#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The words of a text, without the spaces, full stops and quotation marks around them.
std::vector<std::string> words_of(std::string_view text);

/// The parts of a text that tells one thing from another, or says it twice: "equivariant (同変)" as
/// two, and "equivariant rather than invariant" with "not invariant" as the second.
std::vector<std::string> parts_told_apart(std::string_view text);

/// Whether a part denies what it names: "not invariant", 不変ではない.
bool is_negated(const std::string& part);

/// Whether it denies only that this is all, where it is negated: "not just invariant",
/// 不変だけではない.
bool says_more_than_one(const std::string& part);

}  // namespace attn
