#include "render/html/html.hpp"

#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/json.hpp"
#include "support/parsed_html.hpp"

TEST_CASE("base64_of: the examples of RFC 4648") {
  CHECK(base64_of("") == "");
  CHECK(base64_of("f") == "Zg==");
  CHECK(base64_of("fo") == "Zm8=");
  CHECK(base64_of("foo") == "Zm9v");
  CHECK(base64_of("foob") == "Zm9vYg==");
  CHECK(base64_of("fooba") == "Zm9vYmE=");
  CHECK(base64_of("foobar") == "Zm9vYmFy");
}

TEST_CASE("base64_of: every bit counts") {
  CHECK(base64_of(std::string(3, '\0')) == "AAAA");
  CHECK(base64_of("\xFF\xFF\xFF") == "////");
  CHECK(base64_of("\xFB\xEF\xBE") == "++++");
}

TEST_CASE("html_text: what would be markup stays text") {
  CHECK(html_text("a < b && c > \"d\" or 'e'") ==
        "a &lt; b &amp;&amp; c &gt; &quot;d&quot; or &#39;e&#39;");
  CHECK(html_text("") == "");
  CHECK(html_text("猫 √d_k · Kᵀ 🙂") == "猫 √d_k · Kᵀ 🙂");
}

TEST_CASE("html_text: what cannot be seen is written as its code") {
  CHECK(html_text("abc\u202Ecba") == "abcU+202Ecba");
  CHECK(html_text("x\u2028y\u2029z") == "xU+2028yU+2029z");
  CHECK(html_text(std::string("\0\x1B[2J\x7F", 6)) == "U+0000U+001B[2JU+007F");
  CHECK(html_text("\uFEFFa\u200B") == "U+FEFFaU+200B");
}

TEST_CASE("html_text: lines, tabs, no-break spaces and joiners stay") {
  for (const std::string text : {"a\nb\tc", "attn\u00A0exercise", "👩\u200D💻", "می\u200Cخواهم"})
    CHECK(html_text(text) == text);
}

TEST_CASE("html_text: a byte that is not UTF-8 becomes the sign for it") {
  CHECK(html_text("a\xFF\xC3z") == "a\uFFFD\uFFFDz");
}

TEST_CASE("html_text: between tags and in an attribute a hostile text is read as it was") {
  for (const std::string& text : hostile_words()) {
    CAPTURE(text);
    const ParsedHtml html("<p title=\"" + html_text(text) + "\">" + html_text(text) + "</p>");
    CHECK(html.names() == std::set<std::string>{"html", "p", "@title"});
    CHECK(html.text("//p") == html.all("//p").front().attribute("title").value());
    if (text.find('<') != std::string::npos) CHECK(html.text("//p") == text);
  }
}

TEST_CASE("json_in_html: means the same, and ends no script") {
  for (const std::string& text : hostile_words()) {
    if (text.front() == '\xFF') continue;  // is no JSON
    const nlohmann::json value{{"tokens", {text, text}}, {text, 1}};
    const std::string html = json_in_html(value.dump());
    CAPTURE(html);
    CHECK(json_of(html) == value);
    CHECK(html.find('<') == std::string::npos);
    CHECK_FALSE(contains(html, "\u2028"));
    CHECK_FALSE(contains(html, "\u2029"));
  }
}

namespace {

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++n;
  return n;
}

TEST_CASE("html_document: without a script, none may run") {
  const std::string html = html_document(
      {.language = "ja", .title = "1 < 2", .style = sheet_style(), .body = "<p>x</p>\n"});
  CHECK_THAT(html, Catch::Matchers::StartsWith("<!DOCTYPE html>\n<html lang=\"ja\">\n"));
  CHECK_THAT(html, ContainsSubstring("<title>1 &lt; 2</title>"));
  CHECK_THAT(html, ContainsSubstring("default-src 'none'"));
  CHECK_THAT(html, ContainsSubstring("style-src '" + std::string(sheet_style().hash) + "'"));
  CHECK(times(html, "script") == 0);
  CHECK(ParsedHtml(html).text("//p") == "x");
}

TEST_CASE("html_document: its script is the one that the policy names") {
  const std::string html =
      html_document({.style = page_style(),
                     .script = attention_script(),
                     .body = "<main></main>\n",
                     .data = R"json({"title":"</script><script>alert(1)"})json"});
  CHECK_THAT(html, ContainsSubstring("script-src '" + std::string(attention_script().hash) + "'"));
  CHECK_THAT(html, ContainsSubstring("trusted-types 'none'"));
  CHECK(times(html, "<script") == 2);  // the data and the program's own
  CHECK(times(html, "</script>") == 2);
  CHECK_THAT(html,
             ContainsSubstring("<script>" + std::string(attention_script().text) + "</script>"));
}

