#pragma once

#include <string>
#include <string_view>

namespace attn {

/// The word of japanese_grammar() that is read so: 猫 for "ねこ" and "ネコ". "" if there is none.
std::string word_read_as(std::string_view kana);

/// Whether both words begin with the same kanji and go on in hiragana: forms of one word do, such
/// as 走る and 走った, and so may related words, such as 起きる and 起こした.
bool share_kanji_before_hiragana(std::string_view word, std::string_view other);

}  // namespace attn
