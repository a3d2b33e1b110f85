#include "render/text/document.hpp"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "render/text/grid.hpp"
#include "render/text/text.hpp"

namespace attn {

namespace {

constexpr unsigned kHeadingIndent = 1;
constexpr unsigned kStep = 2;  // of lists in lists, and of what stands under a label
constexpr unsigned kDeepest = 4;
constexpr unsigned kWidestMarker = 12;
constexpr unsigned kLabelGap = 3;
constexpr unsigned kLeastRoom = 24;          // beside a label; with less, the text goes below it
constexpr unsigned kLeastRoomOfOption = 16;  // beside its marker; with less, it moves to the left

std::vector<std::string> lines_in(const std::string& text) {
  std::vector<std::string> lines{""};
  for (const char c : text)
    if (c == '\n')
      lines.emplace_back();
    else
      lines.back() += c;
  return lines;
}

// Every line of the text wrapped by itself, and painted without its indent.
std::string painted(const std::string& text, const Layout& layout, unsigned indent,
                    Style::Kind kind) {
  const Painter paint(layout);
  std::string result;
  for (const std::string& line : lines_in(in_glyphs(text, layout)))
    for (std::string part : lines_in(wrap(line, layout.prose_width(), indent))) {
      part.erase(part.find_last_not_of(' ') + 1);
      if (part.empty()) continue;
      result += part.substr(0, indent) + paint(kind, part.substr(indent)) + "\n";
    }
  return result;
}

Style::Kind style_of(LabelledLine::Mood mood) {
  switch (mood) {
    case LabelledLine::Mood::plain:
      return Style::Kind::plain;
    case LabelledLine::Mood::good:
      return Style::Kind::good;
    case LabelledLine::Mood::bad:
      return Style::Kind::bad;
    case LabelledLine::Mood::quiet:
      return Style::Kind::quiet;
  }
  return Style::Kind::plain;
}

// Writes one piece after the other. Labels and markers of neighbours share a column.
class Page {
 public:
  Page(const Document& document, const Layout& layout)
      : pieces_(document.pieces), layout_(layout), paint_(layout) {}

  std::string text() {
    for (at_ = 0; at_ < pieces_.size(); ++at_) {
      if (is_parted()) text_ += "\n";
      std::visit([this](const auto& piece) { add(piece); }, pieces_[at_]);
    }
    return text_;
  }

 private:
  bool is_option(std::size_t at) const {
    const auto* item = std::get_if<ListItem>(&pieces_[at]);
    return item != nullptr && item->depth > 0;
  }
  bool is_labelled(std::size_t at) const {
    const auto* line = std::get_if<LabelledLine>(&pieces_[at]);
    return line != nullptr && !line->label.empty();
  }

  // Whether a blank line stands before this piece.
  bool is_parted() const {
    if (at_ == 0) return false;
    const auto& before = pieces_[at_ - 1];
    const auto& now = pieces_[at_];
    if (std::holds_alternative<Heading>(before)) return std::holds_alternative<Heading>(now);
    if (std::holds_alternative<ListItem>(before) && std::holds_alternative<ListItem>(now))
      return false;
    const bool was_in_block = is_labelled(at_ - 1) || is_option(at_ - 1);
    return !(was_in_block && (is_labelled(at_) || is_option(at_)));
  }

  // The pieces around this one that stand in one block with it.
  template <typename Belongs>
  std::pair<std::size_t, std::size_t> neighbours(Belongs belongs) const {
    std::size_t first = at_, end = at_ + 1;
    while (first > 0 && belongs(first - 1)) --first;
    while (end < pieces_.size() && belongs(end)) ++end;
    return {first, end};
  }

  void add(const Heading& heading) {
    const bool is_section = heading.level < 3;
    text_ += painted(heading.text, layout_, is_section ? kHeadingIndent : kNoteIndent,
                     is_section ? Style::Kind::heading : Style::Kind::strong);
  }

  void add(const Paragraph& piece) {
    text_ += painted(piece.text, layout_, kNoteIndent, Style::Kind::plain);
  }

  void add(const ListItem& item) {
    const unsigned marker = marker_column();
    const bool is_word =
        !item.marker.empty() && std::isalnum(static_cast<unsigned char>(item.marker.back())) != 0;
    const unsigned gap = is_word ? 2 : 1;
    add_beside(marker_of(item), marker, gap, indent_of(item, marker + gap), item.text,
               Style::Kind::plain);
  }

  // The options of a question stand under its text, or as far to the left of that as they need to.
  unsigned indent_of(const ListItem& item, unsigned marker) {
    const unsigned own = kNoteIndent + kStep * std::min(item.depth, kDeepest);
    const bool is_under_label = is_option(at_) && labels_around().has_any;
    if (!is_under_label) return own;
    const unsigned width = layout_.prose_width(),
                   room = width - std::min(width, marker + kLeastRoomOfOption);
    return std::max(own, std::min(labels_around().text_column, room));
  }

  // The width of the markers of this item and its neighbours.
  unsigned marker_column() {
    if (at_ < items_end_) return marker_column_;
    const unsigned depth = std::get<ListItem>(pieces_[at_]).depth;
    const auto [first, end] = neighbours([this, depth](std::size_t at) {
      const auto* other = std::get_if<ListItem>(&pieces_[at]);
      return other != nullptr && other->depth == depth;
    });
    unsigned marker = 1;
    for (std::size_t at = first; at < end; ++at)
      marker = std::max(marker, display_width(marker_of(std::get<ListItem>(pieces_[at]))));
    items_end_ = end;
    return marker_column_ = std::min(marker, kWidestMarker);
  }

