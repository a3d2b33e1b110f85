#include "render/html/document_html.hpp"

#include "support/catch.hpp"
#include "support/parsed_html.hpp"

using namespace attn;

namespace {

// One of each piece, every text of it the same.
Document page_of(const std::string& text) {
  const MarkedMatrix matrix{.title = text, .value = arma::mat{{1, 2}}};
  const Table table{.columns = {{"a", text}}, .rows = {{cell::name(text)}}};
  return {{Heading{text}, Paragraph{text}, ListItem{"-", text}, CodeBlock{{text}},
           LabelledLine{text, text}, ListItem{"a", text, 1},
           LabelledLine{"", text, LabelledLine::Mood::quiet}, MatrixRow{{matrix}}, table}};
}

}  // namespace

TEST_CASE("document_html: each piece is what it is called", "[render][document_html]") {
  const ParsedHtml html(document_html(page_of("x")));
  CHECK(html.text("/html/h1") == "x");
  CHECK(html.text("/html/p") == "x");
  CHECK(html.text("/html/ul/li") == "x");
  CHECK(html.text("/html/pre/code") == "x\n");
  CHECK(html.text("/html/dl/dt") == "x");
  CHECK(html.text("/html/dl/dd/ul/li/span") == "a");
  CHECK(html.text("/html/p[@class='quiet']") == "x");
  CHECK(html.text("/html/div[@class='matrices']/div[@class='scroll']/table/caption") == "x");
  CHECK(html.text("/html/div[@class='scroll']/table[@class='facts']//tbody//th") == "x");
}

TEST_CASE("document_html: no level of headings is left out", "[render][document_html]") {
  const Document page{{Heading{"a", 2}, Heading{"b", 4}, Heading{"c", 3}, Heading{"d", 1},
                       Heading{"e", 2}, Heading{"f", 3}}};
  CHECK(document_html(page) ==
        "<h1>a</h1>\n<h2>b</h2>\n<h2>c</h2>\n<h1>d</h1>\n<h2>e</h2>\n<h3>f</h3>\n");
  CHECK(ParsedHtml(document_html(page, 3)).texts("//h3") == std::vector<std::string>{"a", "d"});
  CHECK(ParsedHtml(document_html(page, 5)).texts("//h6") ==
        std::vector<std::string>{"b", "c", "e", "f"});
}

TEST_CASE("document_html: a line end stays one", "[render][document_html]") {
  CHECK(document_html({{Paragraph{"one\ntwo <three>"}}}) == "<p>one<br>two &lt;three&gt;</p>\n");
  CHECK(document_html({{CodeBlock{{"  a", "b"}}}}) == "<pre><code>  a\nb\n</code></pre>\n");
  CHECK(document_html({{CodeBlock{{"a"}, true}}}) ==
        "<pre class=\"wraps\"><code>a\n</code></pre>\n");
}

TEST_CASE("document_html: labelled lines that follow each other are one list",
          "[render][document_html]") {
  const ParsedHtml html(document_html(
      {{LabelledLine{"scores", "3 × 3\nwhole"}, LabelledLine{"why", "one of a, b"},
        ListItem{"a", "so", 1}, ListItem{"b", "thus", 1},
        LabelledLine{"total", "a number", LabelledLine::Mood::bad}, Paragraph{"That is all."}}}));
  CHECK(html.count("//dl") == 1);
  CHECK(html.texts("//dt") == std::vector<std::string>{"scores", "why", "total"});
  CHECK(html.text("//dd") == "3 × 3\nwhole");
  CHECK(html.count("//dd[2]//li") == 2);
  CHECK(html.count("//dt[@class='bad'] | //dd[@class='bad']") == 2);
}

TEST_CASE("document_html: all matrices of a row are there", "[render][document_html]") {
  const MarkedMatrix one{.title = "Q", .value = arma::mat(30, 40, arma::fill::ones)};
  const ParsedHtml html(document_html({{MatrixRow{{one, one, one}}}}));
  CHECK(html.count("//div[@class='matrices']//table") == 3);
  CHECK(html.count("//td") == 3 * 30 * 40);  // none is elided
}

TEST_CASE("document_html: texts are no markup, in any piece", "[render][document_html]") {
  const std::set<std::string> names = ParsedHtml(document_html(page_of("x"))).names();
  for (const std::string& text : hostile_words()) {
    CAPTURE(text);
    CHECK(ParsedHtml(document_html(page_of(text))).names() == names);
  }
}

TEST_CASE("document_html: an empty page is empty", "[render][document_html]") {
  CHECK(document_html({}).empty());
}
