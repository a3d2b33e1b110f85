#pragma once

#include <string>
#include <vector>

namespace attn {

/// About how wide a text becomes. Nobody is asked for a font, so it is a little more than it takes
/// in those that are usual.
/// Units:  mm, and mm of an em
double text_width(const std::string& text, double size, bool is_bold = false);

/// How wide the widest of some texts becomes; 0 of none.
double widest_text(const std::vector<std::string>& texts, double size);

/// How many columns of a terminal take about as much room.
unsigned columns_in(double width, double size);

/// A text that is not wider than it may be.
struct FittedText {
  std::string text;
  double size = 0.0;  ///< mm
};

/// The text smaller where it is too wide, and cut where it would become too small.
FittedText fitted_text(const std::string& text, double width, double size, double least_size,
                       bool is_bold = false);

}  // namespace attn
