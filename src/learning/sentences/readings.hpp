#pragma once

#include <string>
#include <string_view>

namespace attn {

/// The word of japanese_grammar() that is read so: 猫 for "ねこ" and "ネコ". "" if there is none.
std::string word_read_as(std::string_view kana);

/// Whether one of two words is a form of the other, as far as their writing tells: both begin with
/// the same kanji and go on in hiragana, as 走る and 走った do.
bool may_be_forms_of_one_word(std::string_view word, std::string_view other);

}  // namespace attn