  std::string marker_of(const ListItem& item) const { return in_glyphs(item.marker, layout_); }

  void add(const LabelledLine& line) {
    if (line.label.empty()) {
      text_ += painted(line.text, layout_, kNoteIndent, style_of(line.mood));
      return;
    }
    const Labels& labels = labels_around();
    if (labels.is_above)
      text_ += painted(label_of(at_), layout_, kNoteIndent, style_of(line.mood)) +
               painted(line.text, layout_, labels.text_column, style_of(line.mood));
    else
      add_beside(label_of(at_), labels.text_column - kNoteIndent - kLabelGap, kLabelGap,
                 kNoteIndent, line.text, style_of(line.mood));
  }

  /// How a block of labelled lines is laid out.
  struct Labels {
    bool has_any = false;
    bool is_above = false;  // a label stands above its text, not beside it
    unsigned text_column = 0;
  };

  const Labels& labels_around() {
    if (at_ < labels_end_) return labels_;
    const auto [first, end] =
        neighbours([this](std::size_t at) { return is_labelled(at) || is_option(at); });
    Labels labels;
    unsigned label = 0, widest = 0;
    for (std::size_t at = first; at < end; ++at) {
      widest = std::max(widest, display_width(text_at(at)));
      if (!is_labelled(at)) continue;
      labels.has_any = true;
      label = std::max(label, display_width(label_of(at)));
    }
    const unsigned beside = kNoteIndent + label + kLabelGap;
    labels.is_above = beside + std::min(widest, kLeastRoom) > layout_.prose_width();
    labels.text_column = labels.is_above ? kNoteIndent + kStep : beside;
    labels_end_ = end;
    return labels_ = labels;
  }

  // Of a labelled line or an option.
  const std::string& text_at(std::size_t at) const {
    return is_option(at) ? std::get<ListItem>(pieces_[at]).text
                         : std::get<LabelledLine>(pieces_[at]).text;
  }

  std::string label_of(std::size_t at) const {
    return in_glyphs(std::get<LabelledLine>(pieces_[at]).label, layout_);
  }

  // A short text in a column of `width`, and a long one beside it.
  void add_beside(const std::string& name, unsigned width, unsigned gap, unsigned indent,
                  const std::string& text, Style::Kind kind) {
    const unsigned column = indent + width + gap;
    const unsigned own = display_width(name);
    std::string lines = painted(text, layout_, column, kind);
    if (own > width || lines.empty())
      text_ += std::string(indent, ' ') + paint_(kind, name) + "\n" + lines;
    else if (own == 0)
      text_ += lines;
    else
      text_ += std::string(indent, ' ') + paint_(kind, name) + std::string(width - own + gap, ' ') +
               lines.substr(column);
  }

  void add(const CodeBlock& code) {
    constexpr unsigned kIndent = kNoteIndent + kStep;
    for (const std::string& line : code.lines) {
      std::string left = in_glyphs(line, layout_);
      for (std::string part; code.wraps; left.erase(0, part.size())) {
        part = cut_to_width(left, layout_.prose_width() - kIndent);
        if (part.size() == left.size()) break;
        add_code_line(part, kIndent);
      }
      add_code_line(left, kIndent);
    }
  }

  void add_code_line(const std::string& line, unsigned indent) {
    std::string shown = std::string(indent, ' ') + line;
    shown.erase(shown.find_last_not_of(' ') + 1);
    text_ += shown + "\n";
  }

  void add(const MatrixRow& row) { text_ += matrix_row_text(row, layout_, kMatrixIndent); }

  void add(const Table& table) {
    if (!table.id.empty()) {
      text_ += table_text(table, layout_);
      return;
    }
    text_ += table.title.empty() ? "" : paragraph(table.title, layout_) + "\n";
    text_ += rows_text(table, layout_, kNoteIndent);
    text_ += table.note.empty() ? "" : "\n" + paragraph(table.note, layout_);
  }

  const std::vector<Piece>& pieces_;
  const Layout& layout_;
  Painter paint_;
  std::size_t at_ = 0;
  // Neighbours are measured once, for there may be thousands of them: up to where it holds.
  Labels labels_;
  std::size_t labels_end_ = 0;
  unsigned marker_column_ = 0;
  std::size_t items_end_ = 0;
  std::string text_;
};

}  // namespace

std::string document_text(const Document& document, const Layout& layout) {
  return Page(document, layout).text();
}

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLine = 100;

std::string broken(const Json& json, std::size_t indent) {
  std::string text = compact_json(json);
  if (indent + text.size() <= kLine || !json.is_structured()) return text;
  const std::string inner(indent + 1, ' ');
  text = json.is_object() ? "{" : "[";
  const char* between = "\n";
  for (const auto& [key, value] : json.items()) {
    const std::string name = json.is_object() ? compact_json(key) + ": " : "";
    text += between + inner + name + broken(value, indent + 1);
    between = ",\n";
  }
  return text + "\n" + std::string(indent, ' ') + (json.is_object() ? "}" : "]");
}

}  // namespace

std::string compact_json(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string json_document(const Json& json) { return broken(json, 0) + "\n"; }

}  // namespace attn