TEST_CASE("html_document: the title is no markup") {
  for (const std::string& text : hostile_words()) {
    CAPTURE(text);
    const std::string html = html_document({.title = text, .style = sheet_style()});
    CHECK(times(html, "<title>") == 1);
    CHECK(times(html, "<script") == 0);
    CHECK(times(html, "<body>") == 1);
    CHECK(html.find("<title>") < html.find("</title>"));
    CHECK(times(html, "</title>") == 1);
  }
}

TEST_CASE("page files: a hash is that of its text") {
  const TemporaryFolder folder;
  for (const PageFile& file : {attention_script(), page_style(), sheet_style()}) {
    const std::string hash(file.hash);
    REQUIRE(hash.starts_with("sha256-"));
    folder.file("text", std::string(file.text));
    folder.file("hash", hash.substr(std::string("sha256-").size()));
    const CommandResult result = run_command(
        "sha256sum < text | cut -d ' ' -f 1; base64 -d hash | od -An -v -tx1 | tr -d ' \\n'",
        folder.path());
    const std::size_t end = result.out.find('\n');
    CHECK(end == 64);
    CHECK(result.out.substr(0, end) == result.out.substr(end + 1));
  }
}

TEST_CASE("page files: none ends the element that it stands in") {
  for (const PageFile& file : {attention_script(), page_style(), sheet_style()})
    for (const char* end : {"</script", "</style"})
      CHECK(file.text.find(end) == std::string_view::npos);
}

// One of each piece, every text of it the same.
Document page_of(const std::string& text) {
  const MarkedMatrix matrix{.title = text, .value = arma::mat{{1, 2}}};
  const Table table{.columns = {{"a", text}}, .rows = {{cell::name(text)}}};
  return {{Heading{text}, Paragraph{text}, ListItem{"-", text}, CodeBlock{{text}},
           LabelledLine{text, text}, ListItem{"a", text, 1},
           LabelledLine{"", text, LabelledLine::Mood::quiet}, MatrixRow{{matrix}}, table}};
}

