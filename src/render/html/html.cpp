#include "render/html/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "base/text.hpp"
#include "render/layout.hpp"
#include "render/text/number.hpp"
#include "render/text/text.hpp"

namespace attn {

namespace {

// Only what carries the hash of a file that the build put in. `data:` and `blob:` are pictures that
// the page itself makes.
std::string policy_of(const HtmlPage& page) {
  std::string policy =
      "default-src 'none'; img-src data: blob:; base-uri 'none'; form-action 'none'";
  policy += fmt::format("; style-src '{}'", page.style.hash);
  if (!page.script.text.empty())
    policy +=
        fmt::format("; script-src '{}'; require-trusted-types-for 'script'; trusted-types 'none'",
                    page.script.hash);
  return policy;
}

}  // namespace

std::string body_for_script(std::string_view without_script) {
  return fmt::format(
      "<main id=\"page\"></main>\n"
      "<p id=\"live\" class=\"hears\" aria-live=\"polite\"></p>\n{}",
      without_script);
}

std::string html_document(const HtmlPage& page) {
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n<title>{}</title>\n",
      page.language, policy_of(page), html_text(page.title));
  html += fmt::format("<style>{}</style>\n</head>\n<body>\n", page.style.text);
  html += page.body;
  if (!page.data.empty())
    html += fmt::format("<script type=\"application/json\" id=\"data\">{}</script>\n",
                        json_in_html(page.data));
  if (!page.script.text.empty()) html += fmt::format("<script>{}</script>\n", page.script.text);
  return html + "</body>\n</html>\n";
}

namespace {

constexpr unsigned kDeepestHeading = 6;

std::string class_of(LabelledLine::Mood mood) {
  switch (mood) {
    case LabelledLine::Mood::plain:
      return "";
    case LabelledLine::Mood::good:
      return " class=\"good\"";
    case LabelledLine::Mood::bad:
      return " class=\"bad\"";
    case LabelledLine::Mood::quiet:
      return " class=\"quiet\"";
  }
  return "";
}

std::string in_box(const std::string& table) {
  return "<div class=\"scroll\">\n" + table + "</div>\n";
}

// Writes one piece after the other; items of a list, and labelled lines with their options, are
// taken together.
class HtmlWriter {
 public:
  HtmlWriter(const std::vector<Piece>& pieces, unsigned top_level)
      : pieces_(pieces), top_level_(top_level) {}

  std::string html() {
    while (at_ < pieces_.size())
      std::visit([this](const auto& piece) { add(piece); }, pieces_[at_]);
    return html_;
  }

 private:
  // What screen readers jump along has no gaps, whatever the author of a page wrote.
  void add(const Heading& heading) {
    while (!open_levels_.empty() && open_levels_.back() >= heading.level) open_levels_.pop_back();
    const auto level = std::min(top_level_ + unsigned(open_levels_.size()), kDeepestHeading);
    open_levels_.push_back(heading.level);
    html_ += fmt::format("<h{0}>{1}</h{0}>\n", level, lines_html(heading.text));
    ++at_;
  }

  void add(const Paragraph& paragraph) {
    html_ += fmt::format("<p>{}</p>\n", lines_html(paragraph.text));
    ++at_;
  }

  void add(const ListItem&) { html_ += list_html(items_from_here()); }

  void add(const CodeBlock& code) {
    html_ += code.wraps ? "<pre class=\"wraps\"><code>" : "<pre><code>";
    for (const std::string& line : code.lines) html_ += html_text(line) + "\n";
    html_ += "</code></pre>\n";
    ++at_;
  }

  void add(const LabelledLine& line) {
    if (line.label.empty()) {
      html_ += fmt::format("<p{}>{}</p>\n", class_of(line.mood), lines_html(line.text));
      ++at_;
      return;
    }
    html_ += "<dl>\n";
    while (const LabelledLine* next = labelled_here()) {
      html_ += fmt::format("<dt{0}>{1}</dt>\n<dd{0}>{2}", class_of(next->mood),
                           html_text(next->label), lines_html(next->text));
      ++at_;
      if (is_option_here()) html_ += "\n" + list_html(items_from_here());
      html_ += "</dd>\n";
    }
    html_ += "</dl>\n";
  }

  void add(const MatrixRow& row) {
    html_ += "<div class=\"matrices\">\n";
    for (const MarkedMatrix& matrix : row.matrices) html_ += in_box(matrix_html(matrix));
    html_ += "</div>\n";
    ++at_;
  }

  void add(const Table& table) {
    html_ += in_box(table_html(table));
    ++at_;
  }

  template <typename T>
  const T* here() const {
    return at_ < pieces_.size() ? std::get_if<T>(&pieces_[at_]) : nullptr;
  }

