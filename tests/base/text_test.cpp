#include "base/text.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("trimmed: takes blanks away at both ends alone", "[base][text]") {
  CHECK(trimmed(" \t a b\r\n") == "a b");
  CHECK(trimmed("\ra\n", " \t") == "\ra\n");
  CHECK(trimmed(" \n ") == "");
  CHECK(trimmed("") == "");
}

TEST_CASE("lower_case: the letters of ASCII alone", "[base][text]") {
  CHECK(lower_case("AZaz09_Ä猫") == "azaz09_Ä猫");
  CHECK(lower_case("") == "");
}

TEST_CASE("upper_case: the letters of ASCII alone", "[base][text]") {
  CHECK(upper_case("AZaz09_ä猫") == "AZAZ09_ä猫");
  CHECK(upper_case("") == "");
}

TEST_CASE("joined: what stands between is between, not around", "[base][text]") {
  CHECK(joined({"a", "b", "c"}, " + ") == "a + b + c");
  CHECK(joined({"a"}, " + ") == "a");
  CHECK(joined({}, " + ") == "");
}

TEST_CASE("split: what stands between separators, even if it is nothing", "[base][text]") {
  using Parts = std::vector<std::string>;
  CHECK(split("mha,gqa:8", ',') == Parts{"mha", "gqa:8"});
  CHECK(split("1:2:", ':') == Parts{"1", "2", ""});
  CHECK(split("", ',') == Parts{""});
}

TEST_CASE("spaced_words: what stands between spaces, however many", "[base][text]") {
  using Parts = std::vector<std::string>;
  CHECK(spaced_words(" less \t-R\r\n-F ") == Parts{"less", "-R", "-F"});
  CHECK(spaced_words("猫 犬") == Parts{"猫", "犬"});
  CHECK(spaced_words(" \n").empty());
}

TEST_CASE("list_items: what stands between commas, without spaces", "[base][text]") {
  CHECK(list_items("mha, gru") == std::vector<std::string>{"mha", "gru"});
  CHECK(list_items("mha,") == std::vector<std::string>{"mha", ""});
  CHECK(list_items("") == std::vector<std::string>{""});
}

TEST_CASE("listed_first: two dots stand for what is left out", "[base][text]") {
  CHECK(listed_first({"a", "b", "c"}, 3) == "a, b, c");
  CHECK(listed_first({"a", "b", "c"}, 2) == "a, b, ..");
  CHECK(listed_first({}, 2) == "");
}

TEST_CASE("listed: one line with commas", "[base][text]") {
  CHECK(listed({"a", "b", "c"}) == "a, b, c");
  CHECK(listed({"a"}) == "a");
  CHECK(listed({}) == "");
}

TEST_CASE("tab_field: stays on its line and in its column", "[base][text]") {
  CHECK(tab_field("a\tb\r\nc d") == "a b  c d");
  CHECK(tab_field("猫") == "猫");
  CHECK(tab_field("") == "");
}

TEST_CASE("shell_word: quotes what a shell would take apart", "[base][text]") {
  CHECK(shell_word("answer.txt") == "answer.txt");
  CHECK(shell_word("/home/ann/2-a_b.txt") == "/home/ann/2-a_b.txt");
  CHECK(shell_word("答え.txt") == "答え.txt");
  CHECK(shell_word("my answer") == "'my answer'");
  CHECK(shell_word("it's") == "'it'\\''s'");
  CHECK(shell_word("$HOME") == "'$HOME'");
  CHECK(shell_word("") == "''");
}

TEST_CASE("begins_name: letters of ASCII and the underscore", "[base][text]") {
  for (const char c : {'a', 'z', 'A', 'Z', '_'}) CHECK(begins_name(c));
  for (const char c : {'0', '-', ' ', '\xC3', '@', '['}) CHECK_FALSE(begins_name(c));
  for (const char c : {'0', '9'}) CHECK(is_ascii_digit(c));
  for (const char c : {'a', '/', ':'}) CHECK_FALSE(is_ascii_digit(c));
  CHECK(are_ascii_digits("0123"));
  for (const char* text : {"", "1.5", "-1", "１"}) CHECK_FALSE(are_ascii_digits(text));
}

TEST_CASE("first_lines: as many as there are", "[base][text]") {
  CHECK(first_lines("a\nb\nc\n", 2) == "a\nb\n");
  CHECK(first_lines("a\nb\n", 5) == "a\nb\n");
  CHECK(first_lines("a\nb", 2) == "a\nb");
  CHECK(first_lines("", 3).empty());
  CHECK(n_lines_of("a\n\nb\n") == 3);
}

TEST_CASE("kept_together: spaces become no-break spaces", "[base][text]") {
  CHECK(kept_together("a b c") == "a\u00a0b\u00a0c");
}
