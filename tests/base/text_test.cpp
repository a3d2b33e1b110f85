#include "base/text.hpp"

#include "support/catch.hpp"

TEST_CASE("trimmed: takes blanks away at both ends alone") {
  CHECK(trimmed(" \t a b\r\n") == "a b");
  CHECK(trimmed("\ra\n", " \t") == "\ra\n");
  CHECK(trimmed(" \n ") == "");
  CHECK(trimmed("") == "");
}

TEST_CASE("lower_case: the letters of ASCII alone") {
  CHECK(lower_case("AZaz09_Ä猫") == "azaz09_Ä猫");
  CHECK(lower_case("") == "");
}

TEST_CASE("upper_case: the letters of ASCII alone") {
  CHECK(upper_case("AZaz09_ä猫") == "AZAZ09_ä猫");
  CHECK(upper_case("") == "");
}

TEST_CASE("joined: what stands between is between, not around") {
  CHECK(joined({"a", "b", "c"}, " + ") == "a + b + c");
  CHECK(joined({"a"}, " + ") == "a");
  CHECK(joined({}, " + ") == "");
}

TEST_CASE("split: what stands between separators, even if it is nothing") {
  using Parts = std::vector<std::string>;
  CHECK(split("mha,gqa:8", ',') == Parts{"mha", "gqa:8"});
  CHECK(split("1:2:", ':') == Parts{"1", "2", ""});
  CHECK(split("", ',') == Parts{""});
}

TEST_CASE("spaced_words: what stands between spaces, however many") {
  using Parts = std::vector<std::string>;
  CHECK(spaced_words(" less \t-R\r\n-F ") == Parts{"less", "-R", "-F"});
  CHECK(spaced_words("猫 犬") == Parts{"猫", "犬"});
  CHECK(spaced_words(" \n").empty());
}

TEST_CASE("list_items: what stands between commas, without spaces") {
  CHECK(list_items("mha, gru") == std::vector<std::string>{"mha", "gru"});
  CHECK(list_items("mha,") == std::vector<std::string>{"mha", ""});
  CHECK(list_items("") == std::vector<std::string>{""});
}

TEST_CASE("listed_first: two dots stand for what is left out") {
  CHECK(listed_first({"a", "b", "c"}, 3) == "a, b, c");
  CHECK(listed_first({"a", "b", "c"}, 2) == "a, b, ..");
  CHECK(listed_first({}, 2) == "");
}

TEST_CASE("listed: one line with commas") {
  CHECK(listed({"a", "b", "c"}) == "a, b, c");
  CHECK(listed({"a"}) == "a");
  CHECK(listed({}) == "");
}

TEST_CASE("tab_field: stays on its line and in its column") {
  CHECK(tab_field("a\tb\r\nc d") == "a b  c d");
  CHECK(tab_field("猫") == "猫");
  CHECK(tab_field("") == "");
}

TEST_CASE("shell_word: quotes what a shell would take apart") {
  CHECK(shell_word("answer.txt") == "answer.txt");
  CHECK(shell_word("/home/ann/2-a_b.txt") == "/home/ann/2-a_b.txt");
  CHECK(shell_word("答え.txt") == "答え.txt");
  CHECK(shell_word("my answer") == "'my answer'");
  CHECK(shell_word("it's") == "'it'\\''s'");
  CHECK(shell_word("$HOME") == "'$HOME'");
  CHECK(shell_word("") == "''");
}

TEST_CASE("begins_name: letters of ASCII and the underscore") {
  for (const char c : {'a', 'z', 'A', 'Z', '_'}) CHECK(begins_name(c));
  for (const char c : {'0', '-', ' ', '\xC3', '@', '['}) CHECK_FALSE(begins_name(c));
  for (const char c : {'0', '9'}) CHECK(is_ascii_digit(c));
  for (const char c : {'a', '/', ':'}) CHECK_FALSE(is_ascii_digit(c));
  CHECK(are_ascii_digits("0123"));
  for (const char* text : {"", "1.5", "-1", "１"}) CHECK_FALSE(are_ascii_digits(text));
}

TEST_CASE("first_lines: as many as there are") {
  CHECK(first_lines("a\nb\nc\n", 2) == "a\nb\n");
  CHECK(first_lines("a\nb\n", 5) == "a\nb\n");
  CHECK(first_lines("a\nb", 2) == "a\nb");
  CHECK(first_lines("", 3).empty());
  CHECK(n_lines_of("a\n\nb\n") == 3);
}

