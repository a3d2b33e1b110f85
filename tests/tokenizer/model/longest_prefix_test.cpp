#include "tokenizer/model/longest_prefix.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("longest_prefix: the longest name at a place", "[tokenizer][longest_prefix]") {
  const LongestPrefix names({{"ab", 0}, {"a", 1}, {"abcde", 2}, {"猫", 3}, {"ab", 4}});
  REQUIRE(names.at("abcd", 0) != nullptr);
  CHECK(names.at("abcd", 0)->value == 0);  // of twins the first
  CHECK(names.at("abcde", 0)->value == 2);
  CHECK(names.at("xa", 1)->value == 1);
  CHECK(names.at("猫", 0)->value == 3);
  CHECK(names.at("猫", 1) == nullptr);
  CHECK(LongestPrefix({}).at("a", 0) == nullptr);
}

TEST_CASE("longest_prefix: names that agree for long, at every place of a long text",
          "[tokenizer][longest_prefix]") {
  const std::string run(1000, 'a'), text(1'000'000, 'a');
  const std::vector<std::string> ends{run + "b", run + "c"};
  const LongestPrefix names({{"a", 0}, {ends[0], 1}, {ends[1], 2}, {"aa", 3}});
  std::size_t n_found = 0;
  for (std::size_t at = 0; at < text.size(); ++at) n_found += names.at(text, at)->value == 3;
  CHECK(n_found == text.size() - 1);
  CHECK(names.at("x" + run + "cb", 1)->value == 2);
  CHECK(names.at("x" + run + "d", 1)->value == 3);
  CHECK(names.at("aab", 0)->value == 3);
  CHECK(names.at("ab", 0)->value == 0);
}

TEST_CASE("longest_prefix: a very long name is refused", "[tokenizer][longest_prefix]") {
  const std::string name(1025, 'a');
  CHECK_THROWS_AS(LongestPrefix({{name, 0}}), InputError);
}
