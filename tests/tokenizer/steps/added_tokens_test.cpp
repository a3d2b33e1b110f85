#include "tokenizer/steps/added_tokens.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

using Parts = std::vector<std::string>;

// The parts of a text, a token's in brackets.
Parts cut(const std::vector<AddedToken>& tokens, const std::string& text) {
  std::vector<AddedTokenFinder::Spelling> spellings;
  for (std::uint32_t i = 0; i < tokens.size(); ++i)
    spellings.push_back({.text = tokens[i].content, .token = i});
  Parts parts;
  for (const Cut& each : AddedTokenFinder(tokens, spellings).cuts_of(text)) {
    const std::string part = text.substr(each.range.begin, each.range.end - each.range.begin);
    parts.push_back(each.token ? "[" + part + "]" : part);
  }
  return parts;
}

}  // namespace

TEST_CASE("added_tokens: the longest at the leftmost place", "[tokenizer][added_tokens]") {
  const std::vector<AddedToken> tokens{{.content = "aa"}, {.content = "aaa"}, {.content = "b"}};
  CHECK(cut(tokens, "xaaaaab") == Parts{"x", "[aaa]", "[aa]", "[b]"});
  CHECK(cut(tokens, "").empty());
  CHECK(cut({}, "x") == Parts{"x"});
  CHECK(cut({{.content = "ab"}, {.content = "abcd"}}, "abcab") == Parts{"[ab]", "c", "[ab]"});
}

TEST_CASE("added_tokens: words by themselves, and white space beside",
          "[tokenizer][added_tokens]") {
  CHECK(cut({{.content = "alone", .single_word = true}}, "alone alonely é_alone alone.") ==
        Parts{"[alone]", " alonely é_alone ", "[alone]", "."});
  CHECK(cut({{.content = "<m>", .lstrip = true}}, "a \n<m> b") == Parts{"a", "[ \n<m>]", " b"});
  CHECK(cut({{.content = "<m>", .rstrip = true}}, "a <m>\u3000 b") ==
        Parts{"a ", "[<m>\u3000 ]", "b"});
  CHECK(cut({{.content = "<m>", .lstrip = true, .rstrip = true}}, "<m> <m>") ==
        Parts{"[<m> ]", "[<m>]"});
}

TEST_CASE("added_tokens: a token of white space that takes white space takes no quadratic time",
          "[tokenizer][added_tokens]") {
  const std::string text(400'000, ' ');
  CHECK(cut({{.content = " ", .lstrip = true, .rstrip = true}}, text).front().size() ==
        text.size() + 2);
}

TEST_CASE("added_tokens: a very long one is refused", "[tokenizer][added_tokens]") {
  CHECK_THROWS_AS(cut({{.content = std::string(2000, 'a')}}, "a"), InputError);
}
