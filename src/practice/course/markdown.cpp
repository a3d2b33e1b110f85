#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"
#include "practice/course/course.hpp"

namespace attn {

namespace {

// The text with "?" for every control character except line ends; a tab becomes two spaces.
std::string without_commands(const std::string& text) {
  std::string result;
  std::string_view rest = text;
  while (!rest.empty()) {
    const CodePoint point = first_code_point(rest);
    const std::string_view character = rest.substr(0, point.n_bytes);
    const bool may_command = point.value < 0x20 || hidden_character(character);
    if (point.value == '\t')
      result += "  ";
    else if (may_command && point.value != '\n')
      result += '?';
    else
      result += character;
    rest.remove_prefix(point.n_bytes);
  }
  return result;
}

using MarkdownNode = std::unique_ptr<cmark_node, decltype(&cmark_node_free)>;
using Parser = std::unique_ptr<cmark_parser, decltype(&cmark_parser_free)>;
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
              "lists, tables and code",
              cmark_node_get_start_line(node), what));
}

// Where the lines of a text begin, and at last where it ends.
std::vector<std::size_t> line_starts(std::string_view text) {
  std::vector<std::size_t> starts{0};
  for (std::size_t at = 0; (at = text.find('\n', at)) != text.npos;) starts.push_back(++at);
  starts.push_back(text.size());
  return starts;
}

// A list that is being read, and how many items it had.
struct OpenList {
  bool is_ordered = false;
  int next = 1;
};

class PageReader {
 public:
  PageReader(std::string_view markdown, const Placeholders& placeholders)
      : markdown_(markdown), line_starts_(line_starts(markdown)), placeholders_(placeholders) {}

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
    if (enter_table(node)) return;
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
        refuse_formula(node);
        begin_text();
        break;
      case CMARK_NODE_CODE_BLOCK:
        put_marker();
        document_.add(code_lines(literal_of(node)));
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

  void begin_text() {
    text_.clear();
    source_.assign(1, "");
    has_only_text_ = true;
  }

  // Refuses a formula between dollar signs in the lines of a block.
  void refuse_formula(cmark_node* node) const {
    const auto at = [this](int line) {
      return line_starts_[std::min(static_cast<std::size_t>(std::max(line, 0)),
                                   line_starts_.size() - 1)];
    };
    const std::size_t begin = at(cmark_node_get_start_line(node) - 1);
    const std::size_t end = std::max(begin, at(cmark_node_get_end_line(node)));
    const auto formula = find_dollar_formula(markdown_.substr(begin, end - begin));
    if (!formula) return;
    throw InputError(message(
        "{}: a formula between dollar signs cannot be shown. Write it in characters (√d_k), or in "
        "code quotes; \\$ is a dollar.",
        line_place_of(markdown_, begin + *formula)));
  }

  // Tables are no part of CommonMark: the library knows their types by name alone.
  bool enter_table(cmark_node* node) {
    const std::string_view type = cmark_node_get_type_string(node);
    if (type == "table") {
      refuse_formula(node);
      put_marker();
      table_ = Table{};
      table_.n_text_columns = n_left_columns(node);
    } else if (type == "table_row" || type == "table_header") {
      row_.clear();
    } else if (type == "table_cell") {
      begin_text();
    } else {
      return false;
    }
    return true;
  }

  bool leave_table(cmark_node* node) {
    const std::string_view type = cmark_node_get_type_string(node);
    if (type == "table") {
      document_.add(std::move(table_));
    } else if (type == "table_row" || type == "table_header") {
      put_table_row();
    } else if (type == "table_cell") {
      row_.push_back(paragraph_text());
    } else {
      return false;
    }
    return true;
  }

  // The columns before the first that stands to the right, as its "---:" says.
  static std::size_t n_left_columns(cmark_node* node) {
    const std::size_t n = cmark_gfm_extensions_get_table_columns(node);
    const uint8_t* alignments = cmark_gfm_extensions_get_table_alignments(node);
    return alignments == nullptr
               ? n
               : static_cast<std::size_t>(std::find(alignments, alignments + n, 'r') - alignments);
  }

  void put_table_row() {
    if (table_.columns.empty()) {  // the first row is the heading
      for (const std::string& cell : row_) table_.columns.push_back({cell, cell});
      return;
    }
    TableRow& cells = table_.rows.emplace_back();
    for (const std::string& cell : row_) cells.emplace_back(cell::name(cell));
  }

  void leave(cmark_node* node) {
    if (leave_table(node)) return;
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
        document_.add(
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

  // The marker of an item whose text begins with something other than a paragraph.
  void put_marker() {
    if (!marker_) return;
    document_.add(ListItem{*std::exchange(marker_, std::nullopt), "", depth()});
  }

  void put_paragraph() {
    if (lists_.empty()) {
      document_.add(Paragraph{paragraph_text()});
      return;
    }
    document_.add(
        ListItem{std::exchange(marker_, std::nullopt).value_or(""), paragraph_text(), depth()});
  }

  void put_address(cmark_node* node) {
    const std::string address = cmark_node_get_url(node);
    cmark_node* inside = cmark_node_first_child(node);
    const bool is_its_own_text = inside != nullptr && literal_of(inside) == address;
    if (!is_its_own_text && !address.empty()) text_ += " (" + address + ")";
    has_only_text_ = false;
  }

  std::string paragraph_text() const { return without_commands(joined_lines(text_)); }

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
        document_.add(std::move(piece));
    }
    if (!matrices.matrices.empty()) document_.add(std::move(matrices));
  }

