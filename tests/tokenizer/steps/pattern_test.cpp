#include "tokenizer/steps/pattern.hpp"

#include "support/catch.hpp"

using namespace attn;

namespace {

using Parts = std::vector<std::string>;

Parts matched(const SplitPattern& pattern, const std::string& text) {
  Parts parts;
  for (const ByteRange range : matches_of(pattern, text))
    parts.push_back(text.substr(range.begin, range.end - range.begin));
  return parts;
}

}  // namespace

TEST_CASE("pattern: GPT-2's words", "[tokenizer][pattern]") {
  const SplitPattern gpt2 = KnownPattern::gpt2_words;
  CHECK(matched(gpt2, "I'm 12 cats!! ok") == Parts{"I", "'m", " 12", " cats", "!!", " ok"});
  CHECK(matched(gpt2, "a   b") == Parts{"a", "  ", " b"});
  CHECK(matched(gpt2, "a \n\tb ") == Parts{"a", " \n", "\t", "b", " "});
  CHECK(matched(gpt2, "a  ") == Parts{"a", "  "});
  CHECK(matched(gpt2, "IT'S 'll") == Parts{"IT", "'", "S", " '", "ll"});
  CHECK(matched(gpt2, "猫が①") == Parts{"猫が", "①"});
  CHECK(matched(gpt2, "e\u0301") == Parts{"e", "\u0301"});  // a mark is no letter
}

TEST_CASE("pattern: Llama 3's words and Qwen's", "[tokenizer][pattern]") {
  const SplitPattern llama = KnownPattern::llama3_words, qwen = KnownPattern::qwen_words;
  CHECK(matched(llama, "IT'S 1234") == Parts{"IT", "'S", " ", "123", "4"});
  CHECK(matched(qwen, "1234") == Parts{"1", "2", "3", "4"});
  CHECK(matched(llama, "a'\u017Fb") == Parts{"a", "'\u017F", "b"});  // ſ is an s
  CHECK(matched(llama, "(foo) \tbar") == Parts{"(foo", ")", " ", "\tbar"});
  CHECK(matched(llama, "x;\n\n  y") == Parts{"x", ";\n\n", " ", " y"});
  CHECK(matched(llama, "x \n \n  y") == Parts{"x", " \n \n", " ", " y"});
  CHECK(matched(llama, "\nx") == Parts{"\n", "x"});
}

TEST_CASE("pattern: simple ones", "[tokenizer][pattern]") {
  CHECK(matched(KnownPattern::words_and_signs, "a_1 +- e\u0301") == Parts{"a_1", "+-", "e\u0301"});
  CHECK(matched(KnownPattern::white_space_run, "a \n b") == Parts{" \n "});
  CHECK(matched(KnownPattern::blanks, "a b   c") == Parts{"   "});
  CHECK(matched(KnownPattern::numeric, "a12") == Parts{"1", "2"});
  CHECK(matched(KnownPattern::punctuation, "a$「b") == Parts{"$", "「"});
  CHECK(matched(std::string("aa"), "aaaaa") == Parts{"aa", "aa"});
  CHECK(matched(std::string("x"), "").empty());
}

TEST_CASE("pattern: expressions are known by their text alone", "[tokenizer][pattern]") {
  for (const std::string& expression : known_expressions())
    CHECK(known_pattern(expression).has_value());
  CHECK(known_pattern(R"(\s+)") == KnownPattern::white_space_run);
  CHECK_FALSE(known_pattern("(a+)+$").has_value());
}
