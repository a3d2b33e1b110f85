#include "practice/course/course.hpp"
#include "support/catch.hpp"

using namespace attn;
using Strings = std::vector<std::string>;

TEST_CASE("find_placeholder: the first whole one from a place on", "[practice][page_text]") {
  const auto place = find_placeholder("a {{ d_k }} {{n}}", 0);
  REQUIRE(place);
  CHECK(place->begin == 2);
  CHECK(place->end == 11);
  CHECK(place->name == "d_k");
  CHECK(find_placeholder("a {{ d_k }} {{n}}", 3)->name == "n");
  CHECK_FALSE(find_placeholder("{{ d_k }", 0));
  CHECK(find_placeholder("{{}}", 0)->name.empty());
}

TEST_CASE("placeholders_alone: no other text may stand beside them", "[practice][page_text]") {
  CHECK(placeholders_alone(" {{Q}} {{K}}\t") == Strings{"Q", "K"});
  CHECK(placeholders_alone("{{Q}}, {{K}}").empty());
  CHECK(placeholders_alone("").empty());
}

TEST_CASE("joined_lines: a line end is a space where the language has spaces",
          "[practice][page_text]") {
  CHECK(joined_lines("one\ntwo") == "one two");
  CHECK(joined_lines("重み\nです") == "重みです");
  CHECK(joined_lines("重み\nW") == "重み W");
  CHECK(joined_lines("です。\nW") == "です。W");
  CHECK(joined_lines("one\n") == "one");
  CHECK(joined_lines(std::string("a") + kHardBreak + "b") == "a\nb");
}
