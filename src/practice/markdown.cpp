#include "practice/markdown.hpp"

#include <cmark.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "core/error.hpp"
#include "core/message.hpp"
#include "core/utf8.hpp"
#include "practice/page_text.hpp"

namespace attn {
namespace {

using Node = std::unique_ptr<cmark_node, decltype(&cmark_node_free)>;
using Iterator = std::unique_ptr<cmark_iter, decltype(&cmark_iter_free)>;

std::string literal_of(cmark_node* node) {
  const char* literal = cmark_node_get_literal(node);
  return literal == nullptr ? "" : literal;
}

[[noreturn]] void refuse(cmark_node* node, const std::string& what) {
  // An inline node has no line of its own.
  while (cmark_node_get_start_line(node) == 0 && cmark_node_parent(node) != nullptr)
    node = cmark_node_parent(node);
  throw InputError(
      message("line {} has {}, which a page cannot show: write paragraphs, headings, "
              "lists and code",
              cmark_node_get_start_line(node), what));
}

// A list that is being read, and how many items it had.
struct OpenList {
  bool is_ordered = false;
  int next = 1;
};

class PageReader {
 public:
  explicit PageReader(const Placeholders& placeholders) : placeholders_(placeholders) {}

  Document read(cmark_node* root) {
    const Iterator iterator(cmark_iter_new(root), &cmark_iter_free);
    for (auto event = cmark_iter_next(iterator.get()); event != CMARK_EVENT_DONE;
         event = cmark_iter_next(iterator.get())) {
      cmark_node* node = cmark_iter_get_node(iterator.get());
      if (event == CMARK_EVENT_ENTER)
        enter(node);
      else
        leave(node);
    }
    return std::move(document_);
  }

 private:
  void enter(cmark_node* node) {
    switch (cmark_node_get_type(node)) {
      case CMARK_NODE_LIST:
        lists_.push_back({cmark_node_get_list_type(node) == CMARK_ORDERED_LIST,
                          cmark_node_get_list_start(node)});
        break;
      case CMARK_NODE_ITEM:
        put_marker();  // of an item that holds nothing but this list
        marker_ = lists_.back().is_ordered ? std::to_string(lists_.back().next++) + "." : "-";
        break;
      case CMARK_NODE_PARAGRAPH:
      case CMARK_NODE_HEADING:
        text_.clear();
        source_.assign(1, "");
        has_only_text_ = true;
        break;
      case CMARK_NODE_CODE_BLOCK:
        put_marker();
        document_.pieces.emplace_back(code_lines(literal_of(node)));
        break;
      case CMARK_NODE_TEXT:
        source_.back() += literal_of(node);
        text_ += filled_in(literal_of(node));
        break;
      case CMARK_NODE_CODE:
        has_only_text_ = false;
        text_ += kept_together(filled_in(literal_of(node)));
        break;
      case CMARK_NODE_SOFTBREAK:
        source_.emplace_back();
        text_ += '\n';  // see joined_lines()
        break;
      case CMARK_NODE_LINEBREAK:
        source_.emplace_back();
        text_ += kHardBreak;
        break;
      default:
        refuse_unknown(node);
    }
  }

  static void refuse_unknown(cmark_node* node) {
    switch (cmark_node_get_type(node)) {
      case CMARK_NODE_IMAGE:
        refuse(node, translated("an image"));
      case CMARK_NODE_HTML_BLOCK:
      case CMARK_NODE_HTML_INLINE:
        refuse(node, "HTML");
      case CMARK_NODE_BLOCK_QUOTE:
        refuse(node, translated("a quote"));
      case CMARK_NODE_THEMATIC_BREAK:
        refuse(node, translated("a rule"));
      default:
        break;
    }
  }

