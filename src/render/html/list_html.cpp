#include "render/html/list_html.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "render/html/document_html.hpp"
#include "render/html/html_text.hpp"

namespace attn {
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

}  // namespace attn
