#include "render/html/document_html.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "render/html/html_text.hpp"
#include "render/html/list_html.hpp"
#include "render/html/matrix_html.hpp"
#include "render/html/table_html.hpp"

namespace attn {
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

}  // namespace attn