  void leave(cmark_node* node) {
    switch (cmark_node_get_type(node)) {
      case CMARK_NODE_LIST:
        lists_.pop_back();
        break;
      case CMARK_NODE_ITEM:
        put_marker();  // of an empty one
        break;
      case CMARK_NODE_LINK:
        put_address(node);
        break;
      case CMARK_NODE_HEADING:
        put_marker();
        document_.pieces.emplace_back(
            Heading{paragraph_text(), static_cast<unsigned>(cmark_node_get_heading_level(node))});
        break;
      case CMARK_NODE_PARAGRAPH:
        if (!put_placeholders()) put_paragraph();
        break;
      default:
        break;
    }
  }

  unsigned depth() const { return static_cast<unsigned>(lists_.size()) - 1; }

  // The marker of an item whose text does not begin with a paragraph.
  void put_marker() {
    if (!marker_) return;
    document_.pieces.emplace_back(ListItem{*std::exchange(marker_, std::nullopt), "", depth()});
  }

  void put_paragraph() {
    if (lists_.empty()) {
      document_.pieces.emplace_back(Paragraph{paragraph_text()});
      return;
    }
    document_.pieces.emplace_back(
        ListItem{std::exchange(marker_, std::nullopt).value_or(""), paragraph_text(), depth()});
  }

  void put_address(cmark_node* node) {
    const std::string address = cmark_node_get_url(node);
    cmark_node* inside = cmark_node_first_child(node);
    const bool is_its_own_text = inside != nullptr && literal_of(inside) == address;
    if (!is_its_own_text && !address.empty()) text_ += " (" + address + ")";
    has_only_text_ = false;
  }

  std::string paragraph_text() const { return shown(joined_lines(text_)); }

  std::string filled_in(const std::string& text) const {
    std::string result;
    std::size_t at = 0;
    while (const auto place = find_placeholder(text, at)) {
      result += text.substr(at, place->begin - at) + placeholders_.text(place->name);
      at = place->end;
    }
    return result + text.substr(at);
  }

  // Whether the paragraph was made of placeholders alone; each of its lines is a row of them.
  bool put_placeholders() {
    std::vector<std::vector<std::string>> rows;
    for (const std::string& line : source_) rows.push_back(placeholders_alone(line));
    if (!has_only_text_ ||
        std::any_of(rows.begin(), rows.end(), [](const auto& row) { return row.empty(); }))
      return false;
    put_marker();
    for (const auto& row : rows) put_row(row);
    return true;
  }

  void put_row(const std::vector<std::string>& names) {
    MatrixRow matrices;
    for (const std::string& name : names) {
      Piece piece = placeholders_.piece(name);
      if (auto* found = std::get_if<MatrixRow>(&piece))
        std::move(found->matrices.begin(), found->matrices.end(),
                  std::back_inserter(matrices.matrices));
      else
        document_.pieces.push_back(std::move(piece));
    }
    if (!matrices.matrices.empty()) document_.pieces.emplace_back(std::move(matrices));
  }

  CodeBlock code_lines(const std::string& literal) const {
    CodeBlock code;
    const std::string text = filled_in(literal);
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      code.lines.push_back(shown(text.substr(at, end - at)));
      at = end + 1;
    }
    return code;
  }

  const Placeholders& placeholders_;
  Document document_;
  std::vector<OpenList> lists_;
  std::optional<std::string> marker_;  // of an item that has no piece yet
  std::string text_;                   // of the paragraph so far
  std::vector<std::string> source_;    // its lines before placeholders were filled in
  bool has_only_text_ = true;          // and there was no code or link in it
};

}  // namespace

Document read_markdown(std::string_view markdown, const Placeholders& placeholders) {
  const Node root(cmark_parse_document(markdown.data(), markdown.size(), CMARK_OPT_VALIDATE_UTF8),
                  &cmark_node_free);
  cmark_consolidate_text_nodes(root.get());  // "{{d_k}}" arrives in three of them
  return PageReader(placeholders).read(root.get());
}

}  // namespace attn