  CodeBlock code_lines(const std::string& literal) const {
    CodeBlock code;
    const std::string text = filled_in(literal);
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      code.lines.push_back(without_commands(text.substr(at, end - at)));
      at = end + 1;
    }
    return code;
  }

  std::string_view markdown_;
  std::vector<std::size_t> line_starts_;
  const Placeholders& placeholders_;
  Document document_;
  Table table_;                   // that is being read
  std::vector<std::string> row_;  // of it
  std::vector<OpenList> lists_;
  std::optional<std::string> marker_;  // of an item that has no piece yet
  std::string text_;                   // of the paragraph so far
  std::vector<std::string> source_;    // its lines before placeholders were filled in
  bool has_only_text_ = true;          // false once it had code or a link in it
};

}  // namespace

Document read_markdown(std::string_view markdown, const Placeholders& placeholders) {
  // Once, whichever thread comes first.
  static const bool has_extensions = (cmark_gfm_core_extensions_ensure_registered(), true);
  static_cast<void>(has_extensions);
  const Parser parser(cmark_parser_new(CMARK_OPT_VALIDATE_UTF8), &cmark_parser_free);
  cmark_parser_attach_syntax_extension(parser.get(), cmark_find_syntax_extension("table"));
  cmark_parser_feed(parser.get(), markdown.data(), markdown.size());
  const MarkdownNode root(cmark_parser_finish(parser.get()), &cmark_node_free);
  cmark_consolidate_text_nodes(root.get());  // "{{d_k}}" arrives in three of them
  return PageReader(markdown, placeholders).read(root.get());
}

namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// What stands behind the code that begins at `at`, or behind its quotes if they are never closed.
std::size_t behind_code(std::string_view text, std::size_t at) {
  const std::size_t inside = std::min(text.find_first_not_of('`', at), text.size());
  const std::string_view quotes = text.substr(at, inside - at);
  for (std::size_t close = text.find(quotes, inside); close != text.npos;) {
    const std::size_t end = std::min(text.find_first_not_of('`', close), text.size());
    if (end - close == quotes.size()) return end;
    close = text.find(quotes, end);
  }
  return inside;
}

// Whether the dollar sign at `at` begins a formula.
bool begins_formula(std::string_view text, std::size_t at) {
  if (text.substr(at).starts_with("$$")) return text.find("$$", at + 2) != text.npos;
  if (at + 1 >= text.size() || is_space(text[at + 1])) return false;
  const std::size_t close = text.find('$', at + 1);
  if (close == text.npos || is_space(text[close - 1]) || text[close - 1] == '\\') return false;
  return close + 1 == text.size() || !is_digit(text[close + 1]);
}

}  // namespace

std::optional<std::size_t> find_dollar_formula(std::string_view block) {
  for (std::size_t at = 0; at < block.size();) {
    if (block[at] == '$' && begins_formula(block, at)) return at;
    if (block[at] == '`')
      at = behind_code(block, at);
    else
      at += block[at] == '\\' ? 2 : 1;
  }
  return std::nullopt;
}

namespace {

constexpr std::string_view kOpen = "{{", kClose = "}}";

// Chinese and Japanese: their signs, kana and characters, compatibility and full-width forms.
bool is_written_without_spaces(std::int32_t point) {
  return (point >= 0x2E80 && point < 0xA4D0) || (point >= 0xF900 && point < 0xFB00) ||
         (point >= 0xFE30 && point < 0xFE50) || (point >= 0xFF00 && point < 0xFFF0) ||
         (point >= 0x20000 && point < 0x40000);
}

bool is_closing_mark(std::int32_t point) {
  return point == 0x3001 || point == 0x3002 || point == 0x300D || point == 0xFF09;  // 、。」）
}

std::int32_t last_point(std::string_view text) {
  std::size_t at = text.size();
  while (at > 0 && (static_cast<unsigned char>(text[at - 1]) & 0xC0U) == 0x80U) --at;
  return at == 0 ? -1 : first_code_point(text.substr(at - 1)).value;
}

}  // namespace

std::optional<Placeholder> find_placeholder(std::string_view text, std::size_t from) {
  const std::size_t begin = text.find(kOpen, from);
  if (begin == std::string_view::npos) return std::nullopt;
  const std::size_t inside = begin + kOpen.size();
  const std::size_t close = text.find(kClose, inside);
  if (close == std::string_view::npos) return std::nullopt;
  return Placeholder{begin, close + kClose.size(),
                     std::string(trimmed(text.substr(inside, close - inside)))};
}

std::vector<std::string> placeholders_alone(std::string_view line) {
  std::vector<std::string> names;
  std::size_t at = 0;
  while (const auto place = find_placeholder(line, at)) {
    if (!trimmed(line.substr(at, place->begin - at)).empty()) return {};
    names.push_back(place->name);
    at = place->end;
  }
  if (!trimmed(line.substr(at)).empty()) return {};
  return names;
}

std::string joined_lines(const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == kHardBreak) {
      result += '\n';
    } else if (text[at] != '\n') {
      result += text[at];
    } else if (at + 1 < text.size()) {
      const std::int32_t before = last_point(result);
      const std::int32_t after = first_code_point(std::string_view(text).substr(at + 1)).value;
      const bool both = is_written_without_spaces(before) && is_written_without_spaces(after);
      if (!both && !is_closing_mark(before)) result += ' ';
    }
  }
  return result;
}

}  // namespace attn
