#include "practice/answer/reading.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

using Parts = std::vector<std::string>;

// The parts with their words one space apart.
Parts parts_in_words(const std::string& text) {
  Parts parts;
  for (const std::string& part : parts_told_apart(text)) {
    std::string line;
    for (const std::string& word : words_of(part)) line += (line.empty() ? "" : " ") + word;
    parts.push_back(line);
  }
  return parts;
}

}  // namespace

TEST_CASE("parts_told_apart: at signs and at words of contrast", "[practice][contrast_words]") {
  CHECK(parts_in_words("one (other)") == Parts{"one", "other"});
  CHECK(parts_in_words("one; not other.") == Parts{"one", "not other"});
  CHECK(parts_in_words("not one but other") == Parts{"not one", "other"});
  for (const char* text :
       {"one rather than other", "one, instead of other", "one and not other", "one, not other"})
    CHECK(parts_in_words(text) == Parts{"one", "not other"});
  for (const char* text :
       {"不変ではなく同変", "不変ではなくて、同変", "不変ではありません。同変。"})
    CHECK(parts_in_words(text) == Parts{"不変ではない", "同変"});
  CHECK(parts_in_words("不変でなく同変") == Parts{"不変でない", "同変"});
  for (const char* text : {"one. Not other", "one - not other", "one — not other",
                           "one – not other", "one Rather Than other"})
    CHECK(parts_in_words(text).size() == 2);
  for (const char* text : {"同変であり不変ではない", "同変であって、不変ではない",
                           "同変ですが不変ではない", "同変だが不変ではない", "同変—不変ではない"})
    CHECK(parts_in_words(text) == Parts{"同変", "不変ではない"});
  CHECK(parts_in_words("one-to-one") == Parts{"one-to-one"});
  CHECK(parts_in_words(" , ").empty());
}

TEST_CASE("is_negated: what is denied, and what is only not all", "[practice][contrast_words]") {
  for (const char* text : {"not one", "It isn't one", "Non-one", "不変ではない", "不変じゃない"})
    CHECK((is_negated(text) && !says_more_than_one(text)));
  for (const char* text : {"not just one", "not one alone", "不変だけではない", "不変のみでない"})
    CHECK((is_negated(text) && says_more_than_one(text)));
  for (const char* text : {"one", "notable", "不変"}) CHECK_FALSE(is_negated(text));
}