TEST_CASE("document_html: each piece is what it is called") {
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

TEST_CASE("document_html: no level of headings is left out") {
  const Document page{{Heading{"a", 2}, Heading{"b", 4}, Heading{"c", 3}, Heading{"d", 1},
                       Heading{"e", 2}, Heading{"f", 3}}};
  CHECK(document_html(page) ==
        "<h1>a</h1>\n<h2>b</h2>\n<h2>c</h2>\n<h1>d</h1>\n<h2>e</h2>\n<h3>f</h3>\n");
  CHECK(ParsedHtml(document_html(page, 3)).texts("//h3") == std::vector<std::string>{"a", "d"});
  CHECK(ParsedHtml(document_html(page, 5)).texts("//h6") ==
        std::vector<std::string>{"b", "c", "e", "f"});
}

TEST_CASE("document_html: a line end stays one") {
  CHECK(document_html({{Paragraph{"one\ntwo <three>"}}}) == "<p>one<br>two &lt;three&gt;</p>\n");
  CHECK(document_html({{CodeBlock{{"  a", "b"}}}}) == "<pre><code>  a\nb\n</code></pre>\n");
  CHECK(document_html({{CodeBlock{{"a"}, true}}}) ==
        "<pre class=\"wraps\"><code>a\n</code></pre>\n");
}

TEST_CASE("document_html: labelled lines that follow each other are one list") {
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

TEST_CASE("document_html: all matrices of a row are there") {
  const MarkedMatrix one{.title = "Q", .value = arma::mat(30, 40, arma::fill::ones)};
  const ParsedHtml html(document_html({{MatrixRow{{one, one, one}}}}));
  CHECK(html.count("//div[@class='matrices']//table") == 3);
  CHECK(html.count("//td") == 3 * 30 * 40);  // none is elided
}

TEST_CASE("document_html: texts are no markup, in any piece") {
  const std::set<std::string> names = ParsedHtml(document_html(page_of("x"))).names();
  for (const std::string& text : hostile_words()) {
    CAPTURE(text);
    CHECK(ParsedHtml(document_html(page_of(text))).names() == names);
  }
}

TEST_CASE("document_html: an empty page is empty") { CHECK(document_html({}).empty()); }

TEST_CASE("list_html: bullets, numbers and letters are lists of their own") {
  CHECK(list_html({{"-", "one"}, {"-", "two"}, {"1.", "first"}, {"2.", "second"}, {"a", "yes"}}) ==
        "<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n"
        "<ol>\n<li>first</li>\n<li>second</li>\n</ol>\n"
        "<ul class=\"marked\">\n<li><span class=\"marker\">a</span> yes</li>\n</ul>\n");
}

TEST_CASE("list_html: a deeper item is a list within the item before it") {
  const ParsedHtml html(
      list_html({{"1.", "first", 0}, {"-", "a", 1}, {"-", "b", 1}, {"2.", "second", 0}}));
  CHECK(html.texts("/html/ol/li/ul/li") == std::vector<std::string>{"a", "b"});
  CHECK(html.count("/html/ol/li") == 2);
  CHECK(html.count("/html/*") == 1);
}

TEST_CASE("list_html: a list that was interrupted goes on with its number") {
  CHECK(list_html({{"3.", "third"}}) == "<ol start=\"3\">\n<li>third</li>\n</ol>\n");
}

TEST_CASE("list_html: an item goes on with the item that has no marker") {
  const ParsedHtml within(list_html({{"-", "one"}, {"", "more of it"}, {"-", "two"}}));
  CHECK(within.text("/html/ul/li[1]/p") == "more of it");
  CHECK(within.count("/html/ul/li") == 2);
  const ParsedHtml alone(list_html({{"", "after a block of code"}}));
  CHECK(alone.text("/html/p[@class='item']") == "after a block of code");
}

TEST_CASE("list_html: every item is there once, whatever the depths") {
  const std::vector<ListItem> items{{"-", "a", 2}, {"-", "b", 0}, {"1.", "c", 3},
                                    {"", "d", 1},  {"x", "e", 0}, {"2.", "f", 1}};
  const ParsedHtml html(list_html(items));
  CHECK(html.count("//li | //p") == items.size());
  std::string all;
  for (const char c : html.text("/html"))
    if (c >= 'a' && c <= 'f') all += c;
  CHECK(all == "abcdef");
}

TEST_CASE("list_html: texts and markers are no markup") {
  for (const std::string& text : hostile_words()) {
    CAPTURE(text);
    const ParsedHtml html(list_html({{text, text, 1}}));
    CHECK(html.names() == std::set<std::string>{"html", "ul", "@class", "li", "span"});
  }
}

TEST_CASE("matrix_html: a table with its labels and a caption") {
  const std::string html = matrix_html({.title = "A",
                                        .value = arma::mat{{0.5, 0.25}, {1, -2}},
                                        .rows = {.labels = {"cat", "sat"}},
                                        .cols = {.labels = {"k1", "k2"}},
                                        .precision = 2});
  CHECK(html ==
        "<table class=\"matrix\">\n<caption>A</caption>\n"
        "<thead><tr><td></td><th scope=\"col\">k1</th><th scope=\"col\">k2</th></tr></thead>\n"
        "<tbody>\n<tr><th scope=\"row\">cat</th><td>0.50</td><td>0.25</td></tr>\n"
        "<tr><th scope=\"row\">sat</th><td>1.00</td><td>−2.00</td></tr>\n</tbody></table>\n");
}

TEST_CASE("matrix_html: whole numbers are bare, small ones are no zeros") {
  const ParsedHtml whole(matrix_html({.value = arma::mat{{1, 0, -3}}}));
  CHECK(whole.texts("//td") == std::vector<std::string>{"1", "0", "−3"});
  CHECK(whole.count("//caption | //thead | //th") == 0);
  const ParsedHtml small(matrix_html({.value = arma::mat{{0.00001, 0.5}}}));
  CHECK(small.texts("//td") == std::vector<std::string>{"<.001", "0.500"});
}

TEST_CASE("matrix_html: a marked cell has brackets as well as a mark") {
  const ParsedHtml html(
      matrix_html({.value = arma::mat{{1, 2}, {3, 4}}, .marked = arma::umat{{0, 0}, {1, 0}}}));
  CHECK(html.texts("//mark") == std::vector<std::string>{"[3]"});
  CHECK(html.texts("//td") == std::vector<std::string>{"1", "2", "[3]", "4"});
}

TEST_CASE("matrix_html: labels and titles are no markup") {
  for (const std::string& text : hostile_words()) {
    CAPTURE(text);
    const ParsedHtml html(matrix_html({.title = text,
                                       .value = arma::mat{{1}},
                                       .rows = {.labels = {text}},
                                       .cols = {.labels = {text}}}));
    CHECK(html.names() == std::set<std::string>{"html", "table", "@class", "caption", "thead",
                                                "tbody", "tr", "th", "@scope", "td"});
    CHECK(html.count("//th") == 2);
  }
}

TEST_CASE("grid_html: without cells it is empty, in every one of its places") {
  const ParsedHtml html(grid_html({.kind = "grid",
                                   .caption = "scores",
                                   .n_rows = 2,
                                   .n_cols = 3,
                                   .col_labels = {"a", "b", "c"},
                                   .hides_caption = true}));
  CHECK(html.texts("//tbody//td") == std::vector<std::string>(6, ""));
  CHECK(html.count("//tbody/tr") == 2);
  CHECK(html.count("//thead//td") == 0);  // no column of labels
  CHECK(html.text("//caption[@class='hidden']") == "scores");
}

TEST_CASE("table_html: a caption, headings, and the name of each row") {
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

TEST_CASE("table_html: without headings there is no head") {
  Table table{.columns = {{"a", ""}, {"b", ""}}, .rows = {{cell::name("x"), cell::name("y")}}};
  table.n_text_columns = 2;
  const ParsedHtml html(table_html(table));
  CHECK(html.count("//thead | //caption | //@class[.='number']") == 0);
  CHECK(html.text("//td") == "y");
}

TEST_CASE("table_html: texts are no markup") {
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

}  // namespace
