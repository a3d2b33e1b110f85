// Documents, matrices and tables as HTML, and the page around them.
#pragma once

#include <armadillo>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "trace/document.hpp"
#include "trace/table.hpp"

namespace attn {

/// Bytes as letters, digits, + and /, four for every three of them.
/// Source: RFC 4648, §4
std::string base64_of(std::string_view bytes);

/// What stands in markup for one of & < > " ': its entity; null for any other character.
const char* markup_entity(char character);

/// A text as it stands in HTML, between tags or in a quoted attribute: nothing in it is markup.
/// A character that a reader cannot see and a browser would obey, such as one that turns the
/// direction of a line, is written as its code ("U+202E"); lines and tabs stay. A byte that is not
/// UTF-8 becomes U+FFFD.
std::string html_text(std::string_view text);

/// A JSON document as it stands between <script> tags: `<` and the separators of lines and
/// paragraphs are written as \u escapes, so that it means the same and ends no script.
std::string json_in_html(std::string_view json);

/// A file that the build put into the program: its text, and its SHA-256 as a page's
/// Content-Security-Policy names it.
struct PageFile {
  std::string_view text, hash;
};

// The scripts and the styles of each kind of page, from src/render/page.
PageFile attention_script();
PageFile mask_script();
PageFile positions_script();
PageFile costs_script();
PageFile learning_script();
PageFile page_style();
PageFile sheet_style();

/// What a page is made of.
struct HtmlPage {
  std::string language = "en";  ///< "ja"
  std::string title{};          ///< as text
  PageFile style{}, script{};   ///< no script: ""
  std::string body{};           ///< HTML
  std::string data{};           ///< JSON for the script; "" for none
};

/// The body of a page that its script fills: the place for it, the region that a screen reader
/// listens to, and what stands there, as HTML, where no script runs.
std::string body_for_script(std::string_view without_script);

/// One file of its own, which loads nothing, runs nothing but its script and links nowhere.
std::string html_document(const HtmlPage& page);

/// A page as HTML that may stand within another: a heading of level 1 becomes <h1>, or what
/// `top_level` says, and no level is left out below it. Texts are data, never markup; matrices and
/// tables are real ones, each in a box that scrolls by itself where it is too wide.
std::string document_html(const Document& document, unsigned top_level = 1);

/// A text between tags whose line ends stay line ends.
std::string lines_html(const std::string& text);

/// The items of a document's lists, which follow one another, as lists within lists. "-" makes a
/// <ul>, a number an <ol> that begins with it; any other marker stands before its text.
std::string list_html(const std::vector<ListItem>& items);

/// Cells in rows and columns, as a table with the labels of both.
struct HtmlGrid {
  std::string kind;     ///< the class of its table: "matrix", "grid"
  std::string caption;  ///< as text; "" for none
  arma::uword n_rows = 0, n_cols = 0;
  std::vector<std::string> row_labels{}, col_labels{};  ///< as text, or none
  bool hides_caption = false;                           ///< which is then for screen readers alone
  std::function<std::string(arma::uword row, arma::uword col)> cell{};  ///< HTML; none: all empty
};

/// The table of a grid: labels are <th> with a scope.
std::string grid_html(const HtmlGrid& grid);

/// A matrix as a table, its numbers as on the terminal (NumberFormat) and all of them. A marked
/// cell stands in brackets, in a <mark>.
std::string matrix_html(const MarkedMatrix& matrix);

/// Facts as a table: its title is the caption, its note a paragraph below it. Cells read as on the
/// terminal (cell_text); the first of a row names it.
std::string table_html(const Table& table);

}  // namespace attn
