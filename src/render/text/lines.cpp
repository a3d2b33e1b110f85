#include "render/text/lines.hpp"

#include "render/text/display_width.hpp"
#include "render/text/wrap.hpp"

namespace attn {

std::string in_glyphs(const std::string& text, const Layout& layout) {
  return layout.glyphs == Glyphs::ascii ? in_ascii(text) : text;
}

std::string paragraph(const std::string& text, const Layout& layout) {
  return text.empty() ? "" : wrap(in_glyphs(text, layout), layout.prose_width(), kNoteIndent);
}

std::string footnote(const std::string& label, const std::string& text, const Layout& layout) {
  const std::string start = label + "   ";
  return wrap(in_glyphs(start + text, layout), layout.prose_width(), kNoteIndent,
              display_width(start));
}

std::string block_text(const Block& block, unsigned indent) {
  std::string text;
  for (const std::string& line : block.lines) {
    std::string row = std::string(indent, ' ') + line;
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + "\n";
  }
  return text;
}

NamedLine::NamedLine(const std::string& name, const Layout& layout)
    : paint_(layout),
      width_(layout.prose_width()),
      text_(" " + paint_(Style::Kind::heading, name)),
      used_(1 + display_width(name)) {}

void NamedLine::append(const std::string& part, Style::Kind kind) {
  const unsigned width = display_width(part);
  if (used_ + 3 + width <= width_) {
    text_ += "   " + paint_(kind, part);
    used_ += 3 + width;
    return;
  }
  std::string lines = wrap(part, width_, kNoteIndent);
  lines.pop_back();  // its newline
  text_ += "\n" + paint_(kind, lines);
  used_ = display_width(lines.substr(lines.rfind('\n') + 1));
}

}  // namespace attn
