#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "learning/tasks/learn_settings.hpp"

namespace attn {

/// How a line is written: into how many pieces spaces divide it, and by which characters.
struct LineShape {
  std::size_t n_pieces = 0;
  std::size_t n_characters = 0;  ///< without the spaces between pieces
  std::size_t n_unspaced = 0;    ///< of them those of a script without spaces between words
};

/// The shape of a line of any length: whether its tokens are too many depends on the unit.
///
/// Errors:  InputError if the line is not UTF-8.
LineShape shape_of_line(const std::string& line);

/// Whether spaces divide a line into words: its pieces are no longer than words are. Of a script
/// without spaces, where there must be spaces to begin with, that is 6 characters on average; of
/// any other 12.
bool is_in_words(const LineShape& line);

/// The unit that suits a text: words, unless most of its characters stand in lines that spaces do
/// not divide into words.
TextUnit suiting_unit(const std::vector<LineShape>& lines);

}  // namespace attn
