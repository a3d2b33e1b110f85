#include "learning/text/text_unit.hpp"

#include <string_view>

#include "base/text.hpp"
#include "data/words/tokens.hpp"

namespace attn {
namespace {

// Japanese divided into words has about 2 characters a word, into phrases for children about 5.
constexpr std::size_t kLongWordUnspaced = 6, kLongWordSpaced = 12;

bool is_mostly_unspaced(const LineShape& line) { return 2 * line.n_unspaced > line.n_characters; }

bool is_white_space(std::string_view character) {
  constexpr std::string_view kAscii = " \t\n\v\f\r", kIdeographicSpace = "\u3000";
  return character == kIdeographicSpace || kAscii.find(character) != std::string_view::npos;
}

}  // namespace

LineShape shape_of_line(const std::string& line) {
  LineShape shape;
  bool in_piece = false;
  for (const std::string_view character : graphemes_of(line)) {
    if (is_white_space(character)) {
      in_piece = false;
      continue;
    }
    if (!in_piece) ++shape.n_pieces;
    in_piece = true;
    ++shape.n_characters;
    if (has_unspaced_script(character)) ++shape.n_unspaced;
  }
  return shape;
}

bool is_in_words(const LineShape& line) {
  if (is_mostly_unspaced(line))
    return line.n_pieces > 1 && line.n_characters <= kLongWordUnspaced * line.n_pieces;
  return line.n_characters <= kLongWordSpaced * line.n_pieces;
}

TextUnit suiting_unit(const std::vector<LineShape>& lines) {
  std::size_t n_in_words = 0, n = 0;
  for (const LineShape& line : lines) {
    n += line.n_characters;
    if (is_in_words(line)) n_in_words += line.n_characters;
  }
  return 2 * n_in_words < n ? TextUnit::characters : TextUnit::words;
}

}  // namespace attn
