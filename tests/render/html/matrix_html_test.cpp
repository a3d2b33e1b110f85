#include "render/html/matrix_html.hpp"

#include "support/catch.hpp"
#include "support/parsed_html.hpp"

using namespace attn;

TEST_CASE("matrix_html: a table with its labels and a caption", "[render][matrix_html]") {
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

TEST_CASE("matrix_html: whole numbers are bare, small ones are no zeros", "[render][matrix_html]") {
  const ParsedHtml whole(matrix_html({.value = arma::mat{{1, 0, -3}}}));
  CHECK(whole.texts("//td") == std::vector<std::string>{"1", "0", "−3"});
  CHECK(whole.count("//caption | //thead | //th") == 0);
  const ParsedHtml small(matrix_html({.value = arma::mat{{0.00001, 0.5}}}));
  CHECK(small.texts("//td") == std::vector<std::string>{"<.001", "0.500"});
}

TEST_CASE("matrix_html: a marked cell has brackets as well as a mark", "[render][matrix_html]") {
  const ParsedHtml html(
      matrix_html({.value = arma::mat{{1, 2}, {3, 4}}, .marked = arma::umat{{0, 0}, {1, 0}}}));
  CHECK(html.texts("//mark") == std::vector<std::string>{"[3]"});
  CHECK(html.texts("//td") == std::vector<std::string>{"1", "2", "[3]", "4"});
}

TEST_CASE("matrix_html: labels and titles are no markup", "[render][matrix_html]") {
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

TEST_CASE("grid_html: without cells it is empty, in every one of its places",
          "[render][matrix_html]") {
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
