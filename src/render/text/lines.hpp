#pragma once

#include <string>

#include "render/layout.hpp"
#include "render/matrix/grid.hpp"
#include "render/text/paint.hpp"

namespace attn {

// The indents of a screen: sentences and matrices stand under the name of their stage.
constexpr unsigned kNoteIndent = 3;
constexpr unsigned kMatrixIndent = 3;

/// The text with our symbols in ASCII where the layout asks for that.
std::string in_glyphs(const std::string& text, const Layout& layout);

/// A sentence or more, wrapped and indented; nothing for no text.
std::string paragraph(const std::string& text, const Layout& layout);

/// A line "label   text" under a matrix, wrapped so that the text stays in its own column.
std::string footnote(const std::string& label, const std::string& text, const Layout& layout);

/// The lines of a block, indented, without spaces at their ends.
std::string block_text(const Block& block, unsigned indent);

/// A line that starts with a bold name; what no longer fits goes on below, indented.
class NamedLine {
 public:
  NamedLine(const std::string& name, const Layout& layout);

  void append(const std::string& part, Style::Kind kind = Style::Kind::plain);

  std::string text() const { return text_ + "\n"; }

 private:
  Painter paint_;
  unsigned width_;
  std::string text_;
  unsigned used_;
};

}  // namespace attn