  const LabelledLine* labelled_here() const {
    const auto* line = here<LabelledLine>();
    return line && !line->label.empty() ? line : nullptr;
  }

  bool is_option_here() const {
    const auto* item = here<ListItem>();
    return item && item->depth > 0;
  }

  std::vector<ListItem> items_from_here() {
    std::vector<ListItem> items;
    for (; const auto* item = here<ListItem>(); ++at_) items.push_back(*item);
    return items;
  }

  const std::vector<Piece>& pieces_;
  unsigned top_level_;
  std::vector<unsigned> open_levels_;  // of the headings that this place stands under
  std::size_t at_ = 0;
  std::string html_;
};

}  // namespace

std::string lines_html(const std::string& text) {
  std::string html;
  for (const char c : html_text(text))
    if (c == '\n')
      html += "<br>";
    else
      html += c;
  return html;
}

std::string document_html(const Document& document, unsigned top_level) {
  return HtmlWriter(document.pieces, top_level).html();
}

namespace {

enum class ListKind { bullets, numbers, marked, continued };

ListKind kind_of(const ListItem& item) {
  if (item.marker.empty()) return ListKind::continued;
  if (item.marker == "-") return ListKind::bullets;
  const std::string_view number = std::string_view(item.marker).substr(0, item.marker.size() - 1);
  return item.marker.back() == '.' && are_ascii_digits(number) ? ListKind::numbers
                                                               : ListKind::marked;
}

std::string open_tag(const ListItem& first) {
  if (kind_of(first) != ListKind::numbers)
    return kind_of(first) == ListKind::bullets ? "<ul>\n" : "<ul class=\"marked\">\n";
  return first.marker == "1."
             ? "<ol>\n"
             : fmt::format("<ol start=\"{}\">\n", first.marker.substr(0, first.marker.size() - 1));
}

/// Reads items in order; a list ends where an item of another kind or a higher level comes.
class ListWriter {
 public:
  explicit ListWriter(const std::vector<ListItem>& items) : items_(items) {}

  std::string html() {
    std::string html;
    while (at_ < items_.size()) html += list();
    return html;
  }

 private:
  bool is_at_depth(unsigned depth) const {
    return at_ < items_.size() && items_[at_].depth == depth;
  }

  std::string list() {
    const ListItem& first = items_[at_];
    if (kind_of(first) == ListKind::continued) {  // goes on after a piece that is no item
      ++at_;
      return fmt::format("<p class=\"item\">{}</p>\n", lines_html(first.text));
    }
    std::string html = open_tag(first);
    while (is_at_depth(first.depth) && kind_of(items_[at_]) == kind_of(first)) html += item();
    return html + (kind_of(first) == ListKind::numbers ? "</ol>\n" : "</ul>\n");
  }

  std::string item() {
    const ListItem& item = items_[at_++];
    std::string html = "<li>";
    if (kind_of(item) == ListKind::marked)
      html += fmt::format("<span class=\"marker\">{}</span> ", html_text(item.marker));
    html += lines_html(item.text);
    while (at_ < items_.size() && items_[at_].depth >= item.depth) {
      const ListItem& next = items_[at_];
      const bool goes_on = next.depth > item.depth || kind_of(next) == ListKind::continued;
      if (!goes_on) break;
      html += "\n" + list();
    }
    return html + "</li>\n";
  }

  const std::vector<ListItem>& items_;
  std::size_t at_ = 0;
};

}  // namespace

std::string list_html(const std::vector<ListItem>& items) { return ListWriter(items).html(); }

namespace {

std::string heading_row(const HtmlGrid& grid) {
  if (grid.col_labels.empty()) return "";
  std::string row = "<thead><tr>";
  if (!grid.row_labels.empty()) row += "<td></td>";
  for (const std::string& label : grid.col_labels)
    row += fmt::format("<th scope=\"col\">{}</th>", html_text(label));
  return row + "</tr></thead>\n";
}

std::string row_of(const HtmlGrid& grid, arma::uword row) {
  std::string html = "<tr>";
  if (row < grid.row_labels.size())
    html += fmt::format("<th scope=\"row\">{}</th>", html_text(grid.row_labels[row]));
  for (arma::uword col = 0; col < grid.n_cols; ++col)
    html += fmt::format("<td>{}</td>", grid.cell ? grid.cell(row, col) : "");
  return html + "</tr>\n";
}

}  // namespace