TEST_CASE("kept_together: spaces become no-break spaces") {
  CHECK(kept_together("a b c") == "a\u00a0b\u00a0c");
}

TEST_CASE("first_code_point: the character and its length") {
  CHECK(first_code_point("a猫").value == 'a');
  CHECK(first_code_point("a猫").n_bytes == 1);
  CHECK(first_code_point("猫a").value == 0x732B);
  CHECK(first_code_point("猫a").n_bytes == 3);
}

TEST_CASE("first_code_point: a wrong byte is one byte and no character") {
  for (const std::string text : {"\xff", "\x8e", "\xe7\x8c"}) {  // the last one is cut off
    CHECK(first_code_point(text).value == -1);
    CHECK(first_code_point(text).n_bytes == 1);
  }
}

TEST_CASE("is_mark: what stands on the letter before it") {
  for (const std::int32_t mark : {0x0301, 0x3099, 0x0903, 0x20DD}) CHECK(is_mark(mark));
  for (const std::int32_t other : {0x0061, 0x00E9, 0x309B, 0x1161, 0x2126})
    CHECK_FALSE(is_mark(other));
}

TEST_CASE("end_of_utf8: the first byte that begins no character") {
  CHECK(end_of_utf8("") == 0);
  CHECK(end_of_utf8("a猫\U0010FFFF") == 8);
  CHECK(end_of_utf8("ab\xFF") == 2);
  CHECK(end_of_utf8("猫\xE7\x8C") == 3);
  CHECK(end_of_utf8("\xED\xA0\x80") == 0);  // a surrogate
  CHECK(is_utf8("a猫"));
  CHECK_FALSE(is_utf8("猫\xE7\x8C"));
}

TEST_CASE("graphemes_of: marks stay with their letter and wrong bytes stand alone") {
  using Graphemes = std::vector<std::string_view>;
  CHECK(graphemes_of("か\u3099さ") == Graphemes{"か\u3099", "さ"});
  CHECK(graphemes_of("a\xff\xff"
                     "b") == Graphemes{"a", "\xff", "\xff", "b"});
  CHECK(graphemes_of("").empty());
}

TEST_CASE("character_count: characters, not bytes") {
  CHECK(character_count("a猫\u00e9") == 3);
  CHECK(character_count("") == 0);
}

TEST_CASE("is_visible: not what reverses, ends or controls a line") {
  CHECK(is_visible('a'));
  CHECK(is_visible(0x732B));
  CHECK(is_visible(' '));
  for (const int hidden : {0x07, 0x0A, 0x200B, 0x202E, 0x2028, 0x3164, 0xE000})
    CHECK_FALSE(is_visible(hidden));
}

TEST_CASE("without_byte_order_mark: one mark, at the beginning alone") {
  CHECK(without_byte_order_mark("\xEF\xBB\xBF"
                                "a") == "a");
  CHECK(without_byte_order_mark("a\xEF\xBB\xBF") == "a\xEF\xBB\xBF");
  CHECK(has_utf16_mark("\xFF\xFE"));
  CHECK(has_utf16_mark("\xFE\xFF"));
  CHECK_FALSE(has_utf16_mark("\xEF\xBB\xBF"));
}

TEST_CASE("usual_width: wide letters narrow, narrow kana wide, and composed") {
  CHECK(usual_width("Ｃａｔ　１！") == "Cat 1!");
  CHECK(usual_width("ｶﾞｰ") == "ガー");
  CHECK(usual_width("か\u3099") == "が");
  CHECK(usual_width("①x²猫\xff") == "①x²猫\xff");
}

TEST_CASE("folded_form: what looks the same is equal") {
  CHECK(folded_form("Jos\u00e9") == folded_form("jose\u0301"));
  CHECK(folded_form("ＡＮＡ") == "ana");
  CHECK(folded_form("ana") != folded_form("anna"));
  CHECK(folded_form("\xff") == "\xff");
}

