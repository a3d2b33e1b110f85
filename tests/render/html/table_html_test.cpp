#include "render/html/table_html.hpp"

#include "support/catch.hpp"
#include "support/parsed_html.hpp"

using namespace attn;

TEST_CASE("table_html: a caption, headings, and the name of each row", "[render][table_html]") {
  Table table{.title = "What it costs", .columns = {{"part", "Part"}, {"n", "Numbers"}}};
  table.rows = {{cell::name("Q"), cell::Whole{count_of(1048576)}},
                {cell::name("K"), cell::Missing{"-"}}};
  table.note = "That is all.";
  CHECK(table_html(table) ==
        "<table class=\"facts\">\n<caption>What it costs</caption>\n"
        "<thead><tr><th scope=\"col\">Part</th><th scope=\"col\" class=\"number\">Numbers</th>"
        "</tr></thead>\n<tbody>\n"
        "<tr><th scope=\"row\">Q</th><td class=\"number\">1,048,576</td></tr>\n"
        "<tr><th scope=\"row\">K</th><td class=\"number\">-</td></tr>\n</tbody></table>\n"
        "<p class=\"note\">That is all.</p>\n");
}

TEST_CASE("table_html: without headings there is no head", "[render][table_html]") {
  Table table{.columns = {{"a", ""}, {"b", ""}}, .rows = {{cell::name("x"), cell::name("y")}}};
  table.n_text_columns = 2;
  const ParsedHtml html(table_html(table));
  CHECK(html.count("//thead | //caption | //@class[.='number']") == 0);
  CHECK(html.text("//td") == "y");
}

TEST_CASE("table_html: texts are no markup", "[render][table_html]") {
  for (const std::string& text : hostile_words()) {
    CAPTURE(text);
    const Table table{.title = text,
                      .columns = {{"a", text}, {"b", text}},
                      .rows = {{cell::name(text), cell::name(text)}},
                      .note = text};
    const ParsedHtml html(table_html(table));
    CHECK(html.names() == std::set<std::string>{"html", "table", "@class", "caption", "thead",
                                                "tbody", "tr", "th", "@scope", "td", "p"});
    CHECK(html.text("//td") == html.text("//p"));
  }
}