std::string grid_html(const HtmlGrid& grid) {
  std::string html = fmt::format("<table class=\"{}\">\n", grid.kind);
  if (!grid.caption.empty())
    html += fmt::format("<caption{}>{}</caption>\n", grid.hides_caption ? " class=\"hidden\"" : "",
                        html_text(grid.caption));
  html += heading_row(grid) + "<tbody>\n";
  for (arma::uword row = 0; row < grid.n_rows; ++row) html += row_of(grid, row);
  return html + "</tbody></table>\n";
}

std::string matrix_html(const MarkedMatrix& matrix) {
  Layout layout;
  layout.precision = matrix.precision;
  const NumberFormat format(matrix.value, layout);
  return grid_html({.kind = "matrix",
                    .caption = matrix.title,
                    .n_rows = matrix.value.n_rows,
                    .n_cols = matrix.value.n_cols,
                    .row_labels = matrix.rows.labels,
                    .col_labels = matrix.cols.labels,
                    .cell = [&](arma::uword row, arma::uword col) {
                      const std::string number = html_text(format(matrix.value(row, col)));
                      return matrix.is_marked(row, col) ? "<mark>[" + number + "]</mark>" : number;
                    }});
}

namespace {

// What stands to the right, as numbers do.
const char* class_of(const Table& table, std::size_t column) {
  return column < table.n_text_columns ? "" : " class=\"number\"";
}

std::string heading_row(const Table& table) {
  if (!table.has_headings()) return "";
  std::string row = "<thead><tr>";
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    row += fmt::format("<th scope=\"col\"{}>{}</th>", class_of(table, i),
                       html_text(table.columns[i].title));
  return row + "</tr></thead>\n";
}

std::string row_of(const Table& table, const TableRow& cells) {
  std::string row = "<tr>";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string text = html_text(cell_text(cells[i], Layout{}));
    row += i == 0 ? fmt::format("<th scope=\"row\"{}>{}</th>", class_of(table, i), text)
                  : fmt::format("<td{}>{}</td>", class_of(table, i), text);
  }
  return row + "</tr>\n";
}

}  // namespace

std::string table_html(const Table& table) {
  std::string html = "<table class=\"facts\">\n";
  if (const std::string& caption = table.title.empty() ? table.id : table.title; !caption.empty())
    html += fmt::format("<caption>{}</caption>\n", html_text(caption));
  html += heading_row(table) + "<tbody>\n";
  for (const TableRow& row : table.rows) html += row_of(table, row);
  html += "</tbody></table>\n";
  return table.note.empty()
             ? html
             : html + fmt::format("<p class=\"note\">{}</p>\n", html_text(table.note));
}

namespace {

constexpr std::int32_t kZeroWidthNonJoiner = 0x200C, kZeroWidthJoiner = 0x200D;

// What joins letters belongs to words of some scripts, and to pictures made of several.
bool stays(std::int32_t character) {
  return character == '\n' || character == '\t' || character == kZeroWidthNonJoiner ||
         character == kZeroWidthJoiner || is_visible(character);
}

}  // namespace

const char* markup_entity(char character) {
  switch (character) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return nullptr;
  }
}

std::string html_text(std::string_view text) {
  std::string html;
  html.reserve(text.size());
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    const std::string_view shown = text.substr(0, point.n_bytes);
    text.remove_prefix(point.n_bytes);
    if (point.value < 0)
      html += "\xEF\xBF\xBD";
    else if (const char* entity = shown.size() == 1 ? markup_entity(shown.front()) : nullptr)
      html += entity;
    else if (stays(point.value))
      html += shown;
    else
      html += fmt::format("U+{:04X}", point.value);
  }
  return html;
}

std::string json_in_html(std::string_view json) {
  std::string html;
  html.reserve(json.size());
  for (std::size_t i = 0; i < json.size(); ++i) {
    const std::string_view rest = json.substr(i);
    if (rest.front() == '<') {
      html += "\\u003c";
    } else if (rest.starts_with("\xE2\x80\xA8") || rest.starts_with("\xE2\x80\xA9")) {
      html += rest[2] == '\xA8' ? "\\u2028" : "\\u2029";
      i += 2;
    } else {
      html += rest.front();
    }
  }
  return html;
}

namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// The bits of up to three bytes, as if there were three.
std::uint32_t bits_of(std::string_view bytes) {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < 3; ++i)
    bits = bits << 8 | (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U);
  return bits;
}

}  // namespace

std::string base64_of(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (; !bytes.empty(); bytes.remove_prefix(std::min<std::size_t>(3, bytes.size()))) {
    const std::uint32_t bits = bits_of(bytes);
    for (std::size_t digit = 0; digit < 4; ++digit)
      text += digit <= bytes.size() ? kDigits[bits >> (18 - 6 * digit) & 63] : '=';
  }
  return text;
}

}  // namespace attn