namespace {

std::string plain(const std::string& text) {
  std::vector<std::string> remarks;
  return in_plain_characters(text, remarks);
}

TEST_CASE("with_ascii_signs: only the signs that are asked for") {
  CHECK(with_ascii_signs("猫＝ｄｏｇ｜１，２", "=|") == "猫=ｄｏｇ|１，２");
  CHECK(with_ascii_signs("", "=") == "");
}

TEST_CASE("in_plain_characters: full-width characters, spaces and the ideographic comma") {
  CHECK(plain("（１，２）＝ａ％") == "(1,2)=a%");
  CHECK(plain("1\u00A02\u30003\u202F4\u20095") == "1 2 3 4 5");
  CHECK(plain("1、2") == "1,2");
  CHECK(plain("\uFEFF1") == "1");
  CHECK(plain("因果マスク→ー") == "因果マスク→ー");
}

TEST_CASE("in_plain_characters: an ideographic full stop is a point between digits only") {
  CHECK(plain("1。5 １。５") == "1.5 1.5");
  CHECK(plain("下がる。") == "下がる。");
  CHECK(plain("1。") == "1。");
}

TEST_CASE("in_plain_characters: a replaced minus sign is remarked once") {
  std::vector<std::string> remarks;
  CHECK(in_plain_characters("−1 −2 –3 －4", remarks) == "-1 -2 -3 -4");
  CHECK(remarks == std::vector<std::string>{"'−' (U+2212) was read as a minus sign.",
                                            "'–' (U+2013) was read as a minus sign."});
}

TEST_CASE("in_plain_characters: a long dash and the sound mark are minus signs before a number") {
  for (const char* sign : {"ー", "ｰ", "―", "—", "─"}) {
    CAPTURE(sign);
    CHECK(plain(std::string(sign) + "0.69") == "-0.69");
    CHECK(plain(std::string("1 ") + sign + "２ " + sign + "√2") == "1 -2 -√2");
    CHECK(plain(std::string(sign) + " d_k") == "- d_k");
    CHECK(plain(std::string("3 ") + sign) == std::string("3 ") + sign);
    CHECK(plain(std::string(sign) + sign + sign) == std::string(sign) + sign + sign);
  }
  CHECK(plain("スコアー2") == "スコアー2");
  CHECK(plain("ﾊｰﾄﾞ1") == "ﾊｰﾄﾞ1");
  std::vector<std::string> remarks;
  in_plain_characters("ー1", remarks);
  CHECK(remarks == std::vector<std::string>{"'ー' (U+30FC) was read as a minus sign."});
}

TEST_CASE("with_typed_pieces: a sentence quotes what was typed") {
  const std::string typed = "\uFEFFa、０、69", in_plain = plain(typed);
  CHECK(with_typed_pieces("Not '0,69' but 'a'.", typed, in_plain) == "Not '０、69' but 'a'.");
  CHECK(with_typed_pieces("「0,69」は数ではありません。", typed, in_plain) ==
        "「０、69」は数ではありません。");
  CHECK(with_typed_pieces("It's 'log2'.", typed, in_plain) == "It's 'log2'.");
  CHECK(with_typed_pieces("'open", typed, in_plain) == "'open");
}

TEST_CASE("hidden_character: what cannot be seen is found") {
  CHECK(hidden_character("1 2\t3\r\n4\f 因果−") == std::nullopt);
  CHECK(hidden_character("1\u200B2") == 0x200B);
  CHECK(hidden_character("1\u202E2") == 0x202E);
  CHECK(hidden_character("\x1B[2J") == 0x1B);
  CHECK(hidden_character(std::string("a\0b", 3)) == 0);
  CHECK(hidden_character("\xFF") == -1);
}

TEST_CASE("shown_token: a hidden character is shown by its code") {
  CHECK(shown_token("\u200B") == "U+200B");
  CHECK(shown_token("\x1B") == "U+001B");
  CHECK(shown_token("a\x1Bz") == "a?z");
  CHECK(shown_token("") == "");
}

TEST_CASE("trimmed: no white space at the ends") {
  CHECK(trimmed(" \t1 2\r\n") == "1 2");
  CHECK(trimmed(" \f").empty());
  CHECK(trimmed("").empty());
}

TEST_CASE("in_plain_characters: a Greek letter that looks like O") {
  std::vector<std::string> remarks;
  CHECK(in_plain_characters("Ο(n²)", remarks) == "O(n²)");
  CHECK(remarks.empty());
}

TEST_CASE("preview: keeps short visible text") {
  CHECK(preview("") == "");
  CHECK(preview("two words") == "two words");
  CHECK(preview("猫が") == "猫が");
}

TEST_CASE("preview: shortens by characters rather than bytes") {
  CHECK(preview("abcdef", 3) == "abc...");
  CHECK(preview("abc", 3) == "abc");
  CHECK(preview("猫が魚", 2) == "猫が...");
  CHECK(preview(std::string(1'000'000, 'x')).size() == 27);
}

TEST_CASE("preview: shows nothing that commands a terminal") {
  CHECK(preview("\x1b[31mred\n") == "?[31mred?");
  CHECK(preview(std::string_view("a\0b", 3)) == "a?b");
  CHECK(preview("\u202Eabc") == "?abc");  // would turn the line around
  CHECK(preview("\u0085") == "?");
}

TEST_CASE("preview: invalid UTF-8 becomes question marks") {
  CHECK(preview("a\xff\xfe") == "a??");
  CHECK(preview("\xe7\x8c") == "??");  // the start of 猫
}

const std::vector<std::string> kStages{"input", "wq", "wk", "wv", "query", "scores", "weights"};
const std::vector<std::string> kFlags{"--stage", "--step", "--scale", "--shapes-only", "--q"};

TEST_CASE("nearest: a letter too many, missing, changed or in another place") {
  CHECK(nearest("inputs", kStages) == "input");
  CHECK(nearest("score", kStages) == "scores");
  CHECK(nearest("quary", kStages) == "query");
  CHECK(nearest("scroes", kStages) == "scores");
  CHECK(nearest("wz", kStages) == "wq");  // the first of equally near ones
  CHECK(nearest("weights", kStages) == "weights");
}

TEST_CASE("nearest: a letter is what people see as one, not its bytes") {
  const std::vector<std::string> words{"鳴いた", "起こした", "太郎", "愛", "プーリング"};
  CHECK(nearest("太朗", words) == "太郎");
  CHECK(nearest("起こす", words) == "起こした");
  CHECK(nearest("プリング", words) == "プーリング");
  // 食べた and 鳴いた, 毛 and 愛 share bytes alone.
  CHECK(nearest("食べた", words) == "");
  CHECK(nearest("毛", words) == "");
  CHECK(about_as_near("太朗", {"大朗", "太郎", "花子"}) ==
        std::vector<std::string>{"大朗", "太郎"});
}

TEST_CASE("nearest: the beginning of a word means the word") {
  CHECK(nearest("--shape", kFlags) == "--shapes-only");
  CHECK(nearest("weig", kStages) == "weights");
  CHECK(nearest("--sca", kFlags) == "--scale");
}

TEST_CASE("nearest: a flag of another program has more before its name") {
  const std::vector<std::string> flags{"--kv-heads", "--heads", "--head", "--q", "--bias"};
  CHECK(nearest("--num-heads", flags) == "--heads");
  CHECK(nearest("--num_heads", flags) == "--heads");
  CHECK(nearest("--n-kv-heads", flags) == "--kv-heads");
  CHECK(nearest("--add-bias", flags) == "--bias");
  CHECK(nearest("--head-q", flags) == "--heads");  // two letters are no name to go by
  CHECK(nearest("--headz", flags) == "--heads");
}

TEST_CASE("nearest: a word that has little in common with any means none") {
  CHECK(nearest("attention", kStages) == "");
  CHECK(nearest("-", kStages) == "");  // two letters from "wq", but those are all it has
  CHECK(nearest("xy", kStages) == "");
  CHECK(nearest("", kStages) == "");
  CHECK(nearest("query", {}) == "");
  CHECK(nearest(std::string(1'000'000, 'q'), kStages) == "");
}

TEST_CASE("about_as_near: one letter tells which word was meant, two do not") {
  const std::vector<std::string> terms{"invariant", "equivariant", "causal"};
  CHECK(about_as_near("equivarient", terms) == std::vector<std::string>{"equivariant"});
  CHECK(about_as_near("covariant", terms) == std::vector<std::string>{"invariant", "equivariant"});
  CHECK(about_as_near("variant", terms) == std::vector<std::string>{"invariant", "equivariant"});
  CHECK(about_as_near("mask", terms).empty());
  CHECK(about_as_near("mat", {"cat", "sat", "dog"}) == std::vector<std::string>{"cat", "sat"});
}

TEST_CASE("about_as_near: a word that several have in them does not tell them apart") {
  CHECK(about_as_near("row", {"row4", "everyrow", "column"}) ==
        std::vector<std::string>{"row4", "everyrow"});
  CHECK(about_as_near("rows", {"row4", "everyrow"}) == std::vector<std::string>{"row4"});
}

TEST_CASE("nearest: what stands behind another word is not meant") {
  CHECK(nearest("noteveryrow", {"everyrow", "row4"}) == "");
  CHECK(nearest("noncausal", {"causal"}) == "");
  CHECK(nearest("acausal", {"causal"}) == "causal");
  CHECK(nearest("causalish", {"causal"}) == "causal");
}

}  // namespace
