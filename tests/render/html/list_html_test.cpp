#include "render/html/list_html.hpp"

#include "support/catch.hpp"
#include "support/parsed_html.hpp"

using namespace attn;

TEST_CASE("list_html: bullets, numbers and letters are lists of their own", "[render][list_html]") {
  CHECK(list_html({{"-", "one"}, {"-", "two"}, {"1.", "first"}, {"2.", "second"}, {"a", "yes"}}) ==
        "<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n"
        "<ol>\n<li>first</li>\n<li>second</li>\n</ol>\n"
        "<ul class=\"marked\">\n<li><span class=\"marker\">a</span> yes</li>\n</ul>\n");
}

TEST_CASE("list_html: a deeper item is a list within the item before it", "[render][list_html]") {
  const ParsedHtml html(
      list_html({{"1.", "first", 0}, {"-", "a", 1}, {"-", "b", 1}, {"2.", "second", 0}}));
  CHECK(html.texts("/html/ol/li/ul/li") == std::vector<std::string>{"a", "b"});
  CHECK(html.count("/html/ol/li") == 2);
  CHECK(html.count("/html/*") == 1);
}

TEST_CASE("list_html: a list that was interrupted goes on with its number", "[render][list_html]") {
  CHECK(list_html({{"3.", "third"}}) == "<ol start=\"3\">\n<li>third</li>\n</ol>\n");
}

TEST_CASE("list_html: an item goes on with the item that has no marker", "[render][list_html]") {
  const ParsedHtml within(list_html({{"-", "one"}, {"", "more of it"}, {"-", "two"}}));
  CHECK(within.text("/html/ul/li[1]/p") == "more of it");
  CHECK(within.count("/html/ul/li") == 2);
  const ParsedHtml alone(list_html({{"", "after a block of code"}}));
  CHECK(alone.text("/html/p[@class='item']") == "after a block of code");
}

TEST_CASE("list_html: every item is there once, whatever the depths", "[render][list_html]") {
  const std::vector<ListItem> items{{"-", "a", 2}, {"-", "b", 0}, {"1.", "c", 3},
                                    {"", "d", 1},  {"x", "e", 0}, {"2.", "f", 1}};
  const ParsedHtml html(list_html(items));
  CHECK(html.count("//li | //p") == items.size());
  std::string all;
  for (const char c : html.text("/html"))
    if (c >= 'a' && c <= 'f') all += c;
  CHECK(all == "abcdef");
}

TEST_CASE("list_html: texts and markers are no markup", "[render][list_html]") {
  for (const std::string& text : hostile_words()) {
    CAPTURE(text);
    const ParsedHtml html(list_html({{text, text, 1}}));
    CHECK(html.names() == std::set<std::string>{"html", "ul", "@class", "li", "span"});
  }
}
